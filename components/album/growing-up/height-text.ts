/** Formats "92.5 cm" for the reader's locale. */
export const formatHeight = (cm: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(cm)} cm`;
