import { createHash, randomUUID } from "node:crypto";
import { access, constants, type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { readBlocks } from "@/lib/platform/files/blocks";
import {
  asStorageError,
  copyHashing,
  fileBytes,
  inFolder,
  isMissing,
  makeFolder,
  readRange,
  syncFolder,
  writeFully,
} from "@/lib/platform/storage/disk-file";
import { DiskStaging, linkOnce } from "@/lib/platform/storage/disk-staging";
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
import {
  checkKey,
  checkPrefix,
  checkUploadId,
  markerName,
  stagingFolder,
} from "@/lib/platform/storage/storage-key";
import { hourMs } from "@/lib/shared/units";

const temporaryFolder = ".tmp";

/** Objects as files under one root, which must be a file system with hard links. */
export class DiskStorage implements Storage {
  readonly #root: string;
  readonly #temporaries: string;
  readonly #staging: DiskStaging;

  constructor(root: string) {
    this.#root = root;
    this.#temporaries = path.join(root, temporaryFolder);
    this.#staging = new DiskStaging(path.join(root, stagingFolder));
  }

  async write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    { maxBytes, skipsHash = false }: WriteOptions,
  ): Promise<StoredObject> {
    const target = this.localPath(key);
    return this.#withTemporary(async (temporary, handle) => {
      const hash = skipsHash ? null : createHash("sha256");
      const bytes = await copyHashing(source, handle, maxBytes, hash ? [hash] : []);
      await handle.sync();
      await this.#land(temporary, target);
      await rm(temporary);
      return { bytes, sha256: hash?.digest("hex") ?? "" };
    });
  }

  async replace(key: string, content: Uint8Array | { file: string }): Promise<void> {
    const target = this.localPath(key);
    await this.#withTemporary(async (temporary, handle) => {
      if ("file" in content) await copyFile(content.file, handle);
      else await writeFully(handle, content, null);
      await handle.sync();
      await makeFolder(path.dirname(target));
      await rename(temporary, target);
      await syncFolder(path.dirname(target));
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return readRange(this.localPath(key), range);
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    return fileBytes(this.localPath(key));
  }

  async delete(key: string): Promise<Deletion> {
    await translateErrors(rm(this.localPath(key), { force: true }));
    return "gone";
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    checkPrefix(prefix);
    const folder = prefix.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) : "";
    for await (const key of this.#walk(folder)) {
      if (!key.startsWith(prefix)) continue;
      const found = await stat(path.join(this.#root, key)).catch(() => null);
      // Null: deleted since the folder was read.
      if (found?.isFile()) yield { key, bytes: found.size, modifiedAt: found.mtime };
    }
  }

  chunkWriter(uploadId: string): ChunkWriter {
    const writer = this.#staging.writer(checkUploadId(uploadId));
    return {
      write: (chunk) => translateErrors(writer.write(chunk)),
      close: () => translateErrors(writer.close()),
    };
  }

  async assemble(uploadId: string, plan: AssemblyPlan, key: string): Promise<StoredObject> {
    const target = this.localPath(key);
    const staged = this.#staging.dataPath(checkUploadId(uploadId));
    let data: FileHandle;
    try {
      data = await open(staged);
    } catch (error) {
      if (!isMissing(error)) throw asStorageError(error);
      const chunks = Array.from({ length: plan.chunkCount }, (_, index) => index);
      throw new StorageError("incomplete", "No chunk of this upload is stored", { chunks });
    }
    try {
      const sha256 = await this.#staging.hash(uploadId, data, plan);
      await this.#land(staged, target);
      await this.#staging.drop(uploadId);
      return { bytes: plan.bytes, sha256 };
    } catch (error) {
      throw asStorageError(error);
    } finally {
      await data.close();
    }
  }

  async dropChunks(uploadId: string): Promise<void> {
    await translateErrors(this.#staging.drop(checkUploadId(uploadId)));
  }

  localPath(key: string): string {
    return path.join(this.#root, checkKey(key));
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const file = this.localPath(key);
    await translateErrors(access(file, constants.R_OK));
    return use(file);
  }

  async verifyRoot({ expectExisting }: { expectExisting: boolean }): Promise<void> {
    const marker = path.join(this.#root, markerName);
    try {
      await access(marker);
      return;
    } catch (error) {
      if (!isMissing(error)) throw asStorageError(error);
    }
    if (expectExisting) {
      throw new StorageError(
        "unmounted",
        `The album has files, but ${this.#root} has no ${markerName}: is the disk mounted?`,
      );
    }
    await translateErrors(this.#makeMarker(marker));
  }

  async ready(): Promise<void> {
    try {
      await access(path.join(this.#root, markerName));
      await access(this.#root, constants.W_OK);
    } catch (error) {
      throw new StorageError("unavailable", "The storage folder can't be used", { cause: error });
    }
  }

  async removeStaleTemporaries(olderThanHours = 24): Promise<number> {
    let removed = 0;
    const folders = [
      [this.#temporaries, olderThanHours],
      // A chunk that arrives while its upload is being cancelled belongs to nobody.
      [path.join(this.#root, stagingFolder), 8 * olderThanHours],
    ] as const;
    for (const [folder, hours] of folders) {
      const limit = Date.now() - hours * hourMs;
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(() => null);
        if (!found || found.mtimeMs > limit) continue;
        await translateErrors(rm(file, { force: true }));
        removed += 1;
      }
    }
    return removed;
  }

  async #makeMarker(marker: string): Promise<void> {
    await makeFolder(this.#root);
    const handle = await open(marker, "a");
    await handle.sync().finally(() => handle.close());
    await syncFolder(this.#root);
  }

  /** Runs `fill` with a fresh file next to the objects, on their file system; `fill` moves or removes it. */
  async #withTemporary<T>(fill: (temporary: string, handle: FileHandle) => Promise<T>): Promise<T> {
    const temporary = path.join(this.#temporaries, randomUUID());
    try {
      const handle = await inFolder(this.#temporaries, () => open(temporary, "wx", 0o600));
      try {
        return await fill(temporary, handle);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async #land(file: string, target: string): Promise<void> {
    const folder = path.dirname(target);
    if (!(await inFolder(folder, () => linkOnce(file, target)))) {
      throw new StorageError("exists", "The key already exists");
    }
    await syncFolder(folder);
  }

  async *#walk(folder: string): AsyncGenerator<string> {
    let entries: Awaited<ReturnType<typeof readFolder>>;
    try {
      entries = await readFolder(path.join(this.#root, folder));
    } catch (error) {
      if (isMissing(error)) return;
      throw asStorageError(error);
    }
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const key = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.#walk(key);
      else if (entry.isFile()) yield key;
    }
  }
}

const readFolder = (folder: string) => readdir(folder, { withFileTypes: true });

async function translateErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asStorageError(error);
  }
}

async function copyFile(file: string, handle: FileHandle): Promise<void> {
  for await (const block of readBlocks(file)) await writeFully(handle, block, null);
}
