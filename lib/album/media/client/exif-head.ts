import { exifStartOf, readHeifItems } from "@/lib/shared/heif-items";

/** EXIF is in one segment of at most 64 KiB near the start; colour profiles may precede it. */
const headBytes = 256 * 1024;
const maxSegmentBytes = 65_535;
const segmentHead = [0xff, 0xd8, 0xff, 0xe1];
const endOfImage = [0xff, 0xd9];
const exifName = "Exif\0\0";

const isHeif = (file: Blob, name: string) =>
  /hei[cf]|avif/i.test(file.type) || /\.(?:hei[cf]|hif|avif)$/i.test(name);

/** A JPEG that has EXIF and nothing else. */
function asJpeg(exif: Uint8Array): Blob {
  const length = Math.min(maxSegmentBytes, 2 + exifName.length + exif.length);
  const jpeg = new Uint8Array(segmentHead.length + length + endOfImage.length);
  jpeg.set(segmentHead);
  jpeg.set([length >> 8, length & 255, ...new TextEncoder().encode(exifName)], segmentHead.length);
  jpeg.set(exif.subarray(0, length - 2 - exifName.length), segmentHead.length + 2 + exifName.length);
  jpeg.set(endOfImage, segmentHead.length + length);
  return new Blob([jpeg]);
}

async function heifExifOf(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const item = readHeifItems(head, file.size).find(({ type }) => type === "Exif");
  if (!item) return new Blob();
  const parts = item.extents.map(([start, end]) => file.slice(start, end));
  const exif = new Uint8Array(await new Blob(parts).slice(0, maxSegmentBytes).arrayBuffer());
  return asJpeg(exif.subarray(exifStartOf(exif)));
}

/**
 * That in which exifr finds a picture's EXIF: its head, or, for a HEIC or AVIF, which may have it anywhere, a JPEG around
 * it.
 * @throws RangeError, Error for a damaged HEIC or AVIF
 */
export async function exifHeadOf(file: Blob, name: string): Promise<Blob> {
  return isHeif(file, name) ? heifExifOf(file) : file.slice(0, headBytes);
}
