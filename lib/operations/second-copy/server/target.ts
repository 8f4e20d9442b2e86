import { stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "@/lib/env";
import { markerName } from "@/lib/operations/second-copy/server/names";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { decryptAge, encryptForAge } from "@/lib/platform/encryption/age";
import { freeing } from "@/lib/platform/files/blocks";
import { DiskStorage } from "@/lib/platform/storage/disk-storage";
import { S3Storage } from "@/lib/platform/storage/s3-storage";
import { type ListedObject, type Storage, StorageError } from "@/lib/platform/storage/storage-driver";
import { parseSecondCopyAddress } from "@/lib/shared/second-copy-address";

const markerSchema = z.object({
  format: z.literal(1),
  copyId: z.uuid(),
  recipients: z.array(z.string()).min(1),
});
export type Marker = z.infer<typeof markerSchema>;

/** Where the copy is: names under a folder or under a bucket's prefix. */
export interface CopyTarget {
  /** For messages to people. */
  description: string;
  /** The folder on this machine; null for a bucket. */
  folder: string | null;
  /** @returns null when no copy was begun there @throws SecondCopyError when it can't be reached */
  readMarker(): Promise<Marker | null>;
  writeMarker(marker: Marker): Promise<void>;
  /** Encrypts the content. An existing object stays: nothing in a copy ever changes. */
  put(name: string, content: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<void>;
  /** Writes unencrypted content, replacing what was there. */
  putPlain(name: string, content: Uint8Array): Promise<void>;
  read(name: string, identities: readonly string[]): AsyncIterable<Uint8Array>;
  readPlain(name: string): Promise<Buffer | null>;
  list(prefix: string): AsyncIterable<ListedObject>;
  delete(name: string): Promise<void>;
  removeStaleTemporaries(): Promise<void>;
}

/** @param address as in SECOND_COPY @throws SecondCopyError */
export function openTarget(address: string): CopyTarget {
  const parsed = parseSecondCopyAddress(address);
  if (!parsed) {
    throw new SecondCopyError(
      `${address} is neither a folder nor a bucket.`,
      "Give an absolute folder, or s3://bucket/prefix.",
    );
  }
  if (parsed.kind === "folder") {
    const { folder } = parsed;
    return new StoredTarget(new DiskStorage(folder), "", folder, folder);
  }
  const storage = new S3Storage({
    bucket: parsed.bucket,
    region: env.SECOND_COPY_S3_REGION,
    endpoint: env.SECOND_COPY_S3_ENDPOINT,
    accessKeyId: env.SECOND_COPY_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.SECOND_COPY_S3_SECRET_ACCESS_KEY ?? "",
    scratchFolder: path.resolve(env.DATA_DIR, "scratch"),
  });
  return new StoredTarget(storage, parsed.prefix, null, `s3://${parsed.bucket}/${parsed.prefix}`);
}

async function* decrypted(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  yield* decryptAge(await open(), identities);
}

class StoredTarget implements CopyTarget {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly folder: string | null;
  readonly description: string;

  constructor(storage: Storage, prefix: string, folder: string | null, description: string) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.folder = folder;
    this.description = description;
  }

  async readMarker(): Promise<Marker | null> {
    const text = await this.readPlain(markerName);
    if (text === null) return null;
    const result = markerSchema.safeParse(JSON.parse(text.toString("utf8")));
    if (result.success) return result.data;
    throw new SecondCopyError(
      `${markerName} in ${this.description} can't be understood.`,
      "It may be from a newer Keepsake. Update this one, or choose another place.",
    );
  }

  async writeMarker(marker: Marker): Promise<void> {
    await this.putPlain(markerName, Buffer.from(`${JSON.stringify(marker, null, 2)}\n`));
  }

  async put(name: string, content: AsyncIterable<Uint8Array>, recipients: readonly string[]): Promise<void> {
    await this.#requireMounted();
    try {
      const encrypted = freeing(encryptForAge(content, recipients));
      await this.#storage.write(this.#prefix + name, encrypted, { maxBytes: Infinity, skipsHash: true });
    } catch (error) {
      if (!(error instanceof StorageError && error.code === "exists")) throw error;
    }
  }

  async putPlain(name: string, content: Uint8Array): Promise<void> {
    await this.#storage.replace(this.#prefix + name, content);
  }

  read(name: string, identities: readonly string[]): AsyncIterable<Uint8Array> {
    return decrypted(() => this.#storage.read(this.#prefix + name), identities);
  }

  async readPlain(name: string): Promise<Buffer | null> {
    try {
      const blocks: Uint8Array[] = [];
      for await (const block of await this.#storage.read(this.#prefix + name)) blocks.push(block as Buffer);
      return Buffer.concat(blocks);
    } catch (error) {
      if (error instanceof StorageError && error.code === "missing") return null;
      throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const object of this.#storage.list(this.#prefix + prefix)) {
      yield { ...object, key: object.key.slice(this.#prefix.length) };
    }
  }

  async delete(name: string): Promise<void> {
    await this.#storage.delete(this.#prefix + name);
  }

  async removeStaleTemporaries(): Promise<void> {
    await this.#storage.removeStaleTemporaries();
  }

  /** A disk can be unmounted at any time, and writes would then fill the one below it. */
  async #requireMounted(): Promise<void> {
    if (this.folder === null) return;
    const marker = await stat(path.join(this.folder, markerName)).catch(() => null);
    if (!marker) throw notThere(this.description);
  }
}

export const notThere = (description: string, cause?: unknown) =>
  new SecondCopyError(
    `${description} has no ${markerName}: the disk isn't mounted, or no copy was begun there.`,
    "Mount the disk, or run npm run second-copy -- --begin once.",
    { cause },
  );
