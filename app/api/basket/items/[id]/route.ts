import { z } from "zod";
import { updateBasketItem } from "@/lib/features/prints/basket-service";
import { basketItemSchema, basketItemUpdateSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const PATCH = route({
  summary: "Changes the crop, size or finish of a print in the basket.",
  access: "member",
  isAboutPrints: true,
  // Not idParams: a child is refused before any id is looked at.
  params: z.object({ id: z.string() }),
  body: basketItemUpdateSchema,
  answer: basketItemSchema,
  handler: ({ actor, params, body }) => updateBasketItem(actor, params.id, body),
});
