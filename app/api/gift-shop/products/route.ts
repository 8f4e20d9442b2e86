import { route } from "@/lib/http/route";
import { giftShopSchema } from "@/lib/shop/gifts/schema";
import { getGiftShop } from "@/lib/shop/gifts/server/order-service";

export const GET = route({
  summary: "What the gift shop sells, and what the person has to spend there.",
  access: "member",
  answer: giftShopSchema,
  handler: ({ actor }) => getGiftShop(actor),
});
