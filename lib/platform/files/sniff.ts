import { type FileType, fileTypes } from "@/lib/shared/file-types";
import { Tiff } from "@/lib/shared/tiff";

/**
 * How many leading bytes `sniffFileType` examines: in raw photos, they include a directory of up to 2 KB and its texts.
 */
export const sniffBytes = 4096;

/**
 * Major brands of `ftyp` that are MP4 videos. 3gp* are what older phones write into files named .mp4. M4A has an `ftyp`
 * box too; its brand isn't here, so it is refused.
 */
const mp4Brand =
  /^(?:isom|iso[2-9]|mp4[12]|mp41|avc1|M4V[ HP]?|MSNV|XAVC|dash|f4v |mmp4|3g[p2][0-9a-z]|FACE|ndsc|ndsh)$/;
/** HEIF whose pictures are HEVC, and bursts of them. */
const heicBrand = /^he(?:ic|ix|im|is|vc|vx|vm|vs)$/;
const avifBrand = /^avi[fs]$/;
/** HEIF whose first brand doesn't say how its pictures are coded. */
const heifBrand = /^m(?:if1|if2|sf1|iaf)$/;

/** First boxes of QuickTime videos from before `ftyp` existed. */
const quickTimeFirstBoxes = new Set(["moov", "mdat", "wide", "free", "skip", "pnot"]);

/** Camcorders' packets of 188 bytes, alone or each after a timestamp of 4 bytes. */
const transportPackets = [
  { first: 0, bytes: 188 },
  { first: 4, bytes: 192 },
];
const transportSync = 0x47;

/** JPEG XL's pixels alone, or in boxes next to their metadata. */
const jxlCodestream = [0xff, 0x0a];
const jxlContainer = [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a];

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, bytes.length)));

const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, at) => bytes[at] === byte);

/** The brands after the major one and its version. */
function compatibleBrands(head: Uint8Array): string[] {
  const end = Math.min(head.length, new DataView(head.buffer, head.byteOffset, 4).getUint32(0));
  return (ascii(head, 16, end).match(/.{4}/gs) ?? []).slice(0, 32);
}

function heifTypeOf(brands: string[]): FileType {
  if (brands.some((brand) => avifBrand.test(brand))) return fileTypes.avif;
  return brands.some((brand) => heicBrand.test(brand)) ? fileTypes.heic : fileTypes.heif;
}

function sniffIsoMedia(head: Uint8Array): FileType | null {
  const box = ascii(head, 4, 8);
  if (box === "ftyp") {
    const brand = ascii(head, 8, 12);
    if (brand === "qt  ") return fileTypes.mov;
    if (brand === "crx ") return fileTypes.cr3;
    if (heicBrand.test(brand)) return fileTypes.heic;
    if (avifBrand.test(brand)) return fileTypes.avif;
    if (heifBrand.test(brand)) return heifTypeOf(compatibleBrands(head));
    return mp4Brand.test(brand) ? fileTypes.mp4 : null;
  }
  if (!quickTimeFirstBoxes.has(box)) return null;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  // 1 announces a 64-bit length, 0 a box up to the end of the file (an unfinished recording's mdat). Sizes from 512 MiB
  // up are letters: text that happens to contain the name of a box.
  const isLength = size >= 8 && size < 0x20000000;
  return isLength || size === 1 || (size === 0 && box === "mdat") ? fileTypes.mov : null;
}

function sniffMatroska(head: Uint8Array): FileType | null {
  const text = ascii(head, 4, 64);
  if (text.includes("webm")) return fileTypes.webm;
  return text.includes("matroska") ? fileTypes.mkv : null;
}

function isTransportStream(head: Uint8Array): boolean {
  return transportPackets.some(({ first, bytes }) =>
    [0, 1, 2].every((packet) => head[first + packet * bytes] === transportSync),
  );
}

const tiffHeads = ["II*\0", "MM\0*"];
const tiffTag = { subfileType: 0x00fe, make: 0x010f, dngVersion: 0xc612 };
const makers: [start: string, type: FileType][] = [
  ["NIKON", fileTypes.nef],
  ["SONY", fileTypes.arw],
];

/**
 * Raw photos are TIFFs. Nikon's and Sony's begin with a reduced picture, while a TIFF that a program made from one
 * begins with the picture itself.
 */
function sniffTiff(head: Uint8Array): FileType | null {
  if (ascii(head, 8, 10) === "CR") return fileTypes.cr2;
  try {
    const tiff = new Tiff(head);
    const tags = tiff.tags(tiff.long(4));
    if (tags.has(tiffTag.dngVersion)) return fileTypes.dng;
    const [subfileType, make] = [tags.get(tiffTag.subfileType), tags.get(tiffTag.make)];
    if (subfileType === undefined || make === undefined) return null;
    if (tiff.numbers(subfileType, 1)[0] !== 1) return null;
    const name = tiff.text(make);
    return makers.find(([start]) => name.startsWith(start))?.[1] ?? null;
  } catch {
    // Its directory is damaged, or further back than cameras write it.
    return null;
  }
}

/**
 * The album's file type, recognised from its first bytes (`sniffBytes` are enough); the name and the type claimed by
 * the browser are never used. Null for everything else: other TIFFs, SVG, playlists.
 */
export function sniffFileType(head: Uint8Array): FileType | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return fileTypes.jpeg;
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return fileTypes.png;
  if (head.length < 12) return null;
  const six = ascii(head, 0, 6);
  if (six === "GIF87a" || six === "GIF89a") return fileTypes.gif;
  if (ascii(head, 0, 4) === "RIFF") {
    const form = ascii(head, 8, 12);
    if (form === "WEBP") return fileTypes.webp;
    return form === "AVI " ? fileTypes.avi : null;
  }
  if (tiffHeads.includes(ascii(head, 0, 4))) return sniffTiff(head);
  if (startsWith(head, jxlCodestream) || startsWith(head, jxlContainer)) return fileTypes.jxl;
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return sniffMatroska(head);
  if (startsWith(head, [0, 0, 1, 0xba])) return fileTypes.mpeg;
  return isTransportStream(head) ? fileTypes.mpegts : sniffIsoMedia(head);
}
