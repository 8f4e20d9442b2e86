import { z } from "zod";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { removeFromBasket } from "@/lib/shop/prints/server/basket-service";

export const DELETE = route({
  summary: "Removes a print from the basket.",
  access: "member",
  isAboutPrints: true,
  params: idParams,
  answer: z.object({ success: z.literal(true) }),
  handler: async ({ actor, params }) => {
    await removeFromBasket(actor, params.id);
    return { success: true as const };
  },
});
