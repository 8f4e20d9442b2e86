import type { Readable } from "node:stream";
import { fileBytes, readRange } from "@/lib/platform/storage/disk-file";
import { isFolderAway, pathOnServer } from "@/lib/platform/storage/server-folders";
import {
  type AssemblyPlan,
  type ByteRange,
  type ChunkWriter,
  type Deletion,
  type ListedObject,
  type Storage,
  StorageError,
  type StoredObject,
  type WriteOptions,
} from "@/lib/platform/storage/storage-driver";

const prefix = "in-place/";
/** Below the length that a part of a key may have. */
const partLength = 200;
const maxNameBytes = 600;

/** Whether a key belongs to a file that stays in one of the operator's folders. */
export const isInPlace = (key: string): boolean => key.startsWith(prefix);

/**
 * The key of a file that stays where it is.
 * @param name as pathOnServer takes it
 * @returns null for a name that is too long
 */
export function keyInPlace(name: string): string | null {
  const bytes = Buffer.from(name, "utf8");
  if (bytes.length > maxNameBytes) return null;
  const parts = bytes.toString("base64url").match(new RegExp(`.{1,${partLength}}`, "g")) ?? [];
  return prefix + parts.join("/");
}

const nameOf = (key: string) =>
  Buffer.from(key.slice(prefix.length).replaceAll("/", ""), "base64url").toString("utf8");

async function findFile(key: string): Promise<string | null> {
  const name = nameOf(key);
  const file = await pathOnServer(name);
  if (file === null && (await isFolderAway(name))) {
    throw new StorageError("unavailable", "A folder of the server that has originals can't be reached");
  }
  return file;
}

async function requireFile(key: string): Promise<string> {
  const file = await findFile(key);
  if (file === null) throw new StorageError("missing", "The file isn't in its folder any more");
  return file;
}

/** Files that stay in the operator's folders are only read. @throws StorageError "bad_key" */
function requireOwn(key: string): string {
  if (isInPlace(key)) throw new StorageError("bad_key", "Nothing is written to the server's folders");
  return key;
}

/** A storage that also reads originals in the operator's folders. Nothing is ever written or deleted there. */
export class InPlaceStorage implements Storage {
  constructor(private readonly own: Storage) {}

  async write(key: string, source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredObject> {
    return this.own.write(requireOwn(key), source, options);
  }

  async replace(key: string, content: Uint8Array | { file: string }): Promise<void> {
    return this.own.replace(requireOwn(key), content);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return isInPlace(key) ? readRange(await requireFile(key), range) : this.own.read(key, range);
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    if (!isInPlace(key)) return this.own.stat(key);
    const file = await findFile(key);
    return file === null ? null : fileBytes(file);
  }

  /** Removing a photo from the album leaves its file where it is. */
  async delete(key: string): Promise<Deletion> {
    return isInPlace(key) ? "gone" : this.own.delete(key);
  }

  list(listed: string): AsyncIterable<ListedObject> {
    return this.own.list(listed);
  }

  chunkWriter(uploadId: string): ChunkWriter {
    return this.own.chunkWriter(uploadId);
  }

  async assemble(uploadId: string, plan: AssemblyPlan, key: string): Promise<StoredObject> {
    return this.own.assemble(uploadId, plan, requireOwn(key));
  }

  dropChunks(uploadId: string): Promise<void> {
    return this.own.dropChunks(uploadId);
  }

  /** Null for a file that stays where it is: whether it still exists is checked when it is opened. */
  localPath(key: string): string | null {
    return isInPlace(key) ? null : this.own.localPath(key);
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    return isInPlace(key) ? use(await requireFile(key)) : this.own.withLocalFile(key, use);
  }

  verifyRoot(options: { expectExisting: boolean }): Promise<void> {
    return this.own.verifyRoot(options);
  }

  ready(): Promise<void> {
    return this.own.ready();
  }

  removeStaleTemporaries(olderThanHours?: number): Promise<number> {
    return this.own.removeStaleTemporaries(olderThanHours);
  }
}
