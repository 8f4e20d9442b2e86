const blockBytes = 512;
const maxNameBytes = 100;

export interface TarEntry {
  /** At most 100 bytes; a folder's ends in a slash. */
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Only set when reading an archive. */
  modifiedAt?: Date;
}

function header(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes) throw new Error("A name is too long for an archive");
  const block = Buffer.alloc(blockBytes);
  const isFolder = name.endsWith("/");
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  block.write(name, 0);
  block.write(octal(isFolder ? 0o700 : 0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  // Beyond 8 GB the length is written as GNU tar does, in binary.
  if (bytes < 8 ** 11) block.write(octal(bytes, 12), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  block.write(octal(0, 12), 136);
  block.write("        ", 148);
  block.write(isFolder ? "5" : "0", 156);
  block.write("ustar\u000000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

const padding = (bytes: number) => Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);

/** Exactly this many bytes: a file that is being written to may have more or fewer. */
async function* exactly(bytes: number, content: TarEntry["content"]): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const block of content) {
    const part = block.length > left ? block.subarray(0, left) : block;
    left -= part.length;
    yield part;
    if (left === 0) return;
  }
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536));
}

/** The bytes of a tar archive, which `tar` can unpack. A file shorter than announced is filled up with zeros. */
export async function* tarOf(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of entries) {
    yield header(name, bytes);
    if (bytes > 0) yield* exactly(bytes, content);
    yield padding(bytes);
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Reads from a stream in pieces of the requested length. */
class Pieces {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *take(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next();
        if (done) throw new Error("The archive is cut off");
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async whole(bytes: number): Promise<Buffer> {
    const blocks: Uint8Array[] = [];
    for await (const block of this.take(bytes)) blocks.push(Buffer.from(block));
    return Buffer.concat(blocks);
  }

  /** Drains the source, so that it can report that its bytes end too soon or are damaged. */
  async end(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}

/** Headers that extend the next entry's: names too long for it, or a larger length. */
const longNames = { gnu: "L", pax: "x" };
const maxExtraBytes = 64 * 1024;

/** A number as tar writes it: octal digits, or binary beyond 8 GB. */
function numberAt(block: Buffer, at: number, length: number): number {
  if (block[at] === 0x80) return Number(block.readBigUInt64BE(at + length - 8));
  return Number.parseInt(block.toString("latin1", at, at + length - 1), 8);
}

const textAt = (block: Buffer, at: number, length: number) =>
  block.toString("utf8", at, at + length).replace(/\0.*$/s, "");

/** The records of a pax header: "23 path=some/long/name\n". */
function readPax(records: Buffer): { name?: string; bytes?: number } {
  const found: { name?: string; bytes?: number } = {};
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString("latin1", at, at + 12), 10);
    if (!(length > 0)) break;
    const [, key, value = ""] = /^\d+ ([^=]+)=(.*)\n$/s.exec(records.toString("utf8", at, at + length)) ?? [];
    if (key === "path") found.name = value;
    if (key === "size" && /^\d+$/.test(value)) found.bytes = Number(value);
    at += length;
  }
  return found;
}

/**
 * The files and folders of an archive. Each entry's content must be read before the next entry is requested; the rest
 * of it is skipped. @throws Error
 */
export async function* untar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const pieces = new Pieces(source);
  let said: { name?: string; bytes?: number } = {};
  for (;;) {
    const block = await pieces.whole(blockBytes);
    if (block.every((byte) => byte === 0)) break;
    const prefix = block.toString("latin1", 257, 263) === "ustar\0" ? textAt(block, 345, 155) : "";
    const ownName = textAt(block, 0, maxNameBytes);
    const bytes = said.bytes ?? numberAt(block, 124, 12);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error("The archive is damaged");
    const kind = textAt(block, 156, 1);
    if (kind === longNames.gnu || kind === longNames.pax) {
      if (bytes > maxExtraBytes) throw new Error("A name is too long");
      const extra = await pieces.whole(bytes);
      said = {
        ...said,
        ...(kind === longNames.gnu ? { name: textAt(extra, 0, extra.length) } : readPax(extra)),
      };
      for await (const _ of pieces.take(padding(bytes).length));
      continue;
    }
    const name = said.name ?? (prefix === "" ? ownName : `${prefix}/${ownName}`);
    said = {};
    const content = pieces.take(bytes);
    // Links, devices and global headers have nothing to read.
    const modifiedAt = new Date(numberAt(block, 136, 12) * 1000);
    if (kind === "0" || kind === "" || kind === "5") yield { name, bytes, content, modifiedAt };
    for await (const _ of content);
    for await (const _ of pieces.take(padding(bytes).length));
  }
  await pieces.end();
}
