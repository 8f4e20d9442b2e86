import { readCr3 } from "@/lib/shared/cr3";
import { exifStartOf, readHeifItems } from "@/lib/shared/heif-items";
import { Tiff } from "@/lib/shared/tiff";

/** EXIF is in one segment of at most 64 KiB near the start; colour profiles may precede it. */
const headBytes = 256 * 1024;
const maxSegmentBytes = 65_535;
const segmentHead = [0xff, 0xd8, 0xff, 0xe1];
const endOfImage = [0xff, 0xd9];
const exifName = "Exif\0\0";
const latin = new TextDecoder("latin1");
const littleEndian = 0x49;
const exifPointer = 0x8769;
const longType = 4;
/** A directory of one entry. */
const pointerBytes = 18;

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

/** A CR3 has EXIF in a TIFF of its own, as its first directory; everything else expects a pointer to it there. */
function cr3ExifOf(head: Uint8Array, fileBytes: number): Blob {
  const extent = readCr3(head, fileBytes).tiffs.get("CMT2");
  if (!extent) return new Blob();
  const exif = head.slice(...extent);
  const tiff = new Tiff(exif);
  const isLittle = exif[0] === littleEndian;
  const pointing = new Uint8Array(exif.length + pointerBytes);
  pointing.set(exif);
  const view = new DataView(pointing.buffer);
  view.setUint32(4, exif.length, isLittle);
  view.setUint16(exif.length, 1, isLittle);
  view.setUint16(exif.length + 2, exifPointer, isLittle);
  view.setUint16(exif.length + 4, longType, isLittle);
  view.setUint32(exif.length + 6, 1, isLittle);
  view.setUint32(exif.length + 10, tiff.long(4), isLittle);
  return asJpeg(pointing);
}

/**
 * The part of a file in which exifr finds EXIF: its head or, for a HEIC, an AVIF or a raw photo, a JPEG around it.
 * @throws RangeError, Error for a damaged HEIC, AVIF or CR3
 */
export async function exifHeadOf(file: Blob, name: string): Promise<Blob> {
  if (isHeif(file, name)) return heifExifOf(file);
  const start = latin.decode(await file.slice(0, 12).arrayBuffer());
  const isCr3 = start.endsWith("ftypcrx ");
  if (!isCr3 && !/^(?:II\*\0|MM\0\*)/.test(start)) return file.slice(0, headBytes);
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  return isCr3 ? cr3ExifOf(head, file.size) : asJpeg(head);
}
