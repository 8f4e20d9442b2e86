/** The XMP that a camera writes is in the first segments. */
const xmpName = "http://ns.adobe.com/xap/1.0/\0";

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** The first XMP of a JPEG, as Latin-1; "" where it has none. @throws RangeError when the file is cut off */
export function xmpOf(jpeg: Buffer): string {
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xda || marker === 0xd9) return "";
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    if (marker === 0xe1 && latin(segment.subarray(0, xmpName.length)) === xmpName) {
      return latin(segment.subarray(xmpName.length));
    }
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return "";
}

/** A property, written as an attribute or as an element, if it is a word or number like `pattern`. */
export function textIn(xmp: string, name: string, pattern: string): string | null {
  return new RegExp(`\\b${name}(?:\\s*=\\s*["']|>)\\s*(${pattern})(?![\\w.])`).exec(xmp)?.[1] ?? null;
}

/** A property's number; whole and positive unless `pattern` allows others. */
export function numberIn(xmp: string, name: string, pattern = "\\d{1,12}"): number | null {
  const found = textIn(xmp, name, pattern);
  return found === null ? null : Number(found);
}
