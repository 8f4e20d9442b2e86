import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { printOrderSchema } from "@/lib/shop/prints/schema";
import { cancelPrintOrder } from "@/lib/shop/prints/server/orders-service";

export const POST = route({
  summary: "Cancels an order that is only placed; its prints can be ordered again.",
  access: "member",
  params: idParams,
  answer: printOrderSchema,
  handler: ({ actor, params }) => cancelPrintOrder(actor, params.id),
});
