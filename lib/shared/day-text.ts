const formats = new Map<string, Intl.DateTimeFormat>();

/** The format for these options. It is created once: that takes a hundred times as long as formatting a date. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** Formats "3 March 2024" for `locale`, by default in the reader's time zone. */
export function formatDay(date: Date, timeZone?: string, locale: string = "en-GB"): string {
  const options = { day: "numeric", month: "long", year: "numeric" } as const;
  return dateFormat(locale, timeZone ? { ...options, timeZone } : options).format(date);
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Formats "today", "yesterday", "on Tuesday" within a week, otherwise "on 3 March 2024"; by the reader's calendar. */
export function formatRelativeDay(date: Date, now: Date, locale?: string): string {
  // Rounded: a day with a clock change has 23 or 25 hours.
  const daysAgo = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (daysAgo === 0) return "today";
  if (daysAgo === 1) return "yesterday";
  if (daysAgo > 1 && daysAgo < 7) {
    return `on ${dateFormat("en-GB", { weekday: "long" }).format(date)}`;
  }
  return `on ${formatDay(date, undefined, locale)}`;
}
