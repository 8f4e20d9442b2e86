import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { operatorGiftOrderSchema } from "@/lib/shop/gifts/schema";
import { cancelPaidOrder } from "@/lib/shop/gifts/server/refund-service";

export const POST = route({
  summary: "Cancels a paid gift order that hasn't been sent, and refunds everything paid for it.",
  access: "superAdmin",
  params: idParams,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params }) => cancelPaidOrder(actor, params.id),
});
