import { createHash } from "node:crypto";
import { logError } from "@/lib/http/log";
import { isInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";

export interface OriginalRow {
  storagePath: string;
  bytes: bigint;
  sha256: string;
}

export type OriginalState = "intact" | "missing" | "truncated" | "altered";

/**
 * Reads an original from its first byte to its last and compares it with its row.
 * Originals in a folder of the server aren't ours to check: people change files there, and the import handles that.
 * @returns `truncated` also for one that is longer than in its row, `altered` also for one that can't be read
 * @throws StorageError when the storage is unreachable: that says nothing about the file
 */
export async function checkOriginal(row: OriginalRow): Promise<OriginalState> {
  if (isInPlace(row.storagePath)) return "intact";
  // A bucket may fail to answer once; a bad sector fails again.
  return (await readOriginal(row)) ?? (await readOriginal(row)) ?? "altered";
}

/** @returns null when it couldn't be read, although the storage works */
async function readOriginal(row: OriginalRow): Promise<OriginalState | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const block of await getStorage().read(row.storagePath)) {
      hash.update(block as Buffer);
      bytes += (block as Buffer).length;
    }
  } catch (error) {
    // The disk may have been unmounted, and then no file is missing or damaged.
    await getStorage().ready();
    if (error instanceof StorageError && error.code === "missing") return "missing";
    logError(error, { part: "integrity" });
    return null;
  }
  if (bytes !== Number(row.bytes)) return "truncated";
  return hash.digest("hex") === row.sha256 ? "intact" : "altered";
}
