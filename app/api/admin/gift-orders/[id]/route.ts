import { updateGiftOrder } from "@/lib/features/gifts/admin-service";
import { adminGiftOrderSchema, giftOrderParams, giftOrderUpdateSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Takes a gift order a step on, or says where its parcel is.",
  access: "admin",
  params: giftOrderParams,
  body: giftOrderUpdateSchema,
  answer: adminGiftOrderSchema,
  handler: ({ actor, params, body }) => updateGiftOrder(actor, params.id, body),
});
