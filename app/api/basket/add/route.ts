import { Reply, route } from "@/lib/http/route";
import { basketAnswerSchema, basketChangeSchema } from "@/lib/shop/prints/schema";
import { addToBasket, clearBasket, setQuantity } from "@/lib/shop/prints/server/basket-service";

export const POST = route({
  summary: "Adds a photo to the basket; with an action, changes a quantity or empties it.",
  access: "member",
  isAboutPrints: true,
  body: basketChangeSchema,
  answer: basketAnswerSchema,
  isCreating: true,
  handler: async ({ actor, body }) => {
    if (body.action === "clear_basket") {
      await clearBasket(actor);
      return { success: true as const };
    }
    if (body.action === "update_quantity") {
      return { success: true as const, item: await setQuantity(actor, body.itemId, body.quantity) };
    }
    const { action: _, ...print } = body;
    return new Reply({ success: true as const, item: await addToBasket(actor, print) }, { status: 201 });
  },
});
