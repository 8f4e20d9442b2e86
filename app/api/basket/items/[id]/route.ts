import { z } from "zod";
import { route } from "@/lib/http/route";
import { basketItemSchema, basketItemUpdateSchema } from "@/lib/shop/prints/schema";
import { updateBasketItem } from "@/lib/shop/prints/server/basket-service";

export const PATCH = route({
  summary: "Changes the crop, size or finish of a print in the basket.",
  access: "member",
  isAboutPrints: true,
  // Not idParams: a child is refused before any id is looked up.
  params: z.object({ id: z.string() }),
  body: basketItemUpdateSchema,
  answer: basketItemSchema,
  handler: ({ actor, params, body }) => updateBasketItem(actor, params.id, body),
});
