import { requireGiftOrder } from "@/lib/features/gifts/order-service";
import { giftOrderParams, giftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One of the person's gift orders.",
  access: "member",
  params: giftOrderParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => requireGiftOrder(actor, params.id),
});
