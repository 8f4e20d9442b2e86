import { cancelGiftOrder } from "@/lib/features/gifts/order-service";
import { giftOrderParams, giftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Cancels an unpaid order; what it took from a balance is returned.",
  access: "member",
  params: giftOrderParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => cancelGiftOrder(actor, params.id),
});
