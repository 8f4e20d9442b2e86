import { cancelPrintOrder } from "@/lib/features/prints/orders-service";
import { printOrderSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Cancels an order that is only placed; its prints can be ordered again.",
  access: "member",
  params: idParams,
  answer: printOrderSchema,
  handler: ({ actor, params }) => cancelPrintOrder(actor, params.id),
});
