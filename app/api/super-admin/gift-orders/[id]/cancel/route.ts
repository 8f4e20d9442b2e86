import { cancelPaidOrder } from "@/lib/features/gifts/refund-service";
import { giftOrderParams, operatorGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Cancels a paid gift order that hasn't been sent, and refunds everything paid for it.",
  access: "superAdmin",
  params: giftOrderParams,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params }) => cancelPaidOrder(actor, params.id),
});
