import type { Readable } from "node:stream";

export interface StoredObject {
  bytes: number;
  /** Lower-case hexadecimal; empty if it wasn't requested. */
  sha256: string;
}

export interface WriteOptions {
  maxBytes: number;
  /** For bytes whose SHA-256 nobody needs: computing it takes as long as writing them. A bucket needs it anyway. */
  skipsHash?: boolean;
}

/**
 * Both ends are inclusive, as in HTTP: `{ start: 0, end: 0 }` is the first byte. An `end` past the last byte is
 * truncated.
 */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ListedObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** How the chunks of an upload make one object: chunks 0 to `chunkCount - 1`, `bytes` in all. */
export interface AssemblyPlan {
  chunkCount: number;
  bytes: number;
}

export type StorageErrorCode =
  /** The key already exists; originals are write-once. */
  | "exists"
  | "missing"
  | "too_large"
  /** No space left: disk full or quota used up. */
  | "full"
  /** The store doesn't answer, or answers incorrectly. Worth retrying. */
  | "unavailable"
  /** Chunks are missing or don't add up to the promised length. */
  | "incomplete"
  | "bad_key"
  | "bad_range"
  /** The marker of a store in use is missing: an empty or unmounted root. */
  | "unmounted";

export class StorageError extends Error {
  readonly code: StorageErrorCode;
  /** For "incomplete": the chunks to be staged again. */
  readonly chunks: readonly number[];

  constructor(
    code: StorageErrorCode,
    message: string,
    { chunks = [], ...options }: { cause?: unknown; chunks?: readonly number[] } = {},
  ) {
    super(message, options);
    this.name = "StorageError";
    this.code = code;
    this.chunks = chunks;
  }

  /**
   * By name: the server's bundle creates the only storage of a process, and Next's bundle, which contains another copy
   * of this class, must recognise its errors too.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as { name?: unknown } | null | undefined)?.name === "StorageError";
  }
}

/** `hidden`: not served any more, but the store keeps a version that the access key may not remove. */
export type Deletion = "gone" | "hidden";

export interface Chunk {
  index: number;
  /** In the object, in bytes. */
  offset: number;
  bytes: Uint8Array;
  /** Of its bytes, as zlib computes it. */
  crc32: number;
}

/** Stages the chunks of one upload that come in one call. */
export interface ChunkWriter {
  /** The bytes may be changed once this resolves. Repeating a chunk, or writing two at once, is fine. */
  write(chunk: Chunk): Promise<void>;

  /**
   * Chunks are staged once this resolves: they outlive this process; a power cut may lose one, which `assemble`
   * reports.
   */
  close(): Promise<void>;
}

/**
 * Where originals and derivatives live. Keys are `[a-zA-Z0-9_-][a-zA-Z0-9._-]*` joined by `/`; one key is
 * never the folder of another. Every method rejects with a StorageError ("bad_key" for odd keys,
 * "unavailable" when the store is out of reach).
 */
export interface Storage {
  /**
   * Write-once: the object appears complete and durable, or not at all, and never over another. A piece of `source` may
   * be freed when the next is requested; an error from it is passed on unchanged.
   * @throws StorageError "exists" | "too_large" | "full" | "unavailable"; nothing is left behind.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredObject>;

  /** For what can be regenerated (derivatives): as durable as `write`, but replaces what was there. */
  replace(key: string, content: Uint8Array | { file: string }): Promise<void>;

  /** @throws StorageError "missing", or "bad_range" when the range starts past the end. */
  read(key: string, range?: ByteRange): Promise<Readable>;

  stat(key: string): Promise<{ bytes: number } | null>;

  /** Deleting what isn't there is fine. */
  delete(key: string): Promise<Deletion>;

  /** Every object whose key starts with `prefix`, in no guaranteed order; staging is left out. */
  list(prefix: string): AsyncIterable<ListedObject>;

  /** @throws StorageError "bad_key" */
  chunkWriter(uploadId: string): ChunkWriter;

  /**
   * Hashes the staged chunks, writes them once at `key` and removes the staging. The object is durable once resolved.
   * @throws StorageError "incomplete" with the chunks that are missing or damaged | "exists" | "full" | "unavailable";
   * the staging stays.
   */
  assemble(uploadId: string, plan: AssemblyPlan, key: string): Promise<StoredObject>;

  dropChunks(uploadId: string): Promise<void>;

  /** Path on this machine, for sendfile; null if objects are remote. Says nothing about existence. */
  localPath(key: string): string | null;

  /**
   * Runs `use` with a file on this machine that has the object's bytes. Read-only, and only until `use` settles.
   * @throws StorageError "missing"
   */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;

  /**
   * Checks the marker object. With `expectExisting` (the database knows media) a missing marker means an empty or
   * unmounted root; without it the marker is created.
   * @throws StorageError "unmounted"
   */
  verifyRoot(options: { expectExisting: boolean }): Promise<void>;

  /** Cheap health check. @throws StorageError "unavailable" */
  ready(): Promise<void>;

  /**
   * Removes what crashed writes left behind, `olderThanHours` (24) or older, and staged chunks after eight times as
   * long: unfinished uploads are kept for a week. Resolves to the number removed.
   */
  removeStaleTemporaries(olderThanHours?: number): Promise<number>;
}
