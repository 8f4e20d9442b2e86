export interface SniffedType {
  mediaType: "image" | "video";
  mimeType: "image/jpeg" | "image/png" | "image/gif" | "video/mp4" | "video/quicktime" | "video/x-msvideo";
  extension: "jpg" | "png" | "gif" | "mp4" | "mov" | "avi";
}

/** How many leading bytes `sniffFileType` looks at. */
export const sniffBytes = 64;

const types = {
  jpeg: { mediaType: "image", mimeType: "image/jpeg", extension: "jpg" },
  png: { mediaType: "image", mimeType: "image/png", extension: "png" },
  gif: { mediaType: "image", mimeType: "image/gif", extension: "gif" },
  mp4: { mediaType: "video", mimeType: "video/mp4", extension: "mp4" },
  mov: { mediaType: "video", mimeType: "video/quicktime", extension: "mov" },
  avi: { mediaType: "video", mimeType: "video/x-msvideo", extension: "avi" },
} as const satisfies Record<string, SniffedType>;

/**
 * Major brands of `ftyp` that are MP4 videos. 3gp* are what older phones write into files named .mp4. HEIC, AVIF and
 * CR3 pictures have an `ftyp` box too; their brands aren't here, so they are refused.
 */
const mp4Brand =
  /^(?:isom|iso[2-9]|mp4[12]|mp41|avc1|M4V[ HP]?|MSNV|XAVC|dash|f4v |mmp4|3g[p2][0-9a-z]|FACE|ndsc|ndsh)$/;

/** First boxes of QuickTime videos from before `ftyp` existed. */
const quickTimeFirstBoxes = new Set(["moov", "mdat", "wide", "free", "skip", "pnot"]);

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, bytes.length)));

const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, at) => bytes[at] === byte);

function sniffIsoMedia(head: Uint8Array): SniffedType | null {
  const box = ascii(head, 4, 8);
  if (box === "ftyp") {
    const brand = ascii(head, 8, 12);
    if (brand === "qt  ") return types.mov;
    return mp4Brand.test(brand) ? types.mp4 : null;
  }
  if (!quickTimeFirstBoxes.has(box)) return null;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  // 1 announces a 64-bit length, 0 a box up to the end of the file (an unfinished recording's mdat). Sizes from 512 MiB
  // up are letters: text that happens to contain the name of a box.
  const isLength = size >= 8 && size < 0x20000000;
  return isLength || size === 1 || (size === 0 && box === "mdat") ? types.mov : null;
}

/**
 * The album's file type, recognised from its first bytes (`sniffBytes` are enough); the name and the type claimed by
 * the browser are never used. Null for everything else: WebP, HEIC, TIFF, SVG, playlists.
 */
export function sniffFileType(head: Uint8Array): SniffedType | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return types.jpeg;
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return types.png;
  if (head.length < 12) return null;
  const six = ascii(head, 0, 6);
  if (six === "GIF87a" || six === "GIF89a") return types.gif;
  if (ascii(head, 0, 4) === "RIFF" && ascii(head, 8, 12) === "AVI ") return types.avi;
  return sniffIsoMedia(head);
}

/** The type for one of the MIME types `sniffFileType` returns; null for any other. */
export function sniffedTypeOf(mimeType: string): SniffedType | null {
  return Object.values(types).find((type) => type.mimeType === mimeType) ?? null;
}
