export const bookKinds = ["book", "calendar"] as const;
export type BookKind = (typeof bookKinds)[number];
export const bookFormats = ["a4", "square", "landscape"] as const;
export type BookFormat = (typeof bookFormats)[number];

export const maxBookPages = 120;
export const maxPagePhotos = 6;
export const maxBookTitle = 80;
export const maxPageHeading = 60;
export const maxPageCaption = 300;
/** Photos in a proposal: about 60 pages. */
export const proposedPhotos = 100;
/** Photos someone can select for a book. */
export const maxChosenPhotos = 300;
export const monthsAYear = 12;
