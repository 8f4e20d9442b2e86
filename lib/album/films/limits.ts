export const filmKinds = ["growing", "year", "birthday"] as const;
export type FilmKind = (typeof filmKinds)[number];

export const fewestPictures = 2;
/** Twenty years, a month a second. */
export const mostPictures = 240;
/** Of one person in a family; a new one replaces the oldest. */
export const maxFilms = 3;
/** How long each picture is shown: a month a second, and longer in the film of a year. */
export const secondsEach: Record<FilmKind, number> = { growing: 1, year: 2.5, birthday: 2.5 };
/** How long the title is shown, in pictures. */
export const titlePictures: Record<FilmKind, number> = { growing: 2, year: 1, birthday: 1 };

export const maxTitleLength = 60;
