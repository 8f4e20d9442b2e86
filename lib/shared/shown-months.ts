/** The album begins in October 2022 (specification 2.4). */
const firstYear = 2022;
const firstMonth = 10;

/** The months of a year that its grid shows, January first: of 2022 only October onward. */
export function shownMonths<T extends { month: number }>(year: number, months: readonly T[]): T[] {
  return months
    .filter(({ month }) => year !== firstYear || month >= firstMonth)
    .sort((one, other) => one.month - other.month);
}
