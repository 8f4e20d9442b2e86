import { usePreferences } from "@/components/ui/preferences";
import { chargedMoney, poundsText } from "@/lib/shared/currency";

/** How this person is shown money: in their format, and prices in their currency as well (specification 9.7). */
export function useMoney() {
  const { locale, currency } = usePreferences();
  return {
    locale,
    /** What is charged in pounds: "£22.00", or "£22.00 (about €25.52)". */
    price: (pence: number) => chargedMoney(pence, { currency, locale }),
    /** What someone has or pays in pounds: "£25", "£12.50". */
    pounds: (pence: number) => poundsText(pence, locale),
  };
}
