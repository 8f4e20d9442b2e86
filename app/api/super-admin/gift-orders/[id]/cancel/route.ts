import { cancelPaidOrder } from "@/lib/features/gifts/refund-service";
import { operatorGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Cancels a paid gift order that hasn't been sent, and refunds everything paid for it.",
  access: "superAdmin",
  params: idParams,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params }) => cancelPaidOrder(actor, params.id),
});
