import type { CurrencyDto, PlanDto } from "@/lib/features/billing/schema";
import { plans } from "@/lib/features/families/plans";
import { familyTiers } from "@/lib/features/families/schema";
import { currencies, currencyCodes, currencySymbol } from "@/lib/shared/currency";

/** What a family can have, the free plan first (specification 9.7). */
export function listPlans(): PlanDto[] {
  return familyTiers.map((tier) => ({ tier, ...plans[tier] }));
}

/** In which prices can be shown (specification 9.8). */
export function listCurrencies(): CurrencyDto[] {
  return currencyCodes.map((code) => ({
    code,
    symbol: currencySymbol(code),
    rate: currencies[code].rate,
  }));
}
