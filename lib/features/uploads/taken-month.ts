import { kindOf } from "@/lib/features/uploads/file-rules";
import type { YearMonth } from "@/lib/features/uploads/upload-state";
import { earliestYear } from "@/lib/shared/upload-limits";

/** The facts about the taking stand in a JPEG's first part. */
const headBytes = 256 * 1024;
const dateTimeOriginal = 0x9003;

/** EXIF writes "2024:03:15 10:00:00", without a zone: the camera's own clock. */
export function monthOfExifDate(date: unknown, now = new Date()): YearMonth | null {
  const match = typeof date === "string" ? /^(\d{4}):(\d{2}):\d{2}/.exec(date) : null;
  const [year, month] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || year < earliestYear || month < 1 || month > 12) return null;
  const isFuture = year * 12 + month > now.getFullYear() * 12 + now.getMonth() + 1;
  return isFuture ? null : { year, month };
}

/**
 * The month in which a JPEG says that it was taken; null when it says nothing, or a month that can't be chosen
 * (before 2022, or to come).
 */
export async function readTakenMonth(file: File, now = new Date()): Promise<YearMonth | null> {
  if (kindOf(file) !== "image" || /png|gif/i.test(file.type)) return null;
  try {
    const { default: exifr } = await import("exifr/dist/mini.esm.mjs");
    const facts = await exifr.parse(file.slice(0, headBytes), {
      ifd0: true,
      ifd1: false,
      gps: false,
      interop: false,
      exif: [dateTimeOriginal],
      translateKeys: false,
      translateValues: false,
      reviveValues: false,
    });
    return monthOfExifDate(facts?.[dateTimeOriginal], now);
  } catch {
    return null;
  }
}

export interface TakenGroup extends YearMonth {
  /** Of the items that were taken then and would be filed elsewhere. */
  ids: string[];
}

export interface PlacedItem {
  id: string;
  taken: YearMonth | null;
  /** Where it would be filed now. */
  year: number | null;
  month: number | null;
}

/** The offers to make: photos by the month they were taken in, where that is not where they would go. Oldest first. */
export function groupByTakenMonth(items: readonly PlacedItem[]): TakenGroup[] {
  const groups = new Map<string, TakenGroup>();
  for (const { id, taken, year, month } of items) {
    if (!taken || (taken.year === year && taken.month === month)) continue;
    const key = `${taken.year}-${taken.month}`;
    const group = groups.get(key) ?? { ...taken, ids: [] };
    groups.set(key, { ...group, ids: [...group.ids, id] });
  }
  return [...groups.values()].sort((a, b) => a.year - b.year || a.month - b.month);
}
