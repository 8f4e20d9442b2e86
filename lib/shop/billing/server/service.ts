import { familyTiers } from "@/lib/core/families/schema";
import type { PlanDto } from "@/lib/core/plans/schema";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { currencies, currencyCodes, currencySymbol } from "@/lib/shared/currency";
import type { CurrencyDto } from "@/lib/shop/billing/schema";

/** The plans a family can have, free plan first (specification 9.7, or as a super admin has set). */
export async function listPlans(): Promise<PlanDto[]> {
  const plans = await getPlans();
  return familyTiers.map((tier) => ({ tier, ...plans[tier] }));
}

/** The currencies in which prices can be shown (specification 9.8). */
export function listCurrencies(): CurrencyDto[] {
  return currencyCodes.map((code) => ({
    code,
    symbol: currencySymbol(code),
    rate: currencies[code].rate,
  }));
}
