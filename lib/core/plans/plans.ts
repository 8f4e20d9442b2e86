import type { FamilyTier } from "@/lib/core/families/schema";
import { gibibyte } from "@/lib/shared/units";

export interface Plan {
  name: string;
  /** null: unlimited */
  storageBytes: number | null;
  members: number;
  /** Pence. */
  priceMonthly: number;
  /** Pence; twelve months for the price of ten. */
  priceYearly: number;
}

/** Specification 9.7. */
export const plans: Record<FamilyTier, Plan> = {
  free: { name: "Free", storageBytes: 5 * gibibyte, members: 3, priceMonthly: 0, priceYearly: 0 },
  family: {
    name: "Family Plan",
    storageBytes: 200 * gibibyte,
    members: 6,
    priceMonthly: 499,
    priceYearly: 4990,
  },
  premium: { name: "Premium Plan", storageBytes: null, members: 10, priceMonthly: 999, priceYearly: 9990 },
};
