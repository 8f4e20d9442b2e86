import { z } from "zod";
import { route } from "@/lib/http/route";
import { reorderAnswerSchema } from "@/lib/shop/prints/schema";
import { reorderPrints } from "@/lib/shop/prints/server/orders-service";

export const POST = route({
  summary: "Puts an order's photos into the basket again.",
  access: "member",
  isAboutPrints: true,
  // Not idParams: a child is refused before any id is looked up.
  params: z.object({ id: z.string() }),
  answer: reorderAnswerSchema,
  isCreating: true,
  handler: ({ actor, params }) => reorderPrints(actor, params.id),
});
