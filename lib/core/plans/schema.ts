import { z } from "zod";
import { familyTiers } from "@/lib/core/families/schema";

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
