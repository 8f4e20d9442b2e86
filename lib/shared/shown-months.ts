import { usualFirstYear } from "@/lib/shared/album-years";
import { unknownMonth } from "@/lib/shared/months";

/** An album that begins in 2022 begins in October (specification 2.4). */
const firstMonth = 10;

const place = ({ month }: { month: number }) => (month === unknownMonth ? 13 : month);

/**
 * The months of a year shown in its grid, January first, and the unknown one last.
 * @param firstYear the album's first year
 */
export function shownMonths<T extends { month: number }>(
  year: number,
  months: readonly T[],
  firstYear: number,
): T[] {
  const isCut = year === usualFirstYear && firstYear === usualFirstYear;
  return months
    .filter(({ month }) => !isCut || month >= firstMonth || month === unknownMonth)
    .sort((one, other) => place(one) - place(other));
}
