import { z } from "zod";
import { route } from "@/lib/http/route";
import { basketItemSchema } from "@/lib/shop/prints/schema";
import { listBasket } from "@/lib/shop/prints/server/basket-service";

export const GET = route({
  summary: "What is in the caller's basket.",
  access: "member",
  isAboutPrints: true,
  answer: z.array(basketItemSchema),
  handler: ({ actor }) => listBasket(actor),
});
