import { currencies, currencyCodes, formatMoney, guessCurrency } from "@/lib/shared/currency";

test("the rates are those of the specification, GBP being 1", () => {
  const rates = Object.fromEntries(currencyCodes.map((code) => [code, currencies[code].rate]));
  expect(rates).toEqual({
    GBP: 1,
    USD: 1.27,
    EUR: 1.16,
    CAD: 1.71,
    AUD: 1.92,
    JPY: 187,
    CHF: 1.11,
    SEK: 13.7,
    NOK: 13.8,
    DKK: 8.69,
    NZD: 2.05,
    SGD: 1.7,
    HKD: 9.89,
    MXN: 21.8,
    BRL: 6.45,
  });
});

test.each([
  ["en-GB", "GBP"],
  ["en-UK", "GBP"],
  ["en-US", "USD"],
  ["fr-CA", "CAD"],
  ["en-AU", "AUD"],
  ["ja-JP", "JPY"],
  ["ja-JP-u-ca-japanese", "JPY"],
  ["de-CH", "CHF"],
  ["sv-SE", "SEK"],
  ["nb-NO", "NOK"],
  ["da-DK", "DKK"],
  ["de-AT", "EUR"],
  ["zh-Hant-US", "USD"],
  ["de_DE", "EUR"],
  ["en-ZA", "GBP"],
  ["de", "GBP"],
  ["", "GBP"],
  [undefined, "GBP"],
  ["not a locale!", "GBP"],
] as const)("a browser in %s is shown %s", (locale, currency) => {
  expect(guessCurrency(locale)).toBe(currency);
});

test("every eurozone country is shown euros", () => {
  const countries = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");
  for (const country of countries)
    expect([country, guessCurrency(`en-${country}`)]).toEqual([country, "EUR"]);
});

test("yen have no decimals, the others two", () => {
  expect(formatMoney(499, "JPY", "en-GB")).toBe("JP¥933");
  expect(formatMoney(499, "GBP", "en-GB")).toBe("£4.99");
  expect(formatMoney(500, "EUR", "en-GB")).toBe("€5.80");
  expect(formatMoney(499, "USD", "en-US")).toBe("$6.34");
});
