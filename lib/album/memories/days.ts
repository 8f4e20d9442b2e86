import { dayMs } from "@/lib/shared/units";

/** 29 February. */
const leapDay = 229;
const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** Whether this is a calendar day, YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

/** The year of a day, YYYY-MM-DD. */
export const yearOf = (day: string): number => Number(day.slice(0, 4));

/**
 * The days of the year, month * 100 + day, that are remembered on a date: its own and, on 28 February of a year without
 * the 29th, that one too, so that nothing is remembered only every four years.
 * @param date YYYY-MM-DD
 */
export function rememberedDays(date: string): number[] {
  const day = Number(date.slice(5, 7)) * 100 + Number(date.slice(8, 10));
  return day === 228 && !isLeapYear(yearOf(date)) ? [day, leapDay] : [day];
}

/** A number of days later, or earlier. @param day YYYY-MM-DD */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const numbers = [
  ..."Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" "),
] as const;

/** Formats "One year ago", "Three years ago", "13 years ago". */
export function formatYearsAgo(years: number): string {
  return `${numbers[years] ?? years} ${years === 1 ? "year" : "years"} ago`;
}

/** The path of a day's memories; without a day, of today's. @param day YYYY-MM-DD */
export const onThisDayPath = (day?: string) => (day ? `/on-this-day?date=${day}` : "/on-this-day");
/** A year's anchor on that page. */
export const yearAnchor = (year: number) => `year-${year}`;
