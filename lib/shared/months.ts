export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** The place of a year for what is known to be of that year and no more. In an address and in the database, too. */
export const unknownMonth = 0;
/** The months in which something can be filed, in the order in which they are offered. */
export const monthChoices: readonly number[] = [...monthNames.map((_, index) => index + 1), unknownMonth];

/** Name of month 1 to 12; anything else is 'Unknown' (specification 3). */
export function monthName(month: number): string {
  return monthNames[month - 1] ?? "Unknown";
}

/** The first three letters, for small tiles. */
export function shortMonthName(month: number): string {
  const name = monthNames[month - 1];
  return name ? name.slice(0, 3) : "Unknown";
}

/** "July 1985"; "1985, month unknown". */
export function formatMonth({ year, month }: { year: number; month: number }): string {
  return month === unknownMonth ? `${year}, month unknown` : `${monthName(month)} ${year}`;
}

/** A month's folder in a ZIP, in the order of the year: "03 March", and "Unknown" after them. */
export function monthFolder(month: number): string {
  const number = month === unknownMonth ? "" : `${String(month).padStart(2, "0")} `;
  return number + monthName(month);
}
