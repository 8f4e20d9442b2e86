import { oldestYear } from "@/lib/shared/album-years";
import { monthName, monthNames, unknownMonth } from "@/lib/shared/months";

/** What a date in a search means, in terms of the month an item is filed in and its time within that month. */
export type DateMeaning =
  /** From one month to another, both included; unknown months only if it begins with one, as whole years do. */
  | { type: "months"; from: YearMonth; to: YearMonth }
  /** Days of one month, both included. */
  | { type: "days"; year: number; month: number; first: number; last: number }
  /** A month of every year, or days of it. */
  | { type: "everyYear"; month: number; first: number; last: number };

export interface YearMonth {
  year: number;
  month: number;
}

export const wholeYear = (year: number): DateMeaning => ({
  type: "months",
  from: { year, month: unknownMonth },
  to: { year, month: 12 },
});

export interface FoundDate {
  /** How many words it takes. */
  length: number;
  label: string;
  meaning: DateMeaning;
  /** The word that could also be a name or part of a description ("June", "Christmas"), and the year beside it. */
  word: string | null;
  year: number | null;
  /** Next to a year or a day, a month's name can hardly mean anything else. */
  isCertain: boolean;
}

const aboutWords = new Set(["around", "about", "circa", "ca", "c"]);
/** "Around 1985" is 1983 to 1987. */
const aboutYears = 2;
const lastDay = 31;
const seasons = new Map<string, readonly [first: number, name: string]>([
  ["spring", [3, "Spring"]],
  ["summer", [6, "Summer"]],
  ["autumn", [9, "Autumn"]],
  ["fall", [9, "Autumn"]],
  ["winter", [12, "Winter"]],
]);
/** Holidays by name, with their month and days. Longer names come first. */
const holidays: readonly (readonly [
  words: string,
  label: string,
  month: number,
  first: number,
  last: number,
])[] = [
  ["new year's eve", "New Year's Eve", 12, 31, 31],
  ["new years eve", "New Year's Eve", 12, 31, 31],
  ["new year's day", "New Year's Day", 1, 1, 1],
  ["new years day", "New Year's Day", 1, 1, 1],
  ["christmas eve", "Christmas Eve", 12, 24, 24],
  ["christmas day", "Christmas Day", 12, 25, 25],
  ["boxing day", "Boxing Day", 12, 26, 26],
  ["christmas", "Christmas", 12, 24, 26],
  ["xmas", "Christmas", 12, 24, 26],
  ["halloween", "Halloween", 10, 31, 31],
];

const fullMonth = (word: string | undefined) =>
  monthNames.findIndex((name) => name.toLowerCase() === word) + 1;

/** A month by its name, or by its first three letters ("sept" too). */
function anyMonth(word: string | undefined): number {
  if (!word) return 0;
  const short = word === "sept" ? "sep" : word;
  return fullMonth(word) || monthNames.findIndex((name) => name.slice(0, 3).toLowerCase() === short) + 1;
}

/** Reads dates among the words of a search, relative to `today`: the reader's date, as a date in UTC. */
export class DateReader {
  readonly #today: Date;

  constructor(
    /** Lower case, without surrounding punctuation. */
    private readonly words: readonly string[],
    today: Date,
    /** The year with which the album begins. */
    private readonly firstYear: number,
  ) {
    this.#today = today;
  }

  /** The longest date that begins with this word; null if there is none. */
  at(index: number): FoundDate | null {
    return (
      this.#numeric(index) ??
      this.#relative(index) ??
      this.#dayAndMonth(index) ??
      this.#monthAndYear(index) ??
      this.#season(index) ??
      this.#holiday(index) ??
      this.#roughly(index) ??
      this.#monthAlone(index) ??
      this.#yearAlone(index)
    );
  }

  get #thisYear(): number {
    return this.#today.getUTCFullYear();
  }

  get #thisMonth(): number {
    return this.#today.getUTCMonth() + 1;
  }

  #year(index: number): number | null {
    const word = this.words[index] ?? "";
    const year = /^\d{4}$/.test(word) ? Number(word) : 0;
    return year >= this.firstYear && year <= this.#thisYear + 1 ? year : null;
  }

  /** A year here, or after an "of": "summer of 2024". */
  #yearBeside(index: number): { year: number | null; length: number } {
    const year = this.#year(index);
    if (year !== null) return { year, length: 1 };
    const behind = this.words[index] === "of" ? this.#year(index + 1) : null;
    return { year: behind, length: behind === null ? 0 : 2 };
  }

  /** 2024-05, 2024-05-12, 12/05/2024, 12.5.2024, 05/2024. */
  #numeric(index: number): FoundDate | null {
    const word = this.words[index] ?? "";
    const iso = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(word);
    if (iso) return certain(1, Number(iso[1]), Number(iso[2]), iso[3] ? Number(iso[3]) : null);
    const british = /^(?:(\d{1,2})[-/.])?(\d{1,2})[-/.](\d{4})$/.exec(word);
    if (!british) return null;
    const [day, month] = [british[1] ? Number(british[1]) : null, Number(british[2])];
    // The day comes first, as in British dates, unless that is impossible.
    if (day !== null && month > 12) return certain(1, Number(british[3]), day, month);
    return certain(1, Number(british[3]), month, day);
  }

  /** Today, yesterday, this and last month, year, season, June and Christmas. */
  #relative(index: number): FoundDate | null {
    const word = this.words[index];
    if (word === "today" || word === "yesterday") {
      const day = new Date(this.#today.getTime() - (word === "today" ? 0 : 86_400_000));
      return certain(1, day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
    }
    if (word !== "last" && word !== "this") return null;
    const isLast = word === "last";
    const what = this.words[index + 1] ?? "";
    if (what === "year") return yearFound(2, this.#thisYear - Number(isLast));
    if (what === "month") {
      const { year, month } = monthsOn(this.#thisYear, this.#thisMonth, isLast ? -1 : 0);
      return certain(2, year, month, null);
    }
    const season = seasons.get(what);
    if (season) return seasonFound(2, season, this.#yearOf(season[0], 3, isLast));
    const month = fullMonth(what);
    if (month > 0) return certain(2, this.#yearOf(month, 1, isLast), month, null);
    const holiday = this.#holidayAt(index + 1);
    if (!holiday) return null;
    const [words, , holidayMonth, , last] = holiday;
    const year = isLast && !this.#isOver(holidayMonth, last) ? this.#thisYear - 1 : this.#thisYear;
    return holidayFound(1 + words.split(" ").length, holiday, year);
  }

  #isOver(month: number, day: number): boolean {
    return month < this.#thisMonth || (month === this.#thisMonth && day < this.#today.getUTCDate());
  }

  /** The year in which such a span of months began: the last one that is over, or the current one. */
  #yearOf(first: number, months: number, isLast: boolean): number {
    const now = this.#thisYear * 12 + this.#thisMonth - 1;
    const began = (year: number) => year * 12 + first - 1;
    const isRunning = now >= began(this.#thisYear - 1) && now < began(this.#thisYear - 1) + months;
    if (!isLast) return isRunning ? this.#thisYear - 1 : this.#thisYear;
    const isOver = (year: number) => began(year) + months <= now;
    return [this.#thisYear, this.#thisYear - 1].find(isOver) ?? this.#thisYear - 2;
  }

  /** 12 May 2024, 12th of May, May 12, 2024. */
  #dayAndMonth(index: number): FoundDate | null {
    const dayFirst = dayNumber(this.words[index]);
    const gap = this.words[index + 1] === "of" ? 1 : 0;
    const [day, month, length] = dayFirst
      ? [dayFirst, anyMonth(this.words[index + 1 + gap]), 2 + gap]
      : [dayNumber(this.words[index + 1]), anyMonth(this.words[index]), 2];
    if (!day || !month) return null;
    const year = this.#year(index + length);
    if (year !== null) return certain(length + 1, year, month, day);
    if (!isDay(2024, month, day)) return null;
    const meaning: DateMeaning = { type: "everyYear", month, first: day, last: day };
    const label = `${day} ${monthName(month)}`;
    return { length, label, meaning, word: null, year: null, isCertain: true };
  }

  /** June 2026, Jun 2026, June of 2026, 2026 June. */
  #monthAndYear(index: number): FoundDate | null {
    const month = anyMonth(this.words[index]);
    if (month) {
      const { year, length } = this.#yearBeside(index + 1);
      return year === null ? null : certain(1 + length, year, month, null, this.words[index]);
    }
    const year = this.#year(index);
    const behind = fullMonth(this.words[index + 1]);
    if (year === null || !behind) return null;
    return certain(2, year, behind, null, this.words[index + 1]);
  }

  #season(index: number): FoundDate | null {
    const season = seasons.get(this.words[index] ?? "");
    const { year, length } = this.#yearBeside(index + 1);
    return season && year !== null ? seasonFound(1 + length, season, year) : null;
  }

  #holidayAt(index: number) {
    return holidays.find(([words]) =>
      words.split(" ").every((word, offset) => this.words[index + offset] === word),
    );
  }

  #holiday(index: number): FoundDate | null {
    const holiday = this.#holidayAt(index);
    if (!holiday) return null;
    const words = holiday[0].split(" ").length;
    const { year, length } = this.#yearBeside(index + words);
    return holidayFound(words + length, holiday, year);
  }

  #monthAlone(index: number): FoundDate | null {
    const word = this.words[index] ?? "";
    const month = fullMonth(word);
    if (!month) return null;
    const meaning: DateMeaning = { type: "everyYear", month, first: 1, last: lastDay };
    return { length: 1, label: monthName(month), meaning, word, year: null, isCertain: false };
  }

  /** The 1980s, the '80s; around 1985. */
  #roughly(index: number): FoundDate | null {
    const isLed = this.words[index] === "the";
    const decade = decadeNamed(this.words[index + Number(isLed)]);
    if (decade !== null) {
      const isOfAlbum = decade + 9 >= this.firstYear && decade <= this.#thisYear;
      return isOfAlbum ? yearsFound(1 + Number(isLed), `The ${decade}s`, decade, decade + 9) : null;
    }
    const year = aboutWords.has(this.words[index] ?? "") ? this.#year(index + 1) : null;
    return year === null ? null : yearsFound(2, `Around ${year}`, year - aboutYears, year + aboutYears);
  }

  #yearAlone(index: number): FoundDate | null {
    const year = this.#year(index);
    return year !== null && year <= this.#thisYear ? yearFound(1, year) : null;
  }
}

function dayNumber(word: string | undefined): number {
  const number = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word ?? "")?.[1] ?? 0);
  return number <= lastDay ? number : 0;
}

function isDay(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && day > 0;
}

/** The month that many months later. */
function monthsOn(year: number, month: number, months: number): YearMonth {
  const index = year * 12 + month - 1 + months;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** A month of a year or a day of it; null if it doesn't exist. */
function certain(
  length: number,
  year: number,
  month: number,
  day: number | null,
  word: string | null = null,
): FoundDate | null {
  if (month < 1 || month > 12 || year < oldestYear || (day !== null && !isDay(year, month, day))) return null;
  const meaning: DateMeaning =
    day === null
      ? { type: "months", from: { year, month }, to: { year, month } }
      : { type: "days", year, month, first: day, last: day };
  const label = `${day === null ? "" : `${day} `}${monthName(month)} ${year}`;
  return { length, label, meaning, word, year, isCertain: true };
}

/** 1980s, 1980's, 80s; null for another word. Two digits from 30 on mean the last century. */
function decadeNamed(word = ""): number | null {
  const digits = /^((?:\d\d)?\d0)'?s$/.exec(word)?.[1];
  if (!digits) return null;
  const century = Number(digits) < 30 ? 2000 : 1900;
  return digits.length === 4 ? Number(digits) : century + Number(digits);
}

function yearsFound(length: number, label: string, first: number, last: number): FoundDate {
  const meaning: DateMeaning = {
    type: "months",
    from: { year: first, month: unknownMonth },
    to: { year: last, month: 12 },
  };
  return { length, label, meaning, word: null, year: null, isCertain: true };
}

function yearFound(length: number, year: number): FoundDate {
  return { length, label: String(year), meaning: wholeYear(year), word: null, year: null, isCertain: true };
}

/** Winter belongs to the year in which it begins. */
function seasonFound(length: number, [first, name]: readonly [number, string], year: number): FoundDate {
  const to = monthsOn(year, first, 2);
  const label = to.year === year ? `${name} ${year}` : `${name} ${year}/${String(to.year).slice(-2)}`;
  const meaning: DateMeaning = { type: "months", from: { year, month: first }, to };
  return { length, label, meaning, word: name.toLowerCase(), year, isCertain: true };
}

function holidayFound(length: number, holiday: (typeof holidays)[number], year: number | null): FoundDate {
  const [words, name, month, first, last] = holiday;
  const meaning: DateMeaning =
    year === null ? { type: "everyYear", month, first, last } : { type: "days", year, month, first, last };
  const label = year === null ? name : `${name} ${year}`;
  return { length, label, meaning, word: words, year, isCertain: false };
}
