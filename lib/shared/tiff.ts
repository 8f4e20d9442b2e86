import type { Extent } from "@/lib/shared/heif-items";

const bytesOfType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const entryBytes = 12;
const latin = new TextDecoder("latin1");

/**
 * Reads the directories (IFDs) of a TIFF, the format of EXIF and of most cameras' raw photos. Positions are relative to
 * the start of the TIFF. Anything that points outside its bytes is a RangeError.
 */
export class Tiff {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  /** @throws RangeError for anything but a TIFF */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const order = latin.decode(bytes.subarray(0, 2));
    if (order !== "II" && order !== "MM") throw new RangeError("Not a TIFF");
    this.#isLittle = order === "II";
  }

  short(at: number): number {
    return this.#view.getUint16(at, this.#isLittle);
  }

  long(at: number): number {
    return this.#view.getUint32(at, this.#isLittle);
  }

  writeShort(value: number, at: number): void {
    this.#view.setUint16(at, value, this.#isLittle);
  }

  /** The first directory and those that follow it, each once. A directory's successor is read when it is requested. */
  *directories(): Generator<number> {
    const seen = new Set<number>();
    for (
      let ifd = this.long(4);
      ifd !== 0 && !seen.has(ifd);
      ifd = this.long(ifd + 2 + this.short(ifd) * entryBytes)
    ) {
      seen.add(ifd);
      yield ifd;
    }
  }

  /** Where each entry of a directory is. */
  entries(ifd: number): number[] {
    const count = this.short(ifd);
    if (ifd + 2 + count * entryBytes + 4 > this.bytes.length) throw new RangeError("An IFD is cut off");
    return Array.from({ length: count }, (_, index) => ifd + 2 + index * entryBytes);
  }

  /** A directory's entries by their tags. */
  tags(ifd: number): Map<number, number> {
    return new Map(this.entries(ifd).map((entry) => [this.short(entry), entry]));
  }

  /** Where an entry's value is. */
  extent(entry: number): Extent {
    const bytes = (bytesOfType[this.short(entry + 2)] ?? 1) * this.long(entry + 4);
    const start = bytes <= 4 ? entry + 8 : this.long(entry + 8);
    if (start + bytes > this.bytes.length) throw new RangeError("A value is out of range");
    return [start, start + bytes];
  }

  /** Whole numbers of 16 or 32 bits, at most `most` of them. */
  numbers(entry: number, most: number): number[] {
    const [start, end] = this.extent(entry);
    const isShort = this.short(entry + 2) === 3;
    const width = isShort ? 2 : 4;
    const count = Math.min(most, Math.floor((end - start) / width));
    return Array.from({ length: count }, (_, index) => {
      const at = start + index * width;
      return isShort ? this.short(at) : this.long(at);
    });
  }

  /** Up to its first zero. */
  text(entry: number): string {
    return latin.decode(this.bytes.subarray(...this.extent(entry))).replace(/\0[\s\S]*$/, "");
  }
}
