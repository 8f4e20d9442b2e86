import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { getStorage } from "@/lib/platform/storage/storage";
import type { ByteRange } from "@/lib/platform/storage/storage-driver";

/** A file that can be read at any position, wherever it is stored. */
export interface ByteSource {
  bytes: number;
  /** Both ends are inclusive; without a range, all of it. */
  read: (range?: ByteRange) => Promise<Readable>;
}

/** Several of these are in memory for each file being read. */
const pieceBytes = 256 * 1024;

export const storedSource = (key: string, bytes: number): ByteSource => ({
  bytes,
  read: (range) => getStorage().read(key, range),
});

/** A file on this machine, which is only read. @throws NodeJS.ErrnoException */
export async function fileSource(path: string): Promise<ByteSource> {
  const file = await open(path, "r");
  const { size } = await file.stat().finally(() => file.close());
  return {
    bytes: size,
    read: async (range) => createReadStream(path, { ...range, highWaterMark: pieceBytes }),
  };
}
