import type { Hash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { Blocks } from "@/lib/platform/files/blocks";
import { type ByteRange, StorageError } from "@/lib/platform/storage/storage-driver";

export const readBlockBytes = 1024 * 1024;
/**
 * The size of one write. Larger writes draw larger pieces of free memory into the kernel's file cache, and those are
 * the ones a virtual machine has lent back to its host: reclaiming them costs ten times what the write does.
 */
const writeBytes = 256 * 1024;

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** Whether the file system has no space left, or the user's quota is used up. */
export const isDiskFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "");

export const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");

/** Translates the file system's errors into the storage's. Other errors are unchanged. */
export function asStorageError(error: unknown): unknown {
  if (error instanceof StorageError || (error as NodeJS.ErrnoException | null)?.syscall === undefined)
    return error;
  if (isDiskFull(error)) return new StorageError("full", "The storage is full", { cause: error });
  if (isMissing(error))
    return new StorageError("missing", "The object is not in the storage", { cause: error });
  return new StorageError("unavailable", `The storage answered ${errorCode(error) ?? "with an error"}`, {
    cause: error,
  });
}

/**
 * Writes all of `bytes`: one system call may write less than it was given, and does when a disk fills up.
 * @param position byte offset, or null for the file's current one
 */
export async function writeFully(
  handle: FileHandle,
  bytes: Uint8Array,
  position: number | null,
): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const from = position === null ? null : position + at;
    const { bytesWritten } = await handle.write(bytes, at, Math.min(bytes.length - at, writeBytes), from);
    at += bytesWritten;
  }
}

/**
 * Streams into a file from its current position, hashing one block while another is written and a third arrives.
 * @returns how many bytes there were
 * @throws StorageError "too_large"; the source's errors unchanged
 */
export async function copyHashing(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  maxBytes: number,
  hashes: readonly Hash[],
): Promise<number> {
  const blocks = new Blocks(writeBytes);
  let bytes = 0;
  let writing = Promise.resolve();
  try {
    for await (const block of blocks.gather(source)) {
      bytes += block.length;
      if (bytes > maxBytes) throw new StorageError("too_large", `The file has more than ${maxBytes} bytes`);
      await writing;
      writing = writeFully(handle, block, null);
      writing.catch(() => {});
      for (const hash of hashes) hash.update(block);
    }
    await writing;
  } finally {
    await writing.catch(() => {});
    blocks.free();
  }
  return bytes;
}

/** Fills `into` from the file's `position`. @returns how many bytes there were, fewer only at the file's end */
export async function readFully(handle: FileHandle, into: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/** Makes the names in a folder survive a power cut; a renamed file's own fsync doesn't. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its parents, as durable as the files that will be in it. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

/** Does something in a folder that nearly always exists, and creates it when it doesn't. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return work();
  }
}

/** A file's bytes, as Storage.read returns them. @throws StorageError "missing" | "bad_range" */
export async function readRange(file: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(file).catch((error) => {
    throw asStorageError(error);
  });
  try {
    const { size } = await handle.stat();
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? size - 1, size - 1);
    if (range && (start < 0 || start >= size || end < start)) {
      throw new StorageError("bad_range", `The object has ${size} bytes`);
    }
    // An empty file's stream can't be given a range: its end is inclusive too.
    if (size === 0) return handle.createReadStream();
    return handle.createReadStream({ start, end, highWaterMark: readBlockBytes });
  } catch (error) {
    await handle.close();
    throw asStorageError(error);
  }
}

/** How long a file is; null when it isn't there. @throws StorageError */
export async function fileBytes(file: string): Promise<{ bytes: number } | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? { bytes: found.size } : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw asStorageError(error);
  }
}
