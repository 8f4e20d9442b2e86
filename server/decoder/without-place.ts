import { crc32 } from "node:zlib";
import { readCr3 } from "@/lib/shared/cr3";
import {
  type Box,
  boxesOf,
  type Extent,
  exifStartOf,
  type HeifItem,
  readHeifItems,
} from "@/lib/shared/heif-items";
import { Tiff } from "@/lib/shared/tiff";

/**
 * Removes a picture's location: GPS and place names in EXIF, XMP and IPTC, including those of pictures and videos
 * appended to the picture. Nothing is decoded or moved: what names a place is overwritten, so every pixel and
 * everything else stays. Parts too damaged to parse are blanked entirely.
 */

const space = 0x20;
const blank = (bytes: Buffer) => bytes.fill(space);
const latin = (bytes: Buffer) => bytes.toString("latin1");

// --- XMP: text, in which spaces may appear anywhere. ---
// Cameras write GPSLatitude, drones GpsLatitude, GpsLongtitude and Latitude.
const placeNames =
  "(?:[Gg][Pp][Ss]\\w*|Latitude|Longt?itude|City|State|Country|CountryCode|CountryName|Location|LocationCreated|LocationShown|LocationId|LocationName|Sublocation|ProvinceState|WorldRegion)";
const placeAttribute = new RegExp(`\\b(?:[\\w.-]+:)?${placeNames}\\s*=\\s*(?:"[^"]*"|'[^']*')`, "g");
const placeElement = new RegExp(
  `<((?:[\\w.-]+:)?${placeNames})(?:\\s[^>]*)?(?:/>|>[\\s\\S]*?</\\1\\s*>)`,
  "g",
);
const spaces = (found: string) => " ".repeat(found.length);

function eraseXmp(bytes: Buffer): void {
  const text = latin(bytes);
  const without = text.replace(placeElement, spaces).replace(placeAttribute, spaces);
  if (/GPS(?:Latitude|Longt?itude)|G\0P\0S|\0G\0P\0S/i.test(without)) blank(bytes);
  else if (without !== text) bytes.write(without, "latin1");
}

// --- TIFF: what EXIF is made of. ---
const gpsPointer = 0x8825;
const exifPointer = 0x8769;
const xmpTag = 0x02bc;
const iptcTag = 0x83bb;
const photoshopTag = 0x8649;
/** The file from which a DNG was made, compressed. */
const originalRawTag = 0xc68c;
const subIfdsTag = 0x014a;
const maxSubIfds = 32;
const makerNoteTag = 0x927c;
/** Nikon's own tags: the place that the camera looked up, and what people wrote in Nikon's software. */
const nikonPlaceTags = new Set([0x0039, 0x0e01]);
const nikonName = "Nikon\0";
/** The name and a version; a TIFF of its own follows. */
const nikonHeadBytes = 10;
/** Panasonic's: names of the place, some of them undocumented, and what is stamped on the photo. */
const panasonicPlaceTags = new Set([
  ...[0x67, 0x69, 0x6b, 0x6d, 0x6f, 0x71],
  ...[0x80, 0x81, 0x82, 0x83, 0x84, 0x85],
]);
/** Also of the cameras that Leica sells as its own: how the note begins, and where in it the directory is. */
const panasonicHeads: [name: string, bytes: number][] = [
  ["Panasonic\0", 12],
  ["LEICA\0\0\0", 8],
  ["LEICA CAMERA AG\0", 18],
];

function eraseTiff(bytes: Buffer): void {
  try {
    eraseDirectories(bytes);
  } catch {
    bytes.fill(0);
  }
}

function eraseMakerNote(tiff: Tiff, bytes: Buffer, extent: Extent): void {
  const note = bytes.subarray(...extent);
  const startsWith = (name: string) => latin(note.subarray(0, name.length)) === name;
  try {
    if (startsWith(nikonName)) eraseNikonNote(note.subarray(nikonHeadBytes));
    const [, headBytes] = panasonicHeads.find(([name]) => startsWith(name)) ?? [];
    if (headBytes !== undefined) erasePanasonicNote(tiff, bytes, extent, headBytes);
  } catch {
    note.fill(0);
  }
}

function eraseNikonNote(note: Buffer): void {
  const tiff = new Tiff(note);
  for (const entry of tiff.entries(tiff.long(4)))
    if (nikonPlaceTags.has(tiff.short(entry))) note.fill(0, ...tiff.extent(entry));
}

/** Its positions are relative to the photo's TIFF, so they are wrong once a program has moved the note. */
function erasePanasonicNote(tiff: Tiff, bytes: Buffer, [start, end]: Extent, headBytes: number): void {
  for (const entry of tiff.entries(start + headBytes)) {
    if (!panasonicPlaceTags.has(tiff.short(entry))) continue;
    const [from, to] = tiff.extent(entry);
    if (from < start || to > end) throw new RangeError("A place is outside its note");
    bytes.fill(0, from, to);
  }
}

/** @throws RangeError if a directory points outside the bytes */
function eraseDirectories(bytes: Buffer): void {
  const tiff = new Tiff(bytes);
  for (const ifd of tiff.directories()) eraseIfd(tiff, bytes, ifd, 0);
}

function eraseIfd(tiff: Tiff, bytes: Buffer, ifd: number, depth: number): void {
  const valueAt = (entry: number) => bytes.subarray(...tiff.extent(entry));
  for (const entry of tiff.entries(ifd)) {
    const tag = tiff.short(entry);
    if (tag === xmpTag) eraseXmp(valueAt(entry));
    if (tag === iptcTag) eraseIptc(valueAt(entry));
    if (tag === photoshopTag) eraseResources(valueAt(entry));
    if (tag === originalRawTag) valueAt(entry).fill(0);
    if (tag === makerNoteTag) eraseMakerNote(tiff, bytes, tiff.extent(entry));
    if (depth === 0 && (tag === exifPointer || tag === subIfdsTag)) {
      for (const child of tiff.numbers(entry, maxSubIfds)) eraseIfd(tiff, bytes, child, 1);
    }
    if (tag === gpsPointer) {
      const gps = tiff.long(entry + 8);
      const entries = tiff.entries(gps);
      for (const one of entries) valueAt(one).fill(0);
      bytes.fill(0, gps, gps + 2 + entries.length * 12 + 4);
    }
  }
  // Last, because this moves up the entries that follow.
  const entries = tiff.entries(ifd);
  const at = entries.find((entry) => tiff.short(entry) === gpsPointer);
  if (at === undefined) return;
  const end = ifd + 2 + entries.length * 12 + 4;
  bytes.copyWithin(at, at + 12, end);
  bytes.fill(0, end - 12, end);
  tiff.writeShort(entries.length - 1, ifd);
}

// --- IPTC: datasets of record 2 that name places. ---
const placeDatasets = new Set([26, 27, 90, 92, 95, 100, 101]);

function eraseIptc(bytes: Buffer): void {
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === 0x1c; ) {
    const length = bytes.readUInt16BE(at + 3);
    if (length >= 0x8000 || at + 5 + length > bytes.length) return void blank(bytes.subarray(at));
    if (bytes[at + 1] === 2 && placeDatasets.has(bytes.readUInt8(at + 2)))
      blank(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
}

/** Photoshop's resources: IPTC, EXIF and XMP among them. */
function eraseResources(bytes: Buffer): void {
  for (let at = 0; at + 12 <= bytes.length && latin(bytes.subarray(at, at + 4)) === "8BIM"; ) {
    const id = bytes.readUInt16BE(at + 4);
    const nameBytes = (bytes[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2);
    if (sizeAt + 4 > bytes.length) return;
    const size = bytes.readUInt32BE(sizeAt);
    const data = bytes.subarray(sizeAt + 4, sizeAt + 4 + size);
    if (id === 0x0404) eraseIptc(data);
    if (id === 0x0422) eraseTiff(data);
    if (id === 0x0424) eraseXmp(data);
    at = sizeAt + 4 + size + (size % 2);
  }
}

// --- JPEG ---
const exifName = "Exif\0\0";
const xmpName = "http://ns.adobe.com/xap/1.0/\0";
const moreXmpName = "http://ns.adobe.com/xmp/extension/\0";
const photoshopName = "Photoshop 3.0\0";
/** After the name: an id of 32 letters, the total length, and this piece's offset. */
const moreXmpHead = moreXmpName.length + 40;

function eraseJpegAt(bytes: Buffer, start: number): void {
  const moreXmp: Buffer[] = [];
  for (let at = start + 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) break;
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    const startsWith = (name: string) => latin(segment.subarray(0, name.length)) === name;
    if (startsWith(exifName)) eraseTiff(segment.subarray(exifName.length));
    else if (startsWith(xmpName)) eraseXmp(segment.subarray(xmpName.length));
    else if (startsWith(moreXmpName)) moreXmp.push(segment.subarray(moreXmpHead));
    else if (startsWith(photoshopName)) eraseResources(segment.subarray(photoshopName.length));
    at += 2 + length;
  }
  // A property may start in one piece and end in the next.
  const whole = Buffer.concat(moreXmp);
  eraseXmp(whole);
  let read = 0;
  for (const piece of moreXmp) read += whole.copy(piece, 0, read, read + piece.length);
}

function eraseJpegs(bytes: Buffer): void {
  const begin = Buffer.from([0xff, 0xd8, 0xff]);
  for (let at = bytes.indexOf(begin); at !== -1; at = bytes.indexOf(begin, at + 3)) eraseJpegAt(bytes, at);
}

function eraseJpeg(bytes: Buffer): void {
  // The picture, and those that phones append to it; these bytes don't occur within the pixels.
  eraseJpegs(bytes);
  eraseFilms(bytes);
}

// --- Videos that phones append to a picture ("motion photos"). ---
const folders = new Set(["moov", "trak", "udta", "mdia", "minf", "stbl"]);
const placeBoxes = new Set(["\xa9xyz", "loci", "GPS ", "gps ", "XMP_", "uuid"]);

/** @param from where the picture's own boxes end, if it is made of such boxes itself */
function eraseFilms(bytes: Buffer, from = 0): void {
  for (let at = bytes.indexOf("ftyp", from); at !== -1; at = bytes.indexOf("ftyp", at + 4)) {
    if (at >= 4) eraseBoxes(bytes.subarray(at - 4));
  }
}

function eraseBoxes(bytes: Buffer): void {
  for (const box of boxesOf(bytes)) eraseBox(bytes, box);
}

function eraseBox(bytes: Buffer, { type, start, body: extent }: Box): void {
  const body = bytes.subarray(...extent);
  if (folders.has(type)) eraseBoxes(body);
  // Apple's keys: the values are separate from their names, so all of them are removed.
  else if (placeBoxes.has(type) || (type === "meta" && body.includes("location"))) {
    bytes.write("free", start + 4, "latin1");
    body.fill(0);
  }
}

// --- PNG ---
const pngSignatureBytes = 8;
const rawProfile = /^Raw profile type (?:exif|app1|xmp|iptc|8bim)$/i;

function erasePng(bytes: Buffer): void {
  for (let at = pngSignatureBytes; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return;
    erasePngChunk(bytes.subarray(at + 4, at + 8), bytes.subarray(at + 8, end));
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
}

function erasePngChunk(type: Buffer, data: Buffer): void {
  const name = latin(type);
  if (name === "eXIf") eraseTiff(data);
  if (["tEXt", "zTXt", "iTXt"].includes(name)) erasePngText(type, data);
}

function erasePngText(type: Buffer, data: Buffer): void {
  const name = latin(type);
  const keyword = latin(data.subarray(0, Math.max(0, data.indexOf(0))));
  const isPacked = name === "zTXt" || (name === "iTXt" && data[keyword.length + 1] === 1);
  const isXmp = keyword === "XML:com.adobe.xmp";
  if (isXmp && !isPacked) eraseXmp(data.subarray(keyword.length + 1));
  else if (isXmp || rawProfile.test(keyword)) {
    // Compressed, or as digits: it can't be overwritten in place.
    type.write("tEXt", "latin1");
    blank(data);
    data.write("-\0", "latin1");
  }
}

// --- GIF ---
function eraseGif(bytes: Buffer): void {
  const name = "XMP DataXMP";
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + name.length)) {
    const end = bytes.indexOf("<?xpacket end", at);
    eraseXmp(bytes.subarray(at + name.length, end === -1 ? bytes.length : end));
  }
}

// --- WebP ---
const riffHeadBytes = 12;

function eraseWebp(bytes: Buffer): void {
  for (let at = riffHeadBytes; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const name = latin(bytes.subarray(at, at + 4));
    const data = bytes.subarray(at + 8, at + 8 + size);
    if (name === "EXIF") eraseExif(data);
    if (name === "XMP ") eraseXmp(data);
    at += 8 + size + (size % 2);
  }
}

/** EXIF outside JPEG, which some programs begin with the name it has there. */
const eraseExif = (data: Buffer): void =>
  eraseTiff(latin(data.subarray(0, exifName.length)) === exifName ? data.subarray(exifName.length) : data);

// --- HEIF: HEIC and AVIF ---
function eraseItem(bytes: Buffer, { type, contentType, isCompressed, extents }: HeifItem): void {
  const isDocument = type === "mime" && /xml/i.test(contentType);
  if (type !== "Exif" && !isDocument) return;
  const parts = extents.map((extent) => bytes.subarray(...extent));
  const whole = Buffer.concat(parts);
  if (isDocument && isCompressed) whole.fill(0);
  else if (isDocument) eraseXmp(whole);
  else eraseTiff(whole.subarray(exifStartOf(whole)));
  let read = 0;
  for (const part of parts) read += whole.copy(part, 0, read, read + part.length);
}

function eraseHeif(bytes: Buffer): void {
  for (const item of readHeifItems(bytes)) eraseItem(bytes, item);
  const [first, ...others] = boxesOf(bytes);
  // The file's own meta box is its directory, which names no place.
  for (const box of others) if (box.type !== "meta") eraseBox(bytes, box);
  eraseFilms(bytes, first?.body[1]);
}

// --- Raw photos ---
/** Each embedded preview has its own EXIF. */
function eraseRaw(bytes: Buffer): void {
  eraseDirectories(bytes);
  eraseJpegs(bytes);
}

const tiffHeadBytes = 8;

function eraseCr3(bytes: Buffer): void {
  requireWhole(bytes);
  const { tiffs, xmp } = readCr3(bytes);
  for (const [name, extent] of tiffs) {
    const tiff = bytes.subarray(...extent);
    // Zeros make an empty directory.
    if (name === "CMT4") tiff.fill(0, tiffHeadBytes);
    else eraseTiff(tiff);
  }
  if (xmp) eraseXmp(bytes.subarray(...xmp));
  eraseJpegs(bytes);
}

/** Nothing is known about boxes after a damaged one. */
function requireWhole(bytes: Buffer): void {
  let end = 0;
  for (const { body } of boxesOf(bytes)) end = body[1];
  if (end !== bytes.length) throw new RangeError("A box is cut off");
}

// --- JPEG XL: pixels without metadata, or boxes. ---
/** Compressed metadata, a signed history, and what is left of a JPEG's own metadata: none can be changed in place. */
const sealedBoxes = new Set(["brob", "jumb", "jbrd"]);

function eraseJxl(bytes: Buffer): void {
  if (bytes[0] === 0xff) return;
  requireWhole(bytes);
  for (const { type, start, body } of boxesOf(bytes)) {
    const content = bytes.subarray(...body);
    if (type === "Exif") eraseTiff(content.subarray(exifStartOf(content)));
    else if (type === "xml ") eraseXmp(content);
    else if (sealedBoxes.has(type)) {
      bytes.write("free", start + 4, "latin1");
      content.fill(0);
    }
  }
}

const heads: [start: number, word: string, erase: (bytes: Buffer) => void][] = [
  [0, "\xff\xd8", eraseJpeg],
  [0, "\x89PNG", erasePng],
  [0, "GIF8", eraseGif],
  [8, "WEBP", eraseWebp],
  [4, "ftypcrx ", eraseCr3],
  [4, "ftyp", eraseHeif],
  [0, "II*\0", eraseRaw],
  [0, "MM\0*", eraseRaw],
  [0, "\xff\x0a", eraseJxl],
  [4, "JXL \r\n\x87\n", eraseJxl],
];

/**
 * @returns the same number of bytes, without the location
 * @throws Error for a picture in which we can't find it
 */
export function removePlace(picture: Buffer): { bytes: Buffer } {
  const bytes = Buffer.from(picture);
  const head = heads.find(([start, word]) => latin(bytes.subarray(start, start + word.length)) === word);
  if (!head) throw new Error("Unknown type of picture");
  head[2](bytes);
  return { bytes };
}
