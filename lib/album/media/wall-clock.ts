/**
 * A moment as the local clock showed it where the picture was taken, "2024-07-03T14:05:00": a family remembers that it
 * was noon there, and months are counted by it.
 */
export type WallClock = string;

/** Nobody photographed a family before this. */
const earliest = 1826;
const maxAheadMs = 48 * 3_600_000;
const two = (value: number) => String(value).padStart(2, "0");

/** A real moment that a camera could have meant; null for 31 February, future dates and unset clocks. */
export function wallClockOf(
  [year, month, day, hour = 12, minute = 0, second = 0]: readonly number[],
  now = Date.now(),
): WallClock | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    year >= earliest &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 61;
  if (!isReal || date.getTime() > now + maxAheadMs) return null;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(Math.min(59, second))}`;
}

/** Reads `YYYY:MM:DD hh:mm:ss` (EXIF) or `YYYY-MM-DDThh:mm:ss`; an offset after it is ignored. */
export function parseWallClock(text: string, now = Date.now()): WallClock | null {
  const parts = /^\s*(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?/.exec(text);
  return parts
    ? wallClockOf(
        parts.slice(1).map((part) => Number(part ?? 0)),
        now,
      )
    : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** What the clock showed in this time zone at that moment; null for an unknown zone or an impossible moment. */
export function wallClockIn(timeZone: string, epochMs: number, now = Date.now()): WallClock | null {
  if (!Number.isFinite(epochMs)) return null;
  try {
    const parts = new Map(
      formatOf(timeZone)
        .formatToParts(epochMs)
        .map(({ type, value }) => [type, Number(value)]),
    );
    const read = (["year", "month", "day", "hour", "minute", "second"] as const).map(
      (part) => parts.get(part) ?? Number.NaN,
    );
    return wallClockOf(read, now);
  } catch {
    return null;
  }
}

/** A wall clock's time in milliseconds, to compare two of them. */
export const wallClockMs = (at: WallClock): number => Date.parse(`${at}Z`);

export const yearMonthOf = (at: WallClock) => ({
  year: Number(at.slice(0, 4)),
  month: Number(at.slice(5, 7)),
});
