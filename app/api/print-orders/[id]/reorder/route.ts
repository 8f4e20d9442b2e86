import { z } from "zod";
import { reorderPrints } from "@/lib/features/prints/orders-service";
import { reorderAnswerSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Puts an order's photos into the basket again.",
  access: "member",
  isAboutPrints: true,
  // Not idParams: a child is refused before any id is looked at.
  params: z.object({ id: z.string() }),
  answer: reorderAnswerSchema,
  isCreating: true,
  handler: ({ actor, params }) => reorderPrints(actor, params.id),
});
