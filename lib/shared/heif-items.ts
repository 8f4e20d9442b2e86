/** Where something is in a file: its first byte, and the one after its last. */
export type Extent = [start: number, end: number];

/** A part of a HEIF file besides its pixels: EXIF, or a document such as XMP. */
export interface HeifItem {
  /** Four letters: `Exif`, `mime`, `hvc1`. */
  type: string;
  /** For a `mime` item. */
  contentType: string;
  isCompressed: boolean;
  /** In order. */
  extents: Extent[];
}

export interface Box {
  type: string;
  /** Where the box begins, and what is in it. */
  start: number;
  body: Extent;
}

const maxBoxes = 100_000;
const latin = new TextDecoder("latin1");
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The boxes of ISO 14496-12 within part of a file, up to the first that is damaged.
 * @param bytes the file, or as much of its beginning as is known; the last box may extend beyond it
 * @param fileBytes how long the whole file is
 */
export function* boxesOf(
  bytes: Uint8Array,
  [from, to]: Extent = [0, bytes.length],
  fileBytes: number = bytes.length,
): Generator<Box> {
  const view = viewOf(bytes);
  const last = Math.max(to, fileBytes);
  for (let start = from, count = 0; start + 8 <= to && count < maxBoxes; count++) {
    const is64Bit = view.getUint32(start) === 1;
    const head = is64Bit ? 16 : 8;
    if (start + head > to) return;
    const stated = is64Bit ? Number(view.getBigUint64(start + 8)) : view.getUint32(start);
    const end = stated === 0 ? last : start + stated;
    if (end < start + head || end > last) return;
    yield { type: latin.decode(bytes.subarray(start + 4, start + 8)), start, body: [start + head, end] };
    start = end;
  }
}

/** Reads a box's content, one value after the other. @throws RangeError at its end */
class Reader {
  #at: number;
  readonly #bytes: Uint8Array;
  readonly #end: number;

  constructor(bytes: Uint8Array, [start, end]: Extent) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = Math.min(end, bytes.length);
  }

  /** @param width in bytes */
  number(width: number): number {
    if (this.#at + width > this.#end) throw new RangeError("A box ends too soon");
    let value = 0;
    for (const end = this.#at + width; this.#at < end; this.#at++)
      value = value * 256 + (this.#bytes[this.#at] ?? 0);
    return value;
  }

  letters(count: number): string {
    const start = this.#at;
    this.number(count);
    return latin.decode(this.#bytes.subarray(start, this.#at));
  }

  /** Up to a zero, or to the end. */
  text(): string {
    const zero = this.#bytes.indexOf(0, this.#at);
    const end = zero === -1 || zero > this.#end ? this.#end : zero;
    const text = latin.decode(this.#bytes.subarray(this.#at, end));
    this.#at = Math.min(this.#end, end + 1);
    return text;
  }

  rest(): Extent {
    return [this.#at, this.#end];
  }
}

type Entry = Omit<HeifItem, "extents">;

/** The `iinf` box: what each item is. */
function readEntries(bytes: Uint8Array, iinf: Extent): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const list = new Reader(bytes, iinf);
  const hasLongCount = list.number(4) >= 2 ** 24;
  list.number(hasLongCount ? 4 : 2);
  for (const { type, body } of boxesOf(bytes, list.rest())) {
    if (type !== "infe") continue;
    const reader = new Reader(bytes, body);
    const version = reader.number(1);
    // Older ones have no type.
    if (version < 2) continue;
    reader.number(3);
    const id = reader.number(version === 2 ? 2 : 4);
    reader.number(2);
    const itemType = reader.letters(4);
    reader.text();
    const contentType = itemType === "mime" ? reader.text() : "";
    entries.set(id, {
      type: itemType,
      contentType,
      isCompressed: itemType === "mime" && reader.text() !== "",
    });
  }
  return entries;
}

interface Location {
  id: number;
  /** 0: in the file; 1: in the `idat` box; 2: in another item. */
  method: number;
  /** Offset and length. */
  parts: [number, number][];
}

/** The `iloc` box: where each item is. @throws RangeError */
function* readLocations(bytes: Uint8Array, iloc: Extent): Generator<Location> {
  const reader = new Reader(bytes, iloc);
  const version = reader.number(1);
  reader.number(3);
  const sizes = [reader.number(1), reader.number(1)].flatMap((byte) => [byte >> 4, byte & 15]);
  const [offsetSize = 0, lengthSize = 0, baseSize = 0, indexSize = 0] = sizes;
  const idSize = version < 2 ? 2 : 4;
  const count = reader.number(idSize);
  for (let item = 0; item < count; item++) {
    const id = reader.number(idSize);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    reader.number(2);
    const base = reader.number(baseSize);
    const parts = Array.from({ length: reader.number(2) }, (): [number, number] => {
      if (version > 0) reader.number(indexSize);
      return [base + reader.number(offsetSize), reader.number(lengthSize)];
    });
    yield { id, method, parts };
  }
}

/**
 * The items of a HEIF file (ISO 23008-12, ISO 14496-12) that are in the file itself.
 * @param head the file, or a beginning of it that has its directory
 * @param fileBytes how long the whole file is
 * @throws RangeError, Error when there is no directory, or one that points outside the file
 */
export function readHeifItems(head: Uint8Array, fileBytes: number = head.length): HeifItem[] {
  const meta = [...boxesOf(head, undefined, fileBytes)].find(({ type }) => type === "meta");
  if (!meta) throw new Error("The picture has no directory");
  const [start, end] = meta.body;
  if (end > head.length) throw new RangeError("The directory is cut off");
  const boxes = new Map([...boxesOf(head, [start + 4, end])].map(({ type, body }) => [type, body]));
  const [iinf, iloc, idat] = ["iinf", "iloc", "idat"].map((type) => boxes.get(type));
  if (!iinf || !iloc) return [];
  const entries = readEntries(head, iinf);
  const items: HeifItem[] = [];
  for (const { id, method, parts } of readLocations(head, iloc)) {
    const entry = entries.get(id);
    const whole: Extent | undefined = method === 0 ? [0, fileBytes] : idat;
    if (!entry || !whole || method > 1) continue;
    const extents = parts.map(([offset, length]): Extent => {
      const [first, last] = [whole[0] + offset, length === 0 ? whole[1] : whole[0] + offset + length];
      if (first > last || last > whole[1]) throw new RangeError("An item is out of range");
      return [first, last];
    });
    items.push({ ...entry, extents });
  }
  return items;
}

/** Size of the number before an item's EXIF, which says how many bytes there are until it begins. */
const exifOffsetBytes = 4;

/** Where EXIF begins in an `Exif` item. */
export function exifStartOf(item: Uint8Array): number {
  return item.length < exifOffsetBytes ? item.length : exifOffsetBytes + viewOf(item).getUint32(0);
}
