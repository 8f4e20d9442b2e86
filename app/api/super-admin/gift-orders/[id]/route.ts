import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { giftOrderUpdateSchema, operatorGiftOrderSchema } from "@/lib/shop/gifts/schema";
import { updateGiftOrder } from "@/lib/shop/gifts/server/operator-service";

export const PATCH = route({
  summary:
    "Moves a gift order to its next state, or sets its tracking link; notifies the person who ordered.",
  access: "superAdmin",
  params: idParams,
  body: giftOrderUpdateSchema,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params, body }) => updateGiftOrder(actor, params.id, body),
});
