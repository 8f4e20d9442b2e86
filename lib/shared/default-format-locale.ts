/** How dates and prices are written by default. Separate from the list, which home needn't load. */
export const defaultFormatLocale = "en-GB";
