import { usualFirstYear } from "@/lib/shared/album-years";

/** An album that begins in 2022 begins in October (specification 2.4). */
const firstMonth = 10;

/**
 * The months of a year shown in its grid, January first.
 * @param firstYear with which the album begins
 */
export function shownMonths<T extends { month: number }>(
  year: number,
  months: readonly T[],
  firstYear: number,
): T[] {
  const isCut = year === usualFirstYear && firstYear === usualFirstYear;
  return months
    .filter(({ month }) => !isCut || month >= firstMonth)
    .sort((one, other) => one.month - other.month);
}
