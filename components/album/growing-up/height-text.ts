/** Formats "92.5 cm" as the reader writes numbers. */
export const formatHeight = (cm: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(cm)} cm`;
