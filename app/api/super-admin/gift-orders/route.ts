import { z } from "zod";
import { listOrdersToMake } from "@/lib/features/gifts/operator-service";
import { operatorGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The paid gift orders of the whole installation that have to be made, latest first.",
  access: "superAdmin",
  answer: z.array(operatorGiftOrderSchema),
  handler: () => listOrdersToMake(),
});
