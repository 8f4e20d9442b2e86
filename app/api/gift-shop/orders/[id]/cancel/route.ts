import { cancelGiftOrder } from "@/lib/features/gifts/order-service";
import { giftOrderParams, giftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Gives an order up that is not paid; what it took of a balance is there again.",
  access: "member",
  params: giftOrderParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => cancelGiftOrder(actor, params.id),
});
