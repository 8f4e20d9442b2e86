/** Formats "3 March 2024" for `locale`, by default in the reader's time zone. */
export function formatDay(date: Date, timeZone?: string, locale: string = "en-GB"): string {
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    ...(timeZone ? { timeZone } : {}),
  }).format(date);
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
    return `on ${new Intl.DateTimeFormat("en-GB", { weekday: "long" }).format(date)}`;
  }
  return `on ${formatDay(date, undefined, locale)}`;
}
