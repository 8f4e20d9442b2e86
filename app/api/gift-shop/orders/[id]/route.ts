import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { giftOrderSchema } from "@/lib/shop/gifts/schema";
import { requireGiftOrder } from "@/lib/shop/gifts/server/order-service";

export const GET = route({
  summary: "One of the person's gift orders.",
  access: "member",
  params: idParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => requireGiftOrder(actor, params.id),
});
