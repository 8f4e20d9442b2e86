import { cancelGiftOrder } from "@/lib/features/gifts/order-service";
import { giftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Cancels an unpaid order; what it took from a balance is returned.",
  access: "member",
  params: idParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => cancelGiftOrder(actor, params.id),
});
