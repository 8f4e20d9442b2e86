/**
 * The date of a moment, YYYY-MM-DD, in a time zone; in UTC if the zone is unknown.
 * @param timeZone such as "Europe/London"
 */
export function dayInZone(moment: Date, timeZone: string | undefined): string {
  if (!timeZone) return moment.toISOString().slice(0, 10);
  try {
    // Canada writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).format(moment);
  } catch {
    return moment.toISOString().slice(0, 10);
  }
}

/** The hour of a moment, 0 to 23, in a time zone; null if the zone is unknown. */
export function hourInZone(moment: Date, timeZone: string | undefined): number | null {
  if (!timeZone) return null;
  try {
    const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
    return Number(format.format(moment));
  } catch {
    return null;
  }
}

/** Whether it is the name of a time zone, such as "Europe/London". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
