import { updateGiftOrder } from "@/lib/features/gifts/operator-service";
import { giftOrderParams, giftOrderUpdateSchema, operatorGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary:
    "Moves a gift order to its next state, or sets its tracking link; notifies the person who ordered.",
  access: "superAdmin",
  params: giftOrderParams,
  body: giftOrderUpdateSchema,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params, body }) => updateGiftOrder(actor, params.id, body),
});
