/**
 * How dates and prices are written. Keepsake speaks English, so each is English as written in that country: the words
 * stay the same, the order of a date and the punctuation of a price change.
 */
export const formatLocales = {
  "en-GB": "United Kingdom",
  "en-US": "United States",
  "en-AU": "Australia",
  "en-AT": "Austria",
  "en-BE": "Belgium",
  "en-CA": "Canada",
  "en-DK": "Denmark",
  "en-FI": "Finland",
  "en-DE": "Germany",
  "en-HK": "Hong Kong",
  "en-IN": "India",
  "en-IE": "Ireland",
  "en-NL": "Netherlands",
  "en-NZ": "New Zealand",
  "en-NG": "Nigeria",
  "en-SG": "Singapore",
  "en-ZA": "South Africa",
  "en-SE": "Sweden",
  "en-CH": "Switzerland",
} as const;

export type FormatLocale = keyof typeof formatLocales;
