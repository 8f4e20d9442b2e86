export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Width and height from the first part of a JPEG, PNG or GIF, before it is turned upright; null if not found. Checked
 * before decoding: a few kilobytes can unpack into gigabytes.
 */
export function pictureSizeOf(head: Uint8Array): PictureSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (head.length >= 10 && view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
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
