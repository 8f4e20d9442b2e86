import { updateGiftOrder } from "@/lib/features/gifts/operator-service";
import { giftOrderParams, giftOrderUpdateSchema, operatorGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Takes a gift order a step on, or says where its parcel is; whoever ordered is told.",
  access: "superAdmin",
  params: giftOrderParams,
  body: giftOrderUpdateSchema,
  answer: operatorGiftOrderSchema,
  handler: ({ actor, params, body }) => updateGiftOrder(actor, params.id, body),
});
