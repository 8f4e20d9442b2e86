import { z } from "zod";
import { listBasket } from "@/lib/features/prints/basket-service";
import { basketItemSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What is in the caller's basket.",
  access: "member",
  isAboutPrints: true,
  answer: z.array(basketItemSchema),
  handler: ({ actor }) => listBasket(actor),
});
