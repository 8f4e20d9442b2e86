import { createHash, type Hash } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, link, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { free } from "@/lib/platform/files/blocks";
import { inFolder, isMissing, readFully, writeFully } from "@/lib/platform/storage/disk-file";
import {
  type AssemblyPlan,
  type Chunk,
  type ChunkWriter,
  StorageError,
} from "@/lib/platform/storage/storage-driver";

/** One record per chunk in the map next to the data: 64-bit offset, 32-bit length, CRC-32. */
const recordBytes = 16;

interface StagedChunk {
  offset: number;
  length: number;
  crc: number;
}

async function openForUpdate(file: string): Promise<FileHandle> {
  return open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
}

const missing = (chunks: number[], reason: string) => new StorageError("incomplete", reason, { chunks });

/** The hash so far of an upload that is still in progress. */
class Ahead {
  readonly hash = createHash("sha256");
  /** Chunks before this one are in the hash. */
  next = 0;
  /** Chunks before this one are hashed, or being hashed. */
  begun = 0;
  /** Chunks came out of order, and have to be read back. */
  isBehind = false;
  /** A chunk was written again since it was hashed. */
  isStale = false;
  running = Promise.resolve();
  #waiting = 0;

  get isIdle(): boolean {
    return this.#waiting === 0 && !this.isStale;
  }

  /** One at a time: each continues where the one before stopped. Once one fails, the hash can't be used. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    const turn = this.running.then(work);
    this.running = turn
      .catch(() => {
        this.isStale = true;
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    return turn;
  }
}

/** Fewer bytes than this in one call aren't worth reading on their own. */
const worthHashing = 4 * 1024 * 1024;
/** A limit because of uploads that are never completed. */
const mostAhead = 64;

/**
 * Chunks of an upload on disk: one sparse file that becomes the object by a rename, and a map that says which parts of
 * it were written, since a hole reads as zeros. Nothing is synced before the upload is complete. Until then a power cut
 * may lose chunks, or leave a record without its bytes, so each record has a checksum of them.
 */
export class DiskStaging {
  readonly folder: string;
  readonly #ahead = new Map<string, Ahead>();

  constructor(folder: string) {
    this.folder = folder;
  }

  dataPath(uploadId: string): string {
    return path.join(this.folder, `${uploadId}.data`);
  }

  mapPath(uploadId: string): string {
    return path.join(this.folder, `${uploadId}.map`);
  }

  writer(uploadId: string): DiskChunkWriter {
    return new DiskChunkWriter(this, uploadId);
  }

  /**
   * Writes a chunk, and hashes it meanwhile if it is the next one; a chunk out of order is read back once all before it
   * have arrived. Only the process that got the first chunk hashes, or each of several would do it.
   */
  async write(uploadId: string, { index, bytes }: Chunk, write: () => Promise<void>): Promise<void> {
    if (index === 0 && !this.#ahead.has(uploadId)) {
      this.#ahead.set(uploadId, new Ahead());
      const [oldest] = this.#ahead.keys();
      if (this.#ahead.size > mostAhead && oldest !== undefined) this.#ahead.delete(oldest);
    }
    const ahead = this.#ahead.get(uploadId);
    if (!ahead?.isIdle || ahead.next !== index) {
      await write();
      this.#wroteLater(uploadId, index);
      return;
    }
    // Set before the write: if another call writes this chunk later, the hash is stale.
    ahead.begun = index + 1;
    await ahead.inTurn(async () => {
      const writing = write();
      ahead.hash.update(bytes);
      await writing;
      ahead.next = index + 1;
    });
  }

  async #hashOn(uploadId: string, ahead: Ahead): Promise<void> {
    if (ahead.isStale) return;
    const chunks = await this.#recordsOf(uploadId);
    let end = 0;
    const gap = chunks.findIndex(({ offset, length }) => {
      const isNext = length > 0 && offset === end;
      end += length;
      return !isNext;
    });
    ahead.begun = Math.max(ahead.begun, gap < 0 ? chunks.length : gap);
    ahead.isBehind = ahead.begun < chunks.length;
    if (ahead.next >= ahead.begun) return;
    const data = await open(this.dataPath(uploadId));
    try {
      for await (const piece of readAhead(data, chunks.slice(0, ahead.begun), ahead.next)) {
        ahead.hash.update(piece.bytes);
        // The final hashing finds it again, and requests it.
        if (piece.isDamaged) ahead.isStale = true;
        if (ahead.isStale) return;
        if (piece.isLast) ahead.next = piece.index + 1;
      }
    } finally {
      await data.close();
    }
  }

  /** The hash of an upload so far. It can be used once. */
  async #takeAhead(uploadId: string): Promise<{ hash: Hash; next: number }> {
    const ahead = this.#ahead.get(uploadId);
    this.#ahead.delete(uploadId);
    await ahead?.running;
    return ahead && !ahead.isStale ? ahead : { hash: createHash("sha256"), next: 0 };
  }

  /**
   * Called after chunks were written: hashes contiguous ones, so that only the last part is left to read at the end.
   */
  wrote(uploadId: string, bytes: number): void {
    const ahead = this.#ahead.get(uploadId);
    if (!ahead?.isBehind || bytes < worthHashing) return;
    // If it was cancelled or the disk fails, the final hashing reports it.
    ahead.inTurn(() => this.#hashOn(uploadId, ahead)).catch(() => {});
  }

  /** Called after a chunk's bytes were written out of order, before the chunk counts. */
  #wroteLater(uploadId: string, index: number): void {
    const ahead = this.#ahead.get(uploadId);
    if (!ahead) return;
    if (index < ahead.begun) ahead.isStale = true;
    ahead.isBehind = true;
  }

  /**
   * Reads the chunks that aren't hashed yet, and makes all of them durable meanwhile.
   * @returns the SHA-256 of all of them
   * @throws StorageError "incomplete" unless the chunks are contiguous, cover exactly `plan.bytes` and are as received
   */
  async hash(uploadId: string, data: FileHandle, plan: AssemblyPlan): Promise<string> {
    const chunks = await this.#chunksOf(uploadId, plan);
    const { size } = await data.stat();
    if (size !== plan.bytes) {
      const lost = [...chunks.entries()].filter(([, { offset, length }]) => offset + length > size);
      throw missing(
        lost.map(([index]) => index),
        `The chunks hold ${size} bytes, not ${plan.bytes}`,
      );
    }
    // Never rejects: the file must not be closed during the sync, whatever happens to the reading.
    const syncing = data.datasync().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const damaged: number[] = [];
    let failed: Awaited<typeof syncing> = null;
    let hash: Hash;
    try {
      const ahead = await this.#takeAhead(uploadId);
      hash = ahead.hash;
      for await (const { index, bytes, isDamaged } of readAhead(data, chunks, ahead.next)) {
        hash.update(bytes);
        if (isDamaged) damaged.push(index);
      }
    } finally {
      failed = await syncing;
    }
    if (damaged.length > 0) throw missing(damaged, `Chunks ${damaged.join(", ")} are not as they came`);
    if (failed) {
      // The system reports this once and then treats the lost bytes as written: they must be sent again.
      await rm(this.mapPath(uploadId), { force: true });
      throw failed.error;
    }
    return hash.digest("hex");
  }

  /** Each chunk's record; length 0 for chunks that are still to come. */
  async #recordsOf(uploadId: string): Promise<StagedChunk[]> {
    const records = await readFile(this.mapPath(uploadId)).catch((error) => {
      if (isMissing(error)) return Buffer.alloc(0);
      throw error;
    });
    const chunks: StagedChunk[] = [];
    for (let at = 0; at + recordBytes <= records.length; at += recordBytes) {
      const offset = Number(records.readBigUInt64BE(at));
      chunks.push({ offset, length: records.readUInt32BE(at + 8), crc: records.readUInt32BE(at + 12) });
    }
    return chunks;
  }

  async #chunksOf(uploadId: string, plan: AssemblyPlan): Promise<StagedChunk[]> {
    const chunks = await this.#recordsOf(uploadId);
    const lost: number[] = [];
    let end = 0;
    for (let index = 0; index < plan.chunkCount; index += 1) {
      const chunk = chunks[index];
      if (!chunk || chunk.length === 0 || (lost.length === 0 && chunk.offset !== end)) lost.push(index);
      end += chunk?.length ?? 0;
    }
    if (lost.length > 0) throw missing(lost, `Chunks ${lost.join(", ")} are missing or misplaced`);
    if (end !== plan.bytes) throw missing([], `The chunks hold ${end} bytes, not ${plan.bytes}`);
    return chunks.slice(0, plan.chunkCount);
  }

  async drop(uploadId: string): Promise<void> {
    this.#ahead.delete(uploadId);
    await rm(this.dataPath(uploadId), { force: true });
    await rm(this.mapPath(uploadId), { force: true });
  }
}

function recordOf(chunk: Chunk): Buffer {
  const record = Buffer.alloc(recordBytes);
  record.writeBigUInt64BE(BigInt(chunk.offset), 0);
  record.writeUInt32BE(chunk.bytes.length, 8);
  record.writeUInt32BE(chunk.crc32, 12);
  return record;
}

/** Keeps the data file open from the first chunk to the last, and writes their records when it is closed. */
class DiskChunkWriter implements ChunkWriter {
  readonly #staging: DiskStaging;
  readonly #uploadId: string;
  readonly #records = new Map<number, Buffer>();
  #bytes = 0;
  #data: Promise<FileHandle> | undefined;

  constructor(staging: DiskStaging, uploadId: string) {
    this.#staging = staging;
    this.#uploadId = uploadId;
  }

  async write(chunk: Chunk): Promise<void> {
    this.#data ??= inFolder(this.#staging.folder, () =>
      openForUpdate(this.#staging.dataPath(this.#uploadId)),
    );
    const data = await this.#data;
    await this.#staging.write(this.#uploadId, chunk, () => writeFully(data, chunk.bytes, chunk.offset));
    this.#records.set(chunk.index, recordOf(chunk));
    this.#bytes += chunk.bytes.length;
  }

  async close(): Promise<void> {
    const data = await this.#data?.catch(() => undefined);
    await data?.close();
    if (this.#records.size === 0) return;
    const map = await openForUpdate(this.#staging.mapPath(this.#uploadId));
    try {
      for (const [index, record] of this.#records) await writeFully(map, record, index * recordBytes);
    } finally {
      await map.close();
    }
    this.#staging.wrote(this.#uploadId, this.#bytes);
  }
}

interface ChunkPiece {
  index: number;
  bytes: Buffer;
  /** The last piece of its chunk. */
  isLast: boolean;
  /** The chunk is not as received; set on its last piece. */
  isDamaged: boolean;
}

/** How much of a chunk is read at a time: many people's uploads are hashed at once. */
const pieceBytes = 256 * 1024;

function* piecesOf(chunks: readonly StagedChunk[], first: number) {
  for (const [index, { offset, length }] of chunks.entries()) {
    for (let at = 0; index >= first && at < length; at += pieceBytes) {
      yield { index, at, offset: offset + at, length: Math.min(pieceBytes, length - at) };
    }
  }
}

/** The chunks' bytes in order; the next ones are read while the caller works. Use each piece before the next. */
async function* readAhead(
  data: FileHandle,
  chunks: readonly StagedChunk[],
  first: number,
): AsyncGenerator<ChunkPiece> {
  const buffers = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)] as const;
  const pieces = piecesOf(chunks, first);
  let turn = 0;
  const readNext = async () => {
    const { value: piece } = pieces.next();
    if (!piece) return null;
    const bytes = buffers[turn++ % 2 === 0 ? 0 : 1].subarray(0, piece.length);
    return { ...piece, bytes: bytes.subarray(0, await readFully(data, bytes, piece.offset)) };
  };
  let reading = readNext();
  let crc = 0;
  try {
    for (let piece = await reading; piece; piece = await reading) {
      reading = readNext();
      reading.catch(() => {});
      const { index, at, bytes, length } = piece;
      const chunk = chunks[index] as StagedChunk;
      crc = crc32(bytes, at === 0 ? 0 : crc);
      const isLast = at + length === chunk.length;
      // A chunk that the file is too short for has a wrong checksum, too.
      yield { index, bytes, isLast, isDamaged: isLast && crc !== chunk.crc };
    }
  } finally {
    // Memory must not be freed under a read that still fills it.
    await reading.catch(() => {});
    for (const buffer of buffers) free(buffer);
  }
}

const isSameFile = (one: BigIntStats, other: BigIntStats) => one.ino === other.ino && one.dev === other.dev;

/**
 * Gives a finished file its name, never over another: link fails where rename would replace. Can be repeated after a
 * crash.
 * @returns false when the name belongs to another file
 */
export async function linkOnce(file: string, target: string): Promise<boolean> {
  try {
    await link(file, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return isSameFile(await stat(file, { bigint: true }), await stat(target, { bigint: true }));
  }
}
