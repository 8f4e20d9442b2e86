import { z } from "zod";
import { familyTiers } from "@/lib/features/families/schema";
import { currencyCodes } from "@/lib/shared/currency";

/** Specification 3, Plan pricing: minor units of GBP. */
export const planSchema = z.object({
  tier: z.enum(familyTiers),
  name: z.string(),
  priceMonthly: z.number(),
  priceYearly: z.number(),
  /** null: unlimited */
  storageBytes: z.number().nullable(),
  members: z.number(),
});
export type PlanDto = z.infer<typeof planSchema>;

/** Specification 3, Currency table: the rate is what one pound is worth. */
export const currencySchema = z.object({ code: z.enum(currencyCodes), symbol: z.string(), rate: z.number() });
export type CurrencyDto = z.infer<typeof currencySchema>;
