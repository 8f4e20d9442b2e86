/** What a ZIP says about a file before its bytes are read. */
export interface ZipFile {
  /** With / between folders. */
  name: string;
  bytes: number;
  /** The ZIP shows its wall clock in UTC. */
  modifiedAt: Date;
}

const max16 = 0xffff;
const max32 = 0xffffffff;
/** Names are UTF-8; the CRC-32 follows the file (APPNOTE 4.4.4, bits 11 and 3). */
const flags = 0x0808;
const plainVersion = 20;
const zip64Version = 45;
/** Made as on Unix, so that the permissions below apply: a file its owner can write. */
const madeBy = (3 << 8) | zip64Version;
const rights = 0o100644 * 0x10000;

const localBytes = 30;
const centralBytes = 46;

const isBig = (bytes: number) => bytes >= max32;

/** Date and time in MS-DOS format: a resolution of two seconds, from 1980 to 2107. */
function dosTime(at: Date): { date: number; time: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** Numbers of 2, 4 and 8 bytes, one after the other. */
class Fields {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(length: number) {
    this.#bytes = Buffer.alloc(length);
  }

  short(...values: number[]): this {
    for (const value of values) this.#at = this.#bytes.writeUInt16LE(value, this.#at);
    return this;
  }

  long(...values: number[]): this {
    for (const value of values) this.#at = this.#bytes.writeUInt32LE(value, this.#at);
    return this;
  }

  huge(...values: number[]): this {
    for (const value of values) this.#at = this.#bytes.writeBigUInt64LE(BigInt(value), this.#at);
    return this;
  }

  text(text: Buffer): this {
    this.#at += text.copy(this.#bytes, this.#at);
    return this;
  }

  done(): Buffer {
    return this.#bytes;
  }
}

/** A Zip64 field with sizes or offsets that don't fit into 4 bytes; empty if there are none. */
function zip64Field(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const length = values.length * 8;
  return new Fields(4 + length)
    .short(1, length)
    .huge(...values)
    .done();
}

/**
 * The position of every byte of a ZIP that only stores its files, known before any of them is read: the same files in
 * the same order make the same ZIP. Uses Zip64 where sizes, offsets or the number of files need it.
 */
export class ZipLayout {
  readonly #files: readonly (ZipFile & { text: Buffer; start: number })[];
  /** Where the list of files at its end starts. */
  readonly directoryStart: number;
  /** Where the part after that list starts. */
  readonly endStart: number;
  readonly length: number;

  constructor(files: readonly ZipFile[]) {
    let start = 0;
    let directory = 0;
    this.#files = files.map((file) => {
      const placed = { ...file, text: Buffer.from(file.name), start };
      const isZip64 = isBig(file.bytes);
      start += localBytes + placed.text.length + (isZip64 ? 20 : 0) + file.bytes + (isZip64 ? 24 : 16);
      const huge = (isZip64 ? 2 : 0) + (isBig(placed.start) ? 1 : 0);
      directory += centralBytes + placed.text.length + (huge > 0 ? 4 + huge * 8 : 0);
      return placed;
    });
    this.directoryStart = start;
    this.endStart = start + directory;
    this.length = this.endStart + this.end().length;
  }

  get count(): number {
    return this.#files.length;
  }

  #file(index: number) {
    const file = this.#files[index];
    if (!file) throw new RangeError(`The ZIP has no file ${index}`);
    return file;
  }

  /** Where a file's part starts: its header, its bytes, its CRC-32. */
  startOf(index: number): number {
    return index < this.count ? this.#file(index).start : this.directoryStart;
  }

  bytesOf(index: number): number {
    return this.#file(index).bytes;
  }

  /** Precedes the bytes. It has the sizes although it can't have the CRC-32: readers that don't seek need them. */
  header(index: number): Buffer {
    const { text, bytes, modifiedAt } = this.#file(index);
    const { date, time } = dosTime(modifiedAt);
    const extra = zip64Field(isBig(bytes) ? [bytes, bytes] : []);
    const size = Math.min(bytes, max32);
    return new Fields(localBytes + text.length + extra.length)
      .long(0x04034b50)
      .short(isBig(bytes) ? zip64Version : plainVersion, flags, 0, time, date)
      .long(0, size, size)
      .short(text.length, extra.length)
      .text(text)
      .text(extra)
      .done();
  }

  /** Follows the bytes. */
  descriptor(index: number, crc: number): Buffer {
    const { bytes } = this.#file(index);
    const record = new Fields(isBig(bytes) ? 24 : 16).long(0x08074b50, crc);
    return (isBig(bytes) ? record.huge(bytes, bytes) : record.long(bytes, bytes)).done();
  }

  /** In the list of files at the end. */
  entry(index: number, crc: number): Buffer {
    const { text, bytes, modifiedAt, start } = this.#file(index);
    const { date, time } = dosTime(modifiedAt);
    const extra = zip64Field([...(isBig(bytes) ? [bytes, bytes] : []), ...(isBig(start) ? [start] : [])]);
    const size = Math.min(bytes, max32);
    return new Fields(centralBytes + text.length + extra.length)
      .long(0x02014b50)
      .short(madeBy, extra.length > 0 ? zip64Version : plainVersion, flags, 0, time, date)
      .long(crc, size, size)
      .short(text.length, extra.length, 0, 0, 0)
      .long(rights, Math.min(start, max32))
      .text(text)
      .text(extra)
      .done();
  }

  /** After that list. */
  end(): Buffer {
    const size = this.endStart - this.directoryStart;
    const isZip64 = this.count >= max16 || isBig(size) || isBig(this.directoryStart);
    const record = new Fields(isZip64 ? 98 : 22);
    if (isZip64) {
      record.long(0x06064b50).huge(44).short(madeBy, zip64Version).long(0, 0);
      record.huge(this.count, this.count, size, this.directoryStart);
      record.long(0x07064b50, 0).huge(this.endStart).long(1);
    }
    const count = Math.min(this.count, max16);
    return record
      .long(0x06054b50)
      .short(0, 0, count, count)
      .long(Math.min(size, max32), Math.min(this.directoryStart, max32))
      .short(0)
      .done();
  }
}
