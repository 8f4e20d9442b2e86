import { brotliDecompressSync } from "node:zlib";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { boxesOf, exifStartOf } from "@/lib/shared/heif-items";
import { isScanDate } from "@/lib/shared/scan-date";
import { parseExif } from "@/server/decoder/exif";
import { isJxl } from "@/server/decoder/jxl";
import { open } from "@/server/decoder/open";
import { isRawPhoto, rawDatesOf } from "@/server/decoder/raw";

const dateTags = ["DateTimeOriginal", "CreateDate", "ModifyDate"];
const originTags = ["Make", "Model", "Software"];
const options = { pick: [...dateTags, ...originTags], reviveValues: false, translateValues: false };
const maxDate = 100;
const exifName = "Exif\0\0";
const maxUnpackedBytes = 1_048_576;

/** JPEG XL has EXIF in a box of its own, which may be compressed. */
function jxlExifOf(picture: Buffer): Buffer | null {
  for (const { type, body } of boxesOf(picture)) {
    const content = picture.subarray(...body);
    if (type === "Exif") return content.subarray(exifStartOf(content));
    if (type !== "brob" || content.toString("latin1", 0, 4) !== "Exif") continue;
    const exif = brotliDecompressSync(content.subarray(4), { maxOutputLength: maxUnpackedBytes });
    return exif.subarray(exifStartOf(exif));
  }
  return null;
}

/** exifr knows no WebP or JPEG XL, and finds a HEIC's EXIF only near its start. */
export async function exifOf(picture: Buffer): Promise<Buffer | null> {
  if (isJxl(picture)) return jxlExifOf(picture);
  const { exif } = await open(picture, "none").metadata();
  const start = exif?.toString("latin1", 0, exifName.length) === exifName ? exifName.length : 0;
  return exif?.subarray(start) ?? null;
}

async function datesInExif(exif: Buffer): Promise<unknown[]> {
  const tags: Record<string, unknown> | undefined = await parseExif(exif, options);
  const { Make: make, Model: model, Software: software } = tags ?? {};
  const origin = { make, model, software, original: tags?.DateTimeOriginal, digitized: tags?.CreateDate };
  return isScanDate(origin) ? [] : dateTags.map((name) => tags?.[name]);
}

/**
 * When a picture was taken according to its EXIF, best source first; nothing for the day on which it was scanned.
 * @param bytes its first bytes; all of them where EXIF may be anywhere
 */
export async function readDates(
  bytes: Buffer,
  { isWhole }: DecoderJobs["metadata"],
): Promise<{ dates: string[] }> {
  const exif = isWhole ? await exifOf(bytes) : bytes;
  if (!exif) return { dates: [] };
  const dates = isRawPhoto(bytes) ? rawDatesOf(bytes) : await datesInExif(exif);
  return {
    dates: dates.filter((date): date is string => typeof date === "string" && date.length <= maxDate),
  };
}
