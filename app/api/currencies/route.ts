import { z } from "zod";
import { currencySchema } from "@/lib/features/billing/schema";
import { listCurrencies } from "@/lib/features/billing/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The currencies prices are shown in, and what a pound is worth in each.",
  access: "public",
  answer: z.array(currencySchema),
  handler: async () => listCurrencies(),
});
