// Years that the pages need too, separate from the schemas, whose validator would be fetched along with them.

/** An album's first year until its family chooses another (specification 9.4). */
export const usualFirstYear = 2022;
/** The year of the oldest photograph that has survived. */
export const oldestYear = 1826;

/** From `last` back to `first`. */
export const yearsDown = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
