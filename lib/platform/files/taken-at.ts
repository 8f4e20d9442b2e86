const earliest = Date.UTC(1900, 0, 1);
/** Wall clocks run up to 14 hours ahead of UTC; beyond that the camera's clock is wrong. */
const maxAheadMs = 48 * 3_600_000;
/** What cameras with an unset clock write: the epochs of Unix and of QuickTime. */
const unsetClocks = new Set([Date.UTC(1970, 0, 1), Date.UTC(1904, 0, 1)]);

/** The date, or null if a camera can't have meant it. */
export function plausibleTakenAt(date: Date): Date | null {
  const time = date.getTime();
  if (Number.isNaN(time) || time < earliest || time > Date.now() + maxAheadMs) return null;
  return unsetClocks.has(time) ? null : date;
}

/**
 * Reads `YYYY:MM:DD hh:mm:ss` (EXIF) or `YYYY-MM-DDThh:mm:ss` (QuickTime) as the wall clock it shows, stored as UTC: a
 * family remembers when it was noon there. Any offset after it is ignored.
 * @returns null if it isn't a date, or is implausible
 */
export function parseWallClock(text: string): Date | null {
  const parts = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/.exec(text.trim());
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date turns 31 February into a day in March.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? plausibleTakenAt(date) : null;
}
