import { crc32 } from "node:zlib";
import type { ZipLayout } from "@/lib/platform/files/zip-layout";
import type { ByteRange } from "@/lib/platform/storage/storage-driver";

/** The files of a ZIP, by their place in its layout. */
export interface ZipSource {
  /** Bytes of a file. */
  read(index: number, range: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** A file's CRC-32, if it is already known: then nothing is read for it. */
  knownCrc(index: number): number | undefined;
  /** Called with each CRC-32 that was computed. */
  learn(index: number, crc: number): void;
}

/** Small records are sent together. */
const gatheredBytes = 64 * 1024;

/** Sends what is inside a range of a ZIP, in order, and waits until it is consumed. */
class Cutter {
  #gathered: Uint8Array[] = [];
  #bytes = 0;

  constructor(private readonly range: ByteRange) {}

  overlaps(start: number, length: number): boolean {
    return start <= this.range.end && start + length > this.range.start;
  }

  /** The requested part of these bytes. */
  cut(bytes: Uint8Array, start: number): Uint8Array {
    const from = Math.max(0, this.range.start - start);
    return bytes.subarray(from, Math.max(from, this.range.end + 1 - start));
  }

  /** Holds a record back; yields the gathered ones once there are enough. */
  *gather(record: Uint8Array, start: number): Generator<Uint8Array> {
    const piece = this.cut(record, start);
    this.#gathered.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= gatheredBytes) yield* this.flush();
  }

  *flush(): Generator<Uint8Array> {
    if (this.#bytes > 0) yield Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#bytes = 0;
  }
}

class FileReader {
  constructor(
    private readonly layout: ZipLayout,
    private readonly source: ZipSource,
  ) {}

  /** Exactly the bytes of a range. @throws Error for a file that is not as long as the ZIP has promised */
  async *#exactly(index: number, start: number, length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    if (left > 0) {
      for await (const block of await this.source.read(index, { start, end: start + length - 1 })) {
        left -= block.length;
        if (left < 0) break;
        yield block;
      }
    }
    if (left !== 0) throw new Error("A file is shorter or longer than announced in the ZIP");
  }

  /** Bytes of a file; if its CRC-32 is wanted and unknown, the bytes before them are read too. */
  async *read(index: number, start: number, length: number): AsyncGenerator<Uint8Array> {
    const isToItsEnd = start + length === this.layout.bytesOf(index);
    if (!isToItsEnd || this.source.knownCrc(index) !== undefined) {
      yield* this.#exactly(index, start, length);
      return;
    }
    let crc = 0;
    let at = 0;
    for await (const block of this.#exactly(index, 0, start + length)) {
      crc = crc32(block, crc);
      if (at + block.length > start) yield block.subarray(Math.max(0, start - at));
      at += block.length;
    }
    this.source.learn(index, crc);
  }

  async crc(index: number): Promise<number> {
    const known = this.source.knownCrc(index);
    if (known !== undefined) return known;
    let crc = 0;
    for await (const block of this.#exactly(index, 0, this.layout.bytesOf(index))) crc = crc32(block, crc);
    this.source.learn(index, crc);
    return crc;
  }
}

/**
 * The bytes of a range of a ZIP, generated as they are consumed: no more than one file is open, with one block of it in
 * memory. The same range always gives the same bytes.
 * @throws Error for a file that is not as long as the layout says; what `source` throws
 */
export async function* zipBytes(
  layout: ZipLayout,
  range: ByteRange,
  source: ZipSource,
): AsyncGenerator<Uint8Array> {
  const out = new Cutter(range);
  const files = new FileReader(layout, source);
  for (let index = 0; index < layout.count; index++) {
    const start = layout.startOf(index);
    if (!out.overlaps(start, layout.startOf(index + 1) - start)) continue;
    const header = layout.header(index);
    yield* out.gather(header, start);
    const dataStart = start + header.length;
    const dataEnd = dataStart + layout.bytesOf(index);
    const from = Math.max(dataStart, range.start);
    const to = Math.min(dataEnd, range.end + 1);
    if (to > from) {
      yield* out.flush();
      yield* files.read(index, from - dataStart, to - from);
    }
    if (!out.overlaps(dataEnd, layout.startOf(index + 1) - dataEnd)) continue;
    yield* out.gather(layout.descriptor(index, await files.crc(index)), dataEnd);
  }
  let at = layout.directoryStart;
  for (let index = 0; index < layout.count && at <= range.end; index++) {
    const length = layout.entry(index, 0).length;
    if (out.overlaps(at, length)) yield* out.gather(layout.entry(index, await files.crc(index)), at);
    at += length;
  }
  if (out.overlaps(layout.endStart, layout.length)) yield* out.gather(layout.end(), layout.endStart);
  yield* out.flush();
}
