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

/** Name of month 1 to 12; anything else is 'Unknown' (specification 3). */
export function monthName(month: number): string {
  return monthNames[month - 1] ?? "Unknown";
}

/** The first three letters, for small tiles. */
export function shortMonthName(month: number): string {
  const name = monthNames[month - 1];
  return name ? name.slice(0, 3) : "Unknown";
}

/** A month's folder in a ZIP, in the order of the year: "03 March". */
export function monthFolder(month: number): string {
  return `${String(month).padStart(2, "0")} ${monthName(month)}`;
}
