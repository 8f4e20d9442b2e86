import { dayMs } from "@/lib/shared/units";

const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** The birthday in a year; 29 February becomes the 28th in years without it. */
function birthdayIn(year: number, month: number, date: number): Date {
  return new Date(Date.UTC(year, month - 1, month === 2 && date === 29 && !isLeapYear(year) ? 28 : date));
}

export interface ComingDay {
  /** YYYY-MM-DD */
  date: string;
  /** Days until then; 0 is today. */
  inDays: number;
  /** The age someone reaches; 0 on the day of birth. */
  turning: number;
}

/**
 * When someone's next birthday is.
 * @param birthDate YYYY-MM-DD
 * @param today YYYY-MM-DD
 */
export function comingBirthday(birthDate: string, today: string): ComingDay {
  const start = new Date(`${today}T00:00:00Z`);
  const [bornIn = 0, month = 1, date = 1] = birthDate.split("-").map(Number);
  const thisYear = start.getUTCFullYear();
  const early = birthdayIn(thisYear, month, date);
  const day = early < start ? birthdayIn(thisYear + 1, month, date) : early;
  return {
    date: day.toISOString().slice(0, 10),
    inDays: Math.round((day.getTime() - start.getTime()) / dayMs),
    turning: day.getUTCFullYear() - bornIn,
  };
}

export interface Birthday<T> {
  person: T;
  /** Month and day as text: "3 March". */
  day: string;
  /** Days until then; 0 is today. */
  inDays: number;
}

const monthAndDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/**
 * Whose birthday is next; all of them if several share a day.
 * @param today YYYY-MM-DD
 */
export function nextBirthdays<T extends { birthDate: string | null }>(
  people: readonly T[],
  today: string,
): Birthday<T>[] {
  const coming = people.flatMap((person) => {
    if (!person.birthDate) return [];
    const { date, inDays } = comingBirthday(person.birthDate, today);
    return [{ person, day: monthAndDay.format(new Date(`${date}T00:00:00Z`)), inDays }];
  });
  const soonest = Math.min(...coming.map(({ inDays }) => inDays));
  return coming.filter(({ inDays }) => inDays === soonest);
}
