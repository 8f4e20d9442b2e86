/** How dates and prices are written unless somebody chose otherwise. Apart from the list, which home needn't load. */
export const defaultFormatLocale = "en-GB";
