import { z } from "zod";
import { route } from "@/lib/http/route";
import { operatorGiftOrderSchema } from "@/lib/shop/gifts/schema";
import { listOrdersToMake } from "@/lib/shop/gifts/server/operator-service";

export const GET = route({
  summary: "The paid gift orders of the whole installation that have to be made, latest first.",
  access: "superAdmin",
  answer: z.array(operatorGiftOrderSchema),
  handler: () => listOrdersToMake(),
});
