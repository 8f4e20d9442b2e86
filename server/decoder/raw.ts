import { sniffFileType } from "@/lib/platform/files/sniff";
import { noPreview } from "@/lib/platform/images/image-error";
import { readCr3 } from "@/lib/shared/cr3";
import { fileTypes } from "@/lib/shared/file-types";
import type { Extent } from "@/lib/shared/heif-items";
import { isRaw } from "@/lib/shared/raw-photo";
import { Tiff } from "@/lib/shared/tiff";

/**
 * Cameras' raw photos: DNG, CR2, CR3, NEF, ARW. The sensor data isn't developed here: each file contains JPEGs made by
 * its camera, and the largest one is shown.
 */

const tag = {
  compression: 0x0103,
  stripOffsets: 0x0111,
  orientation: 0x0112,
  stripByteCounts: 0x0117,
  dateTime: 0x0132,
  subIfds: 0x014a,
  jpegOffset: 0x0201,
  jpegLength: 0x0202,
  exif: 0x8769,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
};
/** JPEG as defined by TIFF 6, and by later supplements. */
const jpegCompressions = [6, 7];
/** Cameras write up to ten. */
const maxDirectories = 64;
/** Smaller pictures are meant for a camera's own list. */
const minSide = 160;

interface Jpeg {
  bytes: Buffer;
  width: number;
  height: number;
}

interface Segment {
  marker: number;
  /** Its first byte, and the byte after its last. */
  extent: Extent;
}

/** A JPEG's segments up to its pixels; nothing for anything else. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return;
    yield { marker, extent: [at, end] };
    if (marker === 0xda) return;
    at = end;
  }
}

/** Null unless it can be displayed: sensor data is JPEG too, but lossless. */
function readJpeg(bytes: Buffer): Jpeg | null {
  for (const { marker, extent } of segmentsOf(bytes)) {
    if (marker < 0xc0 || marker > 0xc2) continue;
    const frame = bytes.subarray(...extent);
    if (frame.length < 10 || frame[4] !== 8 || (frame[9] !== 1 && frame[9] !== 3)) return null;
    return { bytes, width: frame.readUInt16BE(7), height: frame.readUInt16BE(5) };
  }
  return null;
}

function* directoriesOf(tiff: Tiff): Generator<number> {
  const seen = new Set<number>();
  for (const first of tiff.directories()) {
    for (const waiting = [first]; waiting.length > 0; ) {
      const ifd = waiting.shift() ?? 0;
      if (seen.has(ifd) || seen.size >= maxDirectories) continue;
      seen.add(ifd);
      yield ifd;
      const children = tiff.tags(ifd).get(tag.subIfds);
      if (children !== undefined) waiting.push(...tiff.numbers(children, maxDirectories));
    }
    if (seen.size >= maxDirectories) return;
  }
}

/** Where a directory says that JPEGs are. */
function jpegExtentsOf(tiff: Tiff, ifd: number): Extent[] {
  const tags = tiff.tags(ifd);
  const numberOf = (name: number) => {
    const entry = tags.get(name);
    // A picture in several strips can't be extracted as a JPEG.
    const values = entry === undefined ? [] : tiff.numbers(entry, 2);
    return values.length === 1 ? values[0] : undefined;
  };
  const extents: Extent[] = [];
  const add = (start: number | undefined, length: number | undefined) => {
    if (start !== undefined && length !== undefined) extents.push([start, start + length]);
  };
  add(numberOf(tag.jpegOffset), numberOf(tag.jpegLength));
  if (jpegCompressions.includes(numberOf(tag.compression) ?? 0))
    add(numberOf(tag.stripOffsets), numberOf(tag.stripByteCounts));
  return extents;
}

/** The items of a list, up to the first that can't be read. */
function* untilDamaged<Item>(items: Iterable<Item>): Generator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

function* jpegsOfTiff(raw: Buffer): Generator<Extent> {
  const tiff = new Tiff(raw);
  for (const ifd of directoriesOf(tiff)) yield* untilDamaged(jpegExtentsOf(tiff, ifd));
}

const isCr3 = (raw: Buffer) => sniffFileType(raw) === fileTypes.cr3;

/** Whether it is a raw photo, by its bytes. */
export function isRawPhoto(picture: Buffer): boolean {
  const type = sniffFileType(picture);
  return type !== null && isRaw(type);
}

/** The TIFFs that describe the photo, the main one first. */
function tiffsOf(raw: Buffer): Tiff[] {
  if (!isCr3(raw)) return [new Tiff(raw)];
  const { tiffs } = readCr3(raw);
  return ["CMT1", "CMT2"].flatMap((name) => {
    const extent = tiffs.get(name);
    return extent ? [new Tiff(raw.subarray(...extent))] : [];
  });
}

function orientationOf(raw: Buffer): number {
  try {
    const [tiff] = tiffsOf(raw);
    const entry = tiff?.tags(tiff.long(4)).get(tag.orientation);
    const value = tiff && entry !== undefined ? tiff.numbers(entry, 1)[0] : undefined;
    return value !== undefined && value >= 1 && value <= 8 ? value : 1;
  } catch {
    return 1;
  }
}

/** EXIF that contains only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const exif = Buffer.from(
    "ffe10022457869660000" + "4d4d002a00000008" + "0001011200030000000100000000" + "00000000",
    "hex",
  );
  exif.writeUInt16BE(orientation, exif.length - 8);
  return exif;
}

/** The JPEG with this orientation in place of its own: not every camera gives its preview one, and some give both. */
function oriented({ bytes }: Jpeg, orientation: number): Buffer {
  const parts = [bytes.subarray(0, 2), orientationSegment(orientation)];
  let kept = 2;
  for (const { marker, extent } of segmentsOf(bytes)) {
    if (marker !== 0xe1) continue;
    parts.push(bytes.subarray(kept, extent[0]));
    kept = extent[1];
  }
  return Buffer.concat([...parts, bytes.subarray(kept)]);
}

/**
 * The largest picture embedded in a raw photo.
 * @returns a JPEG with its orientation in EXIF
 * @throws Error if there is none, or only one for a camera's own list
 */
export function previewOf(raw: Buffer): Buffer {
  let largest: Jpeg | null = null;
  for (const extent of untilDamaged(isCr3(raw) ? readCr3(raw).jpegs : jpegsOfTiff(raw))) {
    const [start, end] = extent;
    const jpeg = end <= raw.length ? readJpeg(raw.subarray(start, end)) : null;
    if (jpeg && (!largest || jpeg.width * jpeg.height > largest.width * largest.height)) largest = jpeg;
  }
  if (!largest || Math.max(largest.width, largest.height) < minSide) throw new Error(noPreview);
  return oriented(largest, orientationOf(raw));
}

function* textsOf(tiff: Tiff, names: number[]): Generator<string> {
  const first = tiff.tags(tiff.long(4));
  const exif = first.get(tag.exif);
  const inner = exif === undefined ? null : tiff.tags(tiff.long(exif + 8));
  for (const name of names) {
    const entry = inner?.get(name) ?? first.get(name);
    if (entry !== undefined) yield tiff.text(entry);
  }
}

/**
 * When a raw photo was taken according to its EXIF, best source first.
 * @param head the file, or its beginning
 */
export function rawDatesOf(head: Buffer): string[] {
  const names = [tag.dateTimeOriginal, tag.dateTimeDigitized, tag.dateTime];
  // In a CR3, EXIF is the second TIFF.
  return tiffsOf(head)
    .reverse()
    .flatMap((tiff) => [...untilDamaged(textsOf(tiff, names))]);
}
