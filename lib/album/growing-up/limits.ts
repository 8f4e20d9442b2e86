/** Photos per month, and per year. */
export const picksOf = { month: 4, year: 8 } as const;
/** Per person. */
export const maxNotes = 1_000;
export const maxFirstLength = 80;
export const maxWordsLength = 500;
/** From a newborn to the tallest person. */
export const heightsCm = { least: 20, most: 250 } as const;

export const noteKinds = ["first", "height", "words"] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Suggested when someone notes a first time; they can also write their own. */
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
