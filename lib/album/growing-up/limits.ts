/** Photos of a month, and of a year. */
export const picksOf = { month: 4, year: 8 } as const;
/** About one person. */
export const maxNotes = 1_000;
export const maxFirstLength = 80;
export const maxWordsLength = 500;
/** Of a newborn, and of anyone. */
export const heightsCm = { least: 20, most: 250 } as const;

export const noteKinds = ["first", "height", "words"] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Offered when someone marks a first time; any words of their own will do. */
export const firstTimes = [
  "First smile",
  "First tooth",
  "First steps",
  "First word",
  "First haircut",
  "First swim",
  "First bike ride",
  "First day at nursery",
  "First day at school",
  "First lost tooth",
] as const;
