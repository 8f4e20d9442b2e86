import { requireGiftOrder } from "@/lib/features/gifts/order-service";
import { giftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "One of the person's gift orders.",
  access: "member",
  params: idParams,
  answer: giftOrderSchema,
  handler: ({ actor, params }) => requireGiftOrder(actor, params.id),
});
