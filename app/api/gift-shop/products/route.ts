import { getGiftShop } from "@/lib/features/gifts/order-service";
import { giftShopSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What the gift shop sells, and what the person has to spend there.",
  access: "member",
  answer: giftShopSchema,
  handler: ({ actor }) => getGiftShop(actor),
});
