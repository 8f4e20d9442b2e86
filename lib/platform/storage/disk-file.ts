import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import path from "node:path";
import { StorageError } from "@/lib/platform/storage/storage-driver";

export const readBlockBytes = 1024 * 1024;

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

export const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");

/** Translates the file system's errors into the storage's. Other errors are unchanged. */
export function asStorageError(error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof StorageError || (error as NodeJS.ErrnoException | null)?.syscall === undefined)
    return error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new StorageError("full", "The storage is full", { cause: error });
  }
  if (isMissing(error))
    return new StorageError("missing", "The object is not in the storage", { cause: error });
  return new StorageError("unavailable", `The storage answered ${code ?? "with an error"}`, { cause: error });
}

/**
 * Writes all of `blocks`: one system call may write less than it was given, and does when a disk fills up.
 * @param position byte offset, or null for the file's current one
 */
export async function writeFully(
  handle: FileHandle,
  blocks: Uint8Array[],
  position: number | null,
): Promise<void> {
  let rest = blocks.filter((block) => block.length > 0);
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at ?? undefined);
    if (at !== null) at += bytesWritten;
    let written = bytesWritten;
    rest = rest.flatMap((block) => {
      const skipped = Math.min(written, block.length);
      written -= skipped;
      return skipped === block.length ? [] : [block.subarray(skipped)];
    });
  }
}

/** Reads a file in blocks of 1 MiB that share one buffer: use each before requesting the next. */
export async function* readBlocks(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(readBlockBytes);
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
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
