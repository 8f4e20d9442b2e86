import { clipFactsOf } from "@/lib/album/media/client/clip-facts";
import { exifHeadOf } from "@/lib/album/media/client/exif-head";
import { takenDateOf } from "@/lib/album/media/taken-date";
import { yearMonthOf } from "@/lib/album/media/wall-clock";
import { kindOf } from "@/lib/album/uploads/file-rules";
import { canBeFiled } from "@/lib/album/uploads/fileable-month";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { isScanDate } from "@/lib/shared/scan-date";

/** By number: this build of exifr knows no names. */
const tags = {
  make: 0x10f,
  model: 0x110,
  software: 0x131,
  modified: 0x132,
  original: 0x9003,
  digitized: 0x9004,
};
/** One object for all pictures: exifr keeps every options object it was ever given. */
const options = {
  ifd0: true,
  ifd1: false,
  gps: false,
  interop: false,
  exif: [tags.original, tags.digitized],
  translateKeys: false,
  translateValues: false,
  reviveValues: false,
};

/** EXIF's "2024:03:15 10:00:00", the camera's own clock or the scanner's; null if there is none. */
async function exifDateOf(file: File): Promise<{ exifDate: string | null; isScan: boolean } | null> {
  if (/png|gif|webp/i.test(file.type)) return null;
  try {
    const { default: exifr } = await import("exifr/dist/mini.esm.mjs");
    const head = await exifHeadOf(file, file.name);
    // Bytes, because exifr reads a Blob with browser-only APIs.
    const facts = await exifr.parse(await head.arrayBuffer(), options);
    const read = (tag: keyof typeof tags): unknown => facts?.[tags[tag]];
    const [original, digitized] = [read("original"), read("digitized")];
    const [make, model, software] = [read("make"), read("model"), read("software")];
    const isScan = isScanDate({ make, model, software, original, digitized });
    // Many scanners write one date only.
    const date = isScan ? (original ?? digitized ?? read("modified")) : original;
    return { exifDate: typeof date === "string" ? date : null, isScan };
  } catch {
    return null;
  }
}

/**
 * The month in which a photo or clip was taken, by its metadata or, as with chat apps, by its name; null if neither
 * says so. It may be one that can't be chosen: see `canBeFiled`.
 */
export async function readTakenMonth(file: File, now = Date.now()): Promise<YearMonth | null> {
  const kind = kindOf(file);
  const clip = kind === "video" ? await clipFactsOf(file) : null;
  const taken = takenDateOf(
    {
      name: file.name,
      // The last change says nothing: copying a file changes it.
      modifiedMs: 0,
      ...(kind === "image" ? await exifDateOf(file) : null),
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
