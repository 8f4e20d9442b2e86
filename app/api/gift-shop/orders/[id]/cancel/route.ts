import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { giftOrderSchema } from "@/lib/shop/gifts/schema";
import { cancelGiftOrder } from "@/lib/shop/gifts/server/order-service";

export const POST = route({
  summary: "Cancels an unpaid order; what it took from a balance is returned.",
  access: "member",
  params: idParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => cancelGiftOrder(actor, params.id),
});
