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

/** The month of anything whose year is known but nothing more, in addresses and in the database too. */
export const unknownMonth = 0;
/** How precisely the year of something filed under an unknown month is known; decades begin with the year given. */
export const yearPrecisions = ["exact", "around", "decade"] as const;
export type YearPrecision = (typeof yearPrecisions)[number];

/** Where something is filed, and how precisely that is known. */
export interface FiledMonth {
  year: number;
  month: number;
  yearPrecision?: YearPrecision | undefined;
}

export const decadeOf = (year: number): number => year - (year % 10);

/** The months that something can be filed under, in the order they are offered. */
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

/** "July 1985"; "1985, month unknown"; "around 1985"; "the 1980s". */
export function formatMonth({ year, month, yearPrecision = "exact" }: FiledMonth): string {
  if (month !== unknownMonth) return `${monthName(month)} ${year}`;
  if (yearPrecision === "around") return `around ${year}`;
  return yearPrecision === "decade" ? `the ${year}s` : `${year}, month unknown`;
}

/** The same, capitalised for use on its own. */
export function monthTitle(filed: FiledMonth): string {
  const text = formatMonth(filed);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A month's folder in a ZIP, in the order of the year: "03 March", and "Unknown" after them. */
export function monthFolder(month: number): string {
  const number = month === unknownMonth ? "" : `${String(month).padStart(2, "0")} `;
  return number + monthName(month);
}
