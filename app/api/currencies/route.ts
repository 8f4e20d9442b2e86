import { z } from "zod";
import { route } from "@/lib/http/route";
import { currencySchema } from "@/lib/shop/billing/schema";
import { listCurrencies } from "@/lib/shop/billing/server/service";

export const GET = route({
  summary: "The currencies prices are shown in, and what a pound is worth in each.",
  access: "public",
  answer: z.array(currencySchema),
  handler: async () => listCurrencies(),
});
