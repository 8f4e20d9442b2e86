import { monthNames } from "@/lib/shared/months";

export interface CalendarBirthday {
  name: string;
  /** YYYY-MM-DD */
  birthDate: string;
}

export interface CalendarDay {
  date: number;
  isWeekend: boolean;
  /** "Ada is 4", or "Ada" on the day of birth. */
  words: string[];
}

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const saturday = 6;

/** The locale's first day of the week: 1 is Monday, 7 is Sunday. */
export function firstWeekday(locale: string): number {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const info = getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo;
  return info?.firstDay ?? 1;
}

export const weekdayNames = (firstDay: number): string[] =>
  dayNames.map((_, at) => dayNames[(at + firstDay - 1) % 7] ?? "");

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const weekdayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).getUTCDay() || 7;

/** Someone born on 29 February has their birthday on the 28th in years without it. */
function birthdayDate(birthDate: string, year: number, month: number): number | null {
  const [born = 0, bornMonth, bornDate = 0] = birthDate.split("-").map(Number);
  return born <= year && bornMonth === month ? Math.min(bornDate, daysIn(year, month)) : null;
}

function wordsOf({ name, birthDate }: CalendarBirthday, year: number): string {
  const age = year - Number(birthDate.slice(0, 4));
  return age > 0 ? `${name} is ${age}` : name;
}

/** A month as weeks of seven days; null: a day of another month. */
export function monthGrid(
  year: number,
  month: number,
  firstDay: number,
  birthdays: readonly CalendarBirthday[],
): (CalendarDay | null)[][] {
  const before = (weekdayOf(year, month, 1) - firstDay + 7) % 7;
  const days: (CalendarDay | null)[] = Array.from({ length: before }, () => null);
  for (let date = 1; date <= daysIn(year, month); date++) {
    const words = birthdays
      .filter(({ birthDate }) => birthdayDate(birthDate, year, month) === date)
      .map((birthday) => wordsOf(birthday, year));
    days.push({ date, isWeekend: weekdayOf(year, month, date) >= saturday, words });
  }
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

export const calendarMonthName = (index: number): string => monthNames[index] ?? "";
