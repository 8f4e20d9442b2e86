export interface PictureSize {
  width: number;
  height: number;
}

const latin = new TextDecoder("latin1");

/** WebP comes in three formats, each with its own header. */
function webpSizeOf(view: DataView): PictureSize | null {
  const format = latin.decode(new Uint8Array(view.buffer, view.byteOffset + 12, 4));
  const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (format === "VP8X") return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (format === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (format !== "VP8 ") return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The largest of a HEIC's or AVIF's pictures: others are its tiles and thumbnails. */
function heifSizeOf(view: DataView): PictureSize | null {
  const text = latin.decode(view);
  let largest: PictureSize | null = null;
  for (let at = text.indexOf("ispe"); at !== -1; at = text.indexOf("ispe", at + 4)) {
    if (at + 16 > view.byteLength) break;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/**
 * Width and height from the first part of a picture, before it is turned upright; null if not found. Checked before
 * decoding: a few kilobytes can unpack into gigabytes.
 */
export function pictureSizeOf(head: Uint8Array): PictureSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (head.length >= 10 && view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (head.length >= 30 && view.getUint32(0) === 0x52494646) return webpSizeOf(view);
  if (head.length >= 30 && view.getUint32(4) === 0x66747970) return heifSizeOf(view);
  if (head.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    // Start of frame; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isBare ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}
