/** The album starts in October 2022 (specification 2.4). */
const firstYear = 2022;
const firstMonth = 10;

/** The months of a year shown in its grid, January first: for 2022 only from October. */
export function shownMonths<T extends { month: number }>(year: number, months: readonly T[]): T[] {
  return months
    .filter(({ month }) => year !== firstYear || month >= firstMonth)
    .sort((one, other) => one.month - other.month);
}
