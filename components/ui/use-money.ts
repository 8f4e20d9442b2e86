import { usePreferences } from "@/components/ui/preferences";
import { chargedMoney, poundsText } from "@/lib/shared/currency";

/** Formats money for this person: in their format, and prices in their currency too (specification 9.7). */
export function useMoney() {
  const { locale, currency } = usePreferences();
  return {
    locale,
    /** Formats a charge in pounds: "£22.00", or "£22.00 (about €25.52)". */
    price: (pence: number) => chargedMoney(pence, { currency, locale }),
    /** Formats a balance or payment in pounds: "£25", "£12.50". */
    pounds: (pence: number) => poundsText(pence, locale),
  };
}
