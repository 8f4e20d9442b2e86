import { updateGiftOrder } from "@/lib/features/gifts/operator-service";
import { giftOrderUpdateSchema, operatorGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const PATCH = route({
  summary:
    "Moves a gift order to its next state, or sets its tracking link; notifies the person who ordered.",
  access: "superAdmin",
  params: idParams,
  body: giftOrderUpdateSchema,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params, body }) => updateGiftOrder(actor, params.id, body),
});
