import exifr from "exifr";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { open } from "@/server/decoder/open";

const dateTags = ["DateTimeOriginal", "CreateDate", "ModifyDate"];
const maxDate = 100;
const exifName = "Exif\0\0";

/** exifr knows no WebP, and finds a HEIC's EXIF only near its start. */
export async function exifOf(picture: Buffer): Promise<Buffer | null> {
  const { exif } = await open(picture, "none").metadata();
  const start = exif?.toString("latin1", 0, exifName.length) === exifName ? exifName.length : 0;
  return exif?.subarray(start) ?? null;
}

/**
 * When a picture was taken according to its EXIF, best source first.
 * @param bytes its first bytes; all of them where EXIF may be anywhere
 */
export async function readDates(
  bytes: Buffer,
  { isWhole }: DecoderJobs["metadata"],
): Promise<{ dates: string[] }> {
  const exif = isWhole ? await exifOf(bytes) : bytes;
  if (!exif) return { dates: [] };
  const tags: Record<string, unknown> | undefined = await exifr.parse(exif, {
    pick: dateTags,
    reviveValues: false,
    translateValues: false,
  });
  const dates = dateTags.map((name) => tags?.[name]);
  return {
    dates: dates.filter((date): date is string => typeof date === "string" && date.length <= maxDate),
  };
}
