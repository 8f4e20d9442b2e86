import { type CurrencyCode, moneyWords } from "@/lib/shared/currency";

/** How a visitor is shown prices: what is charged is pounds. */
export interface ShownMoney {
  currency: CurrencyCode;
  locale: string;
}

/** "£22.00", and in somebody's own currency what that is about: "£22.00 (about €25.52)". */
export function giftMoney(pence: number, { currency, locale }: ShownMoney): string {
  return currency === "GBP"
    ? moneyWords(pence, "GBP", locale)
    : `${moneyWords(pence, "GBP", locale)} (about ${moneyWords(pence, currency, locale)})`;
}
