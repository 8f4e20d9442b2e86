/** Specification 9.8: the value of one pound; prices are set in pounds. */
export const currencies = {
  GBP: { name: "British pound", rate: 1 },
  USD: { name: "US dollar", rate: 1.27 },
  EUR: { name: "Euro", rate: 1.16 },
  CAD: { name: "Canadian dollar", rate: 1.71 },
  AUD: { name: "Australian dollar", rate: 1.92 },
  JPY: { name: "Japanese yen", rate: 187 },
  CHF: { name: "Swiss franc", rate: 1.11 },
  SEK: { name: "Swedish krona", rate: 13.7 },
  NOK: { name: "Norwegian krone", rate: 13.8 },
  DKK: { name: "Danish krone", rate: 8.69 },
  NZD: { name: "New Zealand dollar", rate: 2.05 },
  SGD: { name: "Singapore dollar", rate: 1.7 },
  HKD: { name: "Hong Kong dollar", rate: 9.89 },
  MXN: { name: "Mexican peso", rate: 21.8 },
  BRL: { name: "Brazilian real", rate: 6.45 },
} as const;

export type CurrencyCode = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]];

/** The symbol that distinguishes it on an English page: £, US$, €. */
export function currencySymbol(currency: CurrencyCode): string {
  const parts = new Intl.NumberFormat("en-GB", { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Specification 9.8: the region of a locale -> its currency. */
const byRegion: Record<string, CurrencyCode> = {
  US: "USD",
  CA: "CAD",
  GB: "GBP",
  UK: "GBP",
  AU: "AUD",
  JP: "JPY",
  CH: "CHF",
  SE: "SEK",
  NO: "NOK",
  DK: "DKK",
  ...Object.fromEntries(
    "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
      .split(" ")
      .map((country) => [country, "EUR" as const]),
  ),
};

/** The currency of a browser's locale (`de-AT`); pounds if it suggests none that we know (specification 9.7). */
export function guessCurrency(locale: string | undefined): CurrencyCode {
  try {
    return byRegion[new Intl.Locale((locale ?? "").replaceAll("_", "-")).region ?? ""] ?? "GBP";
  } catch {
    // A browser can send anything.
    return "GBP";
  }
}

const moneyFormat = (currency: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: "currency", currency });

/** Formats "£4.99": an amount in minor units of its own currency, which may be one that isn't offered here. */
export function amountText(minorUnits: number, currency: string, locale: string): string {
  const format = moneyFormat(currency, locale);
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/**
 * An amount of pounds in another currency, formatted for `locale`.
 * @param pence minor units of GBP
 */
export function formatMoney(pence: number, currency: CurrencyCode, locale: string): string {
  return moneyFormat(currency, locale).format((pence / 100) * currencies[currency].rate);
}

/** How prices are shown to someone: charges are in pounds. */
export interface ShownMoney {
  currency: CurrencyCode;
  locale: string;
}

/** As the person chose it; without a chosen currency, as their browser's languages suggest. */
export function shownMoney(
  settings: { currency: CurrencyCode | null; locale: string },
  acceptLanguage: string | null,
): ShownMoney {
  const [first] = (acceptLanguage ?? "").split(/[,;]/);
  return { currency: settings.currency ?? guessCurrency(first), locale: settings.locale };
}

/** Formats "£22.00" and the approximate amount in the person's own currency: "£22.00 (about €25.52)". */
export function chargedMoney(pence: number, { currency, locale }: ShownMoney): string {
  return currency === "GBP"
    ? formatMoney(pence, "GBP", locale)
    : `${formatMoney(pence, "GBP", locale)} (about ${formatMoney(pence, currency, locale)})`;
}

/** Formats "£12.50" for 1250 pence; whole pounds without pence. */
export function poundsText(pence: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "GBP",
    minimumFractionDigits: pence % 100 === 0 ? 0 : 2,
  }).format(pence / 100);
}
