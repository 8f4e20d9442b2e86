import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import {
  Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from "yauzl";
import { free } from "@/lib/platform/files/blocks";
import type { ByteSource } from "@/lib/platform/files/byte-source";

/** An archive that can't be read, or isn't what it says. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ArchiveError";
  }
}

/** Why a member isn't read. `bomb`: it would unpack to far more than any photo or video does. */
export type MemberRefusal = "name" | "encrypted" | "method" | "bomb";

export interface ZipMember {
  name: string;
  bytes: number;
  compressedBytes: number;
  crc32: number;
  method: number;
  /** Where its header is in the archive. */
  offset: number;
  modifiedAt: Date;
  refusal: MemberRefusal | null;
}

const maxMembers = 1_000_000;
const maxNameBytes = 1_000;
/** Photos and videos are compressed already; text shrinks to a tenth. */
const maxRatio = 100;
const alwaysFineBytes = 10 * 1024 * 1024;
/** The directory is read from its beginning to its end. */
const directoryBlockBytes = 1024 * 1024;
/** Elsewhere, the next read may be gigabytes away: this is enough for a sidecar with its header. */
const memberBlockBytes = 8 * 1024;

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Reads for the library: its many small reads are served from one block at a time. */
class SourceReader extends RandomAccessReader {
  blockBytes = memberBlockBytes;
  /** Rejects if the library fails on what it has read: nothing else would report it. */
  readonly failed: Promise<never>;
  #fail: (error: unknown) => void = () => {};
  #block: { start: number; bytes: Buffer } | undefined;

  constructor(private readonly source: ByteSource) {
    super();
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#bytesAt(position, length)
      .then(
        (bytes) => callback(null, bytes.copy(buffer, offset)),
        (error: unknown) => callback(error as Error),
      )
      .catch((error: unknown) => {
        this.#fail(error);
        // While the directory is listed, this is how the library learns of it.
        if (this.listenerCount("error") > 0) this.emit("error", error);
      });
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    if (end - start <= memberBlockBytes) yield Buffer.from(await this.#bytesAt(start, end - start));
    else yield* await this.source.read({ start, end: end - 1 });
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    const known = this.#block;
    if (known && position >= known.start && position + length <= known.start + known.bytes.length) {
      return known.bytes.subarray(position - known.start, position - known.start + length);
    }
    if (position < 0 || position >= this.source.bytes) throw new ArchiveError("The archive is cut off.");
    const end = Math.min(position + Math.max(length, this.blockBytes), this.source.bytes) - 1;
    this.#block = { start: position, bytes: await gather(await this.source.read({ start: position, end })) };
    return this.#block.bytes.subarray(0, length);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Many programs write UTF-8 without saying so. */
function nameOf(entry: Entry): string {
  const { fileNameRaw, generalPurposeBitFlag, extraFields } = entry;
  try {
    return utf8.decode(fileNameRaw).replaceAll("\\", "/");
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
}

const isPlainName = (name: string) =>
  validateFileName(name) === null && !/\p{Cc}/u.test(name) && !name.split("/").includes("");

function refusalOf(entry: Entry, name: string): MemberRefusal | null {
  if (entry.fileNameLength > maxNameBytes || !isPlainName(name)) return "name";
  if (entry.isEncrypted()) return "encrypted";
  if (!entry.canDecodeFileData()) return "method";
  const { compressedSize, uncompressedSize } = entry;
  const isBomb = uncompressedSize > alwaysFineBytes && uncompressedSize > maxRatio * compressedSize;
  return isBomb ? "bomb" : null;
}

/** Reads a ZIP, even one over 4 GB, through its directory: any file, in any order, without unpacking it all. */
export class ZipReader {
  private constructor(
    private readonly zip: ZipFile,
    private readonly reader: SourceReader,
    private readonly source: ByteSource,
  ) {}

  /** @throws ArchiveError when it isn't a ZIP */
  static async open(source: ByteSource): Promise<ZipReader> {
    try {
      // Names are checked one by one: a bad one must not hide the others.
      const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
      const reader = new SourceReader(source);
      const opening = fromRandomAccessReaderPromise(reader, source.bytes, options);
      return new ZipReader(await Promise.race([opening, reader.failed]), reader, source);
    } catch (error) {
      throw asArchiveError(error);
    }
  }

  /** The files in it, in the order of its directory. Can be called once. @throws ArchiveError */
  async *list(): AsyncGenerator<ZipMember> {
    let members = 0;
    let compressedBytes = 0;
    this.reader.blockBytes = directoryBlockBytes;
    try {
      for await (const entry of this.zip.eachEntry()) {
        const name = nameOf(entry);
        if (name.endsWith("/")) continue;
        // Overlapping members are a bomb: many files made of few bytes.
        compressedBytes += entry.compressedSize;
        if (++members > maxMembers) throw new ArchiveError("The archive has too many files.");
        if (compressedBytes > this.source.bytes) throw new ArchiveError("The archive's files overlap.");
        yield {
          name: name.toWellFormed(),
          bytes: entry.uncompressedSize,
          compressedBytes: entry.compressedSize,
          crc32: entry.crc32,
          method: entry.compressionMethod,
          offset: entry.relativeOffsetOfLocalHeader,
          modifiedAt: entry.getLastModDate({ timezone: "UTC" }),
          refusal: refusalOf(entry, name),
        };
      }
    } catch (error) {
      throw asArchiveError(error);
    } finally {
      this.reader.blockBytes = memberBlockBytes;
    }
  }

  /**
   * The bytes of a file; each piece can be used until the next is requested.
   * @throws ArchiveError if they aren't the ones the directory announces
   */
  async *read(member: Omit<ZipMember, "name" | "modifiedAt" | "refusal">): AsyncGenerator<Buffer> {
    const entry = Object.assign(new Entry(), {
      relativeOffsetOfLocalHeader: member.offset,
      compressedSize: member.compressedBytes,
      uncompressedSize: member.bytes,
      compressionMethod: member.method,
      generalPurposeBitFlag: 0,
    });
    let sum = 0;
    let bytes = 0;
    try {
      const opening = this.zip.openReadStreamPromise(entry);
      const stream = await Promise.race([opening, this.reader.failed]);
      for await (const piece of stream) {
        bytes += (piece as Buffer).length;
        sum = crc32(piece as Buffer, sum);
        yield piece as Buffer;
        // Left to the garbage collector, gigabytes that pass through take hundreds of megabytes.
        free(piece as Buffer);
      }
    } catch (error) {
      throw asArchiveError(error);
    }
    if (bytes !== member.bytes || sum !== member.crc32 >>> 0) {
      throw new ArchiveError("The file is damaged in the archive.");
    }
  }

  close(): void {
    this.zip.close();
  }
}

/** Translates errors of the library and zlib; errors of the storage and the system are passed on. */
function asArchiveError(error: unknown): unknown {
  const { name, message, syscall } = error as NodeJS.ErrnoException;
  if (name === "ArchiveError" || name === "StorageError" || syscall !== undefined) return error;
  return new ArchiveError(message, { cause: error });
}
