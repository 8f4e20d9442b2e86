// Years that the pages need too; without the schemas, whose validator would be fetched along with them.

/** With which an album begins until its family says otherwise (specification 9.4). */
export const usualFirstYear = 2022;
/** Of the first photograph that has survived. */
export const oldestYear = 1826;

/** From `last` back to `first`. */
export const yearsDown = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
