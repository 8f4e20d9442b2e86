import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { asStorageError, copyHashing } from "@/lib/platform/storage/disk-file";
import type { StoredObject } from "@/lib/platform/storage/storage-driver";
import { hourMs } from "@/lib/shared/units";

export interface ScratchFile extends StoredObject {
  path: string;
  /** Base64, for Content-MD5: the server refuses a body that arrived incomplete or changed. */
  md5: string;
}

/** Only files of this shape are ever removed, so a folder shared by mistake keeps everything else in it. */
const namePattern = /^keepsake-[0-9a-f-]{36}$/;

/**
 * Objects on their way to a remote store wait in a file: their length and hash are known before the first byte is sent,
 * an attempt can be repeated, and an interrupted source leaves nothing at the store.
 */
export class Scratch {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Runs `use` with the source's bytes in a file, removed afterwards.
   * @throws StorageError "too_large" | "full" | "unavailable"; the errors of the source and of `use`
   */
  async withFile<T>(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
    use: (file: ScratchFile) => Promise<T>,
  ): Promise<T> {
    const file = path.join(this.#folder, `keepsake-${randomUUID()}`);
    try {
      return await use({ path: file, ...(await fill(file, source, maxBytes)) });
    } finally {
      await rm(file, { force: true });
    }
  }

  async removeStale(olderThanHours: number): Promise<number> {
    const limit = Date.now() - olderThanHours * hourMs;
    let removed = 0;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name);
      const found = namePattern.test(name) ? await stat(file).catch(() => null) : null;
      if (!found || found.mtimeMs > limit) continue;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }
}

async function fill(file: string, source: AsyncIterable<Uint8Array>, maxBytes: number) {
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(file, "wx", 0o600);
    try {
      const bytes = await copyHashing(source, handle, maxBytes, [sha256, md5]);
      return { bytes, sha256: sha256.digest("hex"), md5: md5.digest("base64") };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asStorageError(error);
  }
}
