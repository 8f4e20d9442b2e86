const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const partsOf = (day: string) =>
  [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))] as const;

/**
 * Whole months from a birth to a day, negative before it. For someone born on the 31st, a month of 30 days ends on its
 * last day; likewise, a birthday on 29 February is on the 28th in other years.
 * @param birthDate YYYY-MM-DD @param day YYYY-MM-DD
 */
export function monthsOld(birthDate: string, day: string): number {
  const [bornYear, bornMonth, bornDate] = partsOf(birthDate);
  const [year, month, date] = partsOf(day);
  const months = (year - bornYear) * 12 + month - bornMonth;
  return date < Math.min(bornDate, lastOfMonth(year, month)) ? months - 1 : months;
}

/** The day on which someone turns this many months old, YYYY-MM-DD. */
export function dayAtMonths(birthDate: string, months: number): string {
  const [year, month, date] = partsOf(birthDate);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = lastOfMonth(first.getUTCFullYear(), first.getUTCMonth() + 1);
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** From this age on, months are no longer counted. */
const grownUpYears = 18;
/** Below this many months, a life is divided into months rather than years. */
export const yearsFromMonths = 24;

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Formats "5 months", "3 years 2 months", "41 years"; "newborn" in the first month. */
export function formatAge(months: number): string {
  if (months < 1) return "newborn";
  if (months < yearsFromMonths) return plural(months, "month");
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (rest === 0 || years >= grownUpYears) return plural(years, "year");
  return `${plural(years, "year")} ${plural(rest, "month")}`;
}

/** What is known about when an item was taken. */
export interface DatedItem {
  takenAt: Date | string | null;
  year: number;
  month: number;
  yearPrecision: "exact" | "around" | "decade";
}

/** How precisely a day is known. */
export type DayPrecision = "day" | "month" | "year";

export interface TakenDay {
  /** YYYY-MM-DD, the middle of the known period. */
  day: string;
  precision: DayPrecision;
}

/**
 * When an item was taken, as far as is known: the camera's day if it is in the month the item is filed under, otherwise
 * that month or year, since a scanner's clock says nothing about an old photo. null for a decade.
 */
export function takenDay({ takenAt, year, month, yearPrecision }: DatedItem): TakenDay | null {
  if (yearPrecision === "decade") return null;
  const text = takenAt instanceof Date ? takenAt.toISOString() : takenAt;
  const isFiledThere =
    text !== null && Number(text.slice(0, 4)) === year && Number(text.slice(5, 7)) === month;
  if (isFiledThere) return { day: text.slice(0, 10), precision: "day" };
  const filed = `${String(year).padStart(4, "0")}-${String(month || 7).padStart(2, "0")}`;
  return month > 0 ? { day: `${filed}-15`, precision: "month" } : { day: `${filed}-01`, precision: "year" };
}

/** How old someone is in an item, in months; null before their birth, and if its date isn't known. */
export function monthsOn(birthDate: string, item: DatedItem): number | null {
  const taken = takenDay(item);
  if (!taken) return null;
  const months = monthsOld(birthDate, taken.day);
  if (months >= 0) return months;
  // Filed under the month or year of the birth, so it shows the first days.
  const isSame =
    birthDate.slice(0, taken.precision === "year" ? 4 : 7) ===
    taken.day.slice(0, taken.precision === "year" ? 4 : 7);
  return taken.precision !== "day" && isSame ? 0 : null;
}

/** How old someone is in an item: "3 years 2 months", "about 34 years" if only the year is known; null as above. */
export function formatAgeOn(birthDate: string, item: DatedItem): string | null {
  const months = monthsOn(birthDate, item);
  if (months === null) return null;
  if (takenDay(item)?.precision !== "year") return formatAge(months);
  return months < yearsFromMonths ? "under 2 years" : `about ${plural(Math.floor(months / 12), "year")}`;
}

/** A month of someone's first two years, or a year of their life after that. */
export interface LifePeriod {
  unit: "month" | "year";
  /** How many such units came before it. */
  age: number;
}

/** The period of a life that is this many months after the birth. */
export const periodAt = (months: number): LifePeriod =>
  months < yearsFromMonths ? { unit: "month", age: months } : { unit: "year", age: Math.floor(months / 12) };

export const periodKey = ({ unit, age }: LifePeriod) => `${unit}-${age}`;
export const periodMonths = ({ unit, age }: LifePeriod) => (unit === "month" ? age : age * 12);

/** Formats "The first month", "5 months old", "3 years old". */
export function formatPeriod({ unit, age }: LifePeriod): string {
  return unit === "month" && age === 0 ? "The first month" : `${plural(age, unit)} old`;
}
