export const filmKinds = ["growing", "year", "birthday"] as const;
export type FilmKind = (typeof filmKinds)[number];

export const fewestPictures = 2;
/** Twenty years, at a second per month. */
export const mostPictures = 240;
/** Per person in a family; a new one replaces the oldest. */
export const maxFilms = 3;
/** How long each picture is shown: a second per month, and longer in a film about one year. */
export const secondsEach: Record<FilmKind, number> = { growing: 1, year: 2.5, birthday: 2.5 };
/** How long the title is shown, in pictures. */
export const titlePictures: Record<FilmKind, number> = { growing: 2, year: 1, birthday: 1 };

export const maxTitleLength = 60;
