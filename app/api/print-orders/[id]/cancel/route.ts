import { z } from "zod";
import { cancelPrintOrder } from "@/lib/features/prints/orders-service";
import { printOrderSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Cancels an order that is only placed; its prints can be ordered again.",
  access: "member",
  params: z.object({ id: z.string() }),
  answer: printOrderSchema,
  handler: ({ actor, params }) => cancelPrintOrder(actor, params.id),
});
