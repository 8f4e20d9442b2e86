interface Month {
  year: number;
  itemCount: number;
  /** How many items precede it. */
  startIndex: number;
}

/** The index of the month that contains the item at `index`. */
export function monthAt(months: readonly Month[], index: number): number {
  const after = months.findIndex(({ startIndex }) => startIndex > index);
  return (after < 0 ? months.length : Math.max(1, after)) - 1;
}

/** Marks closer than this would overlap. */
const minGap = 0.045;

/** Where each year starts along the list, 0 to 1; without those that don't fit. */
export function yearMarks(months: readonly Month[]): { year: number; at: number }[] {
  const last = months.at(-1);
  if (!last) return [];
  const total = Math.max(1, last.startIndex + last.itemCount - 1);
  const marks: { year: number; at: number }[] = [];
  let known: number | null = null;
  for (const { year, startIndex } of months) {
    if (year === known) continue;
    known = year;
    const at = startIndex / total;
    if (at - (marks.at(-1)?.at ?? -1) >= minGap) marks.push({ year, at });
  }
  return marks;
}
