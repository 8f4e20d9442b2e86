import type Exifr from "exifr";

/**
 * Reads a picture's EXIF. exifr is only loaded for the first of them: a process that derives pictures reads none, and
 * stays 3 MB smaller.
 * @param options one object for all pictures: exifr keeps every one it was ever given
 */
export async function parseExif(
  bytes: Buffer,
  options: Parameters<typeof Exifr.parse>[1],
): Promise<Record<string, unknown> | undefined> {
  const { default: exifr } = await import("exifr");
  return exifr.parse(bytes, options);
}
