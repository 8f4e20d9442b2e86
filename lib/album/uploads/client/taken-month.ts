import { clipFactsOf } from "@/lib/album/media/client/clip-facts";
import { exifHeadOf } from "@/lib/album/media/client/exif-head";
import { takenDateOf } from "@/lib/album/media/taken-date";
import { yearMonthOf } from "@/lib/album/media/wall-clock";
import { kindOf } from "@/lib/album/uploads/file-rules";
import { canBeFiled } from "@/lib/album/uploads/fileable-month";
import type { YearMonth } from "@/lib/album/uploads/upload-state";

const dateTimeOriginal = 0x9003;

/** EXIF's "2024:03:15 10:00:00", the camera's own clock; null where there is none. */
async function exifDateOf(file: File): Promise<string | null> {
  if (/png|gif|webp/i.test(file.type)) return null;
  try {
    const { default: exifr } = await import("exifr/dist/mini.esm.mjs");
    const facts = await exifr.parse(await exifHeadOf(file, file.name), {
      ifd0: true,
      ifd1: false,
      gps: false,
      interop: false,
      exif: [dateTimeOriginal],
      translateKeys: false,
      translateValues: false,
      reviveValues: false,
    });
    const date: unknown = facts?.[dateTimeOriginal];
    return typeof date === "string" ? date : null;
  } catch {
    return null;
  }
}

/**
 * The month in which a photo or clip was taken, by its metadata or, as with chat apps, by its name; null if neither
 * says so. It may be one that can't be chosen: `canBeFiled` knows.
 */
export async function readTakenMonth(file: File, now = Date.now()): Promise<YearMonth | null> {
  const kind = kindOf(file);
  const clip = kind === "video" ? await clipFactsOf(file) : null;
  const taken = takenDateOf(
    {
      name: file.name,
      // The last change says nothing: copying a file changes it.
      modifiedMs: 0,
      exifDate: kind === "image" ? await exifDateOf(file) : null,
      clipLocalDate: clip?.localDate,
      clipMs: clip?.createdMs,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    now,
  );
  return taken && taken.confidence !== "guess" ? yearMonthOf(taken.at) : null;
}

const known = new WeakMap<File, Promise<YearMonth | null>>();

/** Like `readTakenMonth`, but each file is only read once. */
export function takenMonthOf(file: File): Promise<YearMonth | null> {
  const month = known.get(file) ?? readTakenMonth(file);
  known.set(file, month);
  return month;
}

/** The month to file it in, if it can be chosen; else null. */
export async function filingMonthOf(file: File, firstYear: number): Promise<YearMonth | null> {
  const month = await takenMonthOf(file);
  return month && canBeFiled(month, { firstYear, today: new Date() }) ? month : null;
}
