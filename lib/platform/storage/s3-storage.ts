import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { Blocks } from "@/lib/platform/files/blocks";
import { asStorageError as asDiskError, readBlockBytes } from "@/lib/platform/storage/disk-file";
import {
  asStorageError,
  connectS3,
  isAbsent,
  isFinal,
  isPreconditionFailed,
  loadS3,
  type S3Module,
  type S3Settings,
  statusOf,
} from "@/lib/platform/storage/s3-client";
import { Scratch, type ScratchFile } from "@/lib/platform/storage/s3-scratch";
import { steadyStream } from "@/lib/platform/storage/steady-stream";
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
import { gibibyte, hourMs, mebibyte } from "@/lib/shared/units";
import { chunkBytesOf } from "@/lib/shared/upload-limits";

/** The largest object that one PUT can carry. */
const maxPutBytes = 5 * gibibyte;
/** The minimum size of a part in a multipart upload, except its last. */
const minPartBytes = 5 * mebibyte;
/** Metadata that says which PUT made the object, for an attempt whose answer was lost. */
const writeIdName = "write-id";

/** A gateway in trouble may answer 200 with an error as the body: objects have a tag, errors don't. */
const withoutObject = "The storage answered without the object";

interface PartPlan {
  /** Of the whole object. */
  bytes: number;
  partBytes: number;
}

const chunkCutOff = () => new StorageError("incomplete", "A chunk arrived incomplete");

type PutBody = { bytes: number; md5: string; open: () => Readable | Uint8Array };

const chunkKey = (uploadId: string, index: number) => `${stagingFolder}/${uploadId}/${index}`;
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");

const ofFile = (file: ScratchFile): PutBody => ({
  bytes: file.bytes,
  md5: file.md5,
  // An empty file has no block to stream, and the SDK wants a body whose length it can see.
  open: () =>
    file.bytes === 0 ? new Uint8Array() : createReadStream(file.path, { highWaterMark: readBlockBytes }),
});
const ofBytes = (bytes: Uint8Array): PutBody => ({
  bytes: bytes.length,
  md5: md5Of(bytes),
  open: () => bytes,
});

/** Objects in a bucket of any server that speaks S3. */
export class S3Storage implements Storage {
  readonly #settings: S3Settings;
  readonly #scratch: Scratch;
  #connection: Promise<{ s3: S3Module; client: S3Client }> | undefined;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#scratch = new Scratch(settings.scratchFolder);
  }

  async write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    { maxBytes }: WriteOptions,
  ): Promise<StoredObject> {
    checkKey(key);
    return this.#spool(source, maxBytes, async (file) => {
      const { bytes, sha256 } = file;
      if (bytes <= maxPutBytes) await this.#putOnce(key, ofFile(file));
      else await this.#putParts(key, createReadStream(file.path), { bytes, partBytes: chunkBytesOf(bytes) });
      return { bytes, sha256 };
    });
  }

  async replace(key: string, content: Uint8Array | { file: string }): Promise<void> {
    checkKey(key);
    if (!("file" in content)) return this.#put(key, ofBytes(content), { once: false });
    await this.#spool(
      createReadStream(content.file, { highWaterMark: readBlockBytes }),
      maxPutBytes,
      (file) => this.#put(key, ofFile(file), { once: false }),
    );
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key);
    let tag: string | undefined;
    return steadyStream(async (start) => {
      // An empty object has no range that could be requested.
      const isWhole = range === undefined && start === 0;
      const found = await this.#get(key, isWhole ? undefined : { start, end: range?.end }, tag);
      tag = found.tag;
      return found.body;
    }, range?.start ?? 0);
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    const found = await this.#head(checkKey(key));
    return found ? { bytes: found.bytes } : null;
  }

  async delete(key: string): Promise<Deletion> {
    return this.#deleteKey(checkKey(key));
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const found of this.#listKeys(checkPrefix(prefix))) {
      if (!found.key.startsWith(".")) yield found;
    }
  }

  chunkWriter(uploadId: string): ChunkWriter {
    checkUploadId(uploadId);
    return {
      write: async ({ index, bytes }) => {
        // A copy: an abandoned request may still be sending when the caller has reused its memory.
        const body = ofBytes(Buffer.from(bytes));
        await this.#put(chunkKey(uploadId, index), body, { once: false });
      },
      close: () => Promise.resolve(),
    };
  }

  async assemble(uploadId: string, plan: AssemblyPlan, key: string): Promise<StoredObject> {
    checkKey(key);
    const { chunkBytes } = await this.#checkComplete(checkUploadId(uploadId), plan);
    const chunks = this.#readChunks(uploadId, plan.chunkCount);
    const stored =
      chunkBytes >= minPartBytes
        ? await this.#putChunks(key, chunks, { bytes: plan.bytes, partBytes: chunkBytes })
        : await this.#spool(chunks, plan.bytes, async (file) => {
            if (file.bytes !== plan.bytes) throw chunkCutOff();
            await this.#putOnce(key, ofFile(file));
            return { bytes: file.bytes, sha256: file.sha256 };
          });
    await this.dropChunks(uploadId);
    return stored;
  }

  async dropChunks(uploadId: string): Promise<void> {
    for await (const { key } of this.#listKeys(`${stagingFolder}/${checkUploadId(uploadId)}/`)) {
      await this.#deleteKey(key);
    }
  }

  localPath(key: string): null {
    checkKey(key);
    return null;
  }

  async withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    const body = await this.read(key);
    return this.#scratch.withFile(transferred(body), Infinity, (file) => use(file.path));
  }

  async verifyRoot({ expectExisting }: { expectExisting: boolean }): Promise<void> {
    if (await this.#head(markerName)) return;
    if (expectExisting) {
      throw new StorageError(
        "unmounted",
        `The album has files, but the bucket has no ${markerName}: is it the right bucket?`,
      );
    }
    await this.#put(markerName, ofBytes(Buffer.from("keepsake\n")), { once: false });
  }

  async ready(): Promise<void> {
    if (!(await this.#head(markerName))) throw new StorageError("unavailable", "The bucket can't be used");
  }

  async removeStaleTemporaries(olderThanHours = 24): Promise<number> {
    const scratch = await this.#scratch.removeStale(olderThanHours);
    return (
      scratch + (await this.#abortStale(olderThanHours)) + (await this.#deleteStaleChunks(8 * olderThanHours))
    );
  }

  /** Chunks whose upload is forgotten: those of a live one are at most a week old. */
  async #deleteStaleChunks(olderThanHours: number): Promise<number> {
    const limit = Date.now() - olderThanHours * hourMs;
    let count = 0;
    for await (const { key, modifiedAt } of this.#listKeys(`${stagingFolder}/`)) {
      if (modifiedAt.getTime() > limit) continue;
      await this.#deleteKey(key);
      count += 1;
    }
    return count;
  }

  /** The connection is reused; a failed load of the SDK is retried at the next call. */
  async #connect() {
    this.#connection ??= (async () => ({ s3: await loadS3(), client: await connectS3(this.#settings) }))();
    try {
      return await this.#connection;
    } catch (error) {
      this.#connection = undefined;
      throw error;
    }
  }

  async #spool<T>(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
    use: (file: ScratchFile) => Promise<T>,
  ) {
    try {
      return await this.#scratch.withFile(source, maxBytes, use);
    } catch (error) {
      throw asDiskError(error);
    }
  }

  /** Checks first, for servers that don't know If-None-Match and would replace. */
  async #putOnce(key: string, body: PutBody): Promise<void> {
    if (await this.#head(key)) throw new StorageError("exists", "The key already exists");
    await this.#put(key, body, { once: true });
  }

  /**
   * Puts and then checks: an answer of 200 isn't trusted until the object is there with its length and this call's
   * mark. The SDK can't repeat a stream, so attempts are counted here.
   */
  async #put(key: string, body: PutBody, { once }: { once: boolean }): Promise<void> {
    const writeId = randomUUID();
    const maxAttempts = this.#settings.maxAttempts ?? 3;
    for (let attempt = 1; ; attempt += 1) {
      let failure: unknown;
      try {
        await this.#send(key, body, writeId, once);
      } catch (error) {
        failure = error;
      }
      const found = await this.#head(key).catch(() => null);
      if (found?.writeId === writeId && found.bytes === body.bytes) return;
      if (once && (isPreconditionFailed(failure) || (failure === undefined && found))) {
        throw new StorageError("exists", "The key already exists", { cause: failure });
      }
      if (attempt >= maxAttempts || (failure !== undefined && isFinal(failure))) {
        throw failure === undefined
          ? new StorageError("unavailable", "The storage reported success, but the object isn't there")
          : asStorageError(failure);
      }
    }
  }

  /** Puts large chunks without a copy on this machine's disk: two of them are in memory. */
  async #putChunks(key: string, chunks: AsyncIterable<Uint8Array>, plan: PartPlan): Promise<StoredObject> {
    const hash = createHash("sha256");
    async function* hashed() {
      for await (const piece of chunks) {
        hash.update(piece);
        yield piece;
      }
    }
    await this.#putParts(key, hashed(), plan);
    return { bytes: plan.bytes, sha256: hash.digest("hex") };
  }

  /**
   * The next part is read while one is sent. Anything a failure leaves in the bucket is removed, by `#abortStale` at
   * the latest.
   */
  async #putParts(key: string, source: AsyncIterable<Uint8Array>, plan: PartPlan): Promise<void> {
    if (await this.#head(key)) throw new StorageError("exists", "The key already exists");
    const { s3, client } = await this.#connect();
    const object = { Bucket: this.#settings.bucket, Key: key };
    const writeId = randomUUID();
    const created = await client
      .send(new s3.CreateMultipartUploadCommand({ ...object, Metadata: { [writeIdName]: writeId } }))
      .catch((error: unknown) => {
        throw asStorageError(error);
      });
    const { UploadId } = created;
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let bytes = 0;
    const send = async (part: Uint8Array, PartNumber: number) => {
      const content = { Body: part, ContentLength: part.length, ContentMD5: md5Of(part) };
      const command = new s3.UploadPartCommand({ ...object, UploadId, PartNumber, ...content });
      const { ETag } = await client.send(command);
      parts.push({ PartNumber, ETag });
      bytes += part.length;
    };
    const isThere = async () => {
      const found = await this.#head(key).catch(() => null);
      return found?.writeId === writeId && found.bytes === bytes;
    };
    const blocks = new Blocks(plan.partBytes);
    let sending = Promise.resolve();
    try {
      let count = 0;
      for await (const part of blocks.gather(source)) {
        await sending;
        count += 1;
        sending = send(part, count);
        sending.catch(() => {});
      }
      await sending;
      if (bytes !== plan.bytes) throw chunkCutOff();
      await client.send(
        new s3.CompleteMultipartUploadCommand({
          ...object,
          UploadId,
          MultipartUpload: { Parts: parts },
          IfNoneMatch: "*",
        }),
      );
      if (!(await isThere())) {
        throw new StorageError("unavailable", "The storage reported success, but the object isn't there");
      }
    } catch (error) {
      await sending.catch(() => {});
      // Its answer may have been lost.
      if (await isThere()) return;
      await client.send(new s3.AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {});
      throw asStorageError(error);
    } finally {
      blocks.free();
    }
  }

  /** Parts of objects that were never completed take space and don't appear in lists of objects. */
  async #abortStale(olderThanHours: number): Promise<number> {
    const { s3, client } = await this.#connect();
    const { bucket: Bucket } = this.#settings;
    const limit = Date.now() - olderThanHours * hourMs;
    try {
      const { Uploads = [] } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket }));
      const stale = Uploads.filter(({ Initiated }) => Initiated && Initiated.getTime() <= limit);
      for (const { Key, UploadId } of stale) {
        await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
      return stale.length;
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async #send(key: string, body: PutBody, writeId: string, once: boolean): Promise<void> {
    const { s3, client } = await this.#connect();
    await client.send(
      new s3.PutObjectCommand({
        Bucket: this.#settings.bucket,
        Key: key,
        Body: body.open(),
        ContentLength: body.bytes,
        ContentMD5: body.md5,
        Metadata: { [writeIdName]: writeId },
        ...(once ? { IfNoneMatch: "*" } : {}),
      }),
    );
  }

  async #head(key: string): Promise<{ bytes: number; writeId: string | undefined } | null> {
    const { s3, client } = await this.#connect();
    try {
      const found = await client.send(new s3.HeadObjectCommand({ Bucket: this.#settings.bucket, Key: key }));
      const writeId = found.Metadata?.[writeIdName];
      if (!found.ETag && !writeId) throw new StorageError("unavailable", withoutObject);
      return { bytes: found.ContentLength ?? 0, writeId };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw asStorageError(error);
    }
  }

  /** @param tag of the object, which must not have changed */
  async #get(
    key: string,
    range?: { start: number; end: number | undefined },
    tag?: string,
  ): Promise<{ body: Readable; tag: string }> {
    if (range && (range.start < 0 || (range.end !== undefined && range.end < range.start))) {
      throw new StorageError("bad_range", "The range ends before it starts");
    }
    const { s3, client } = await this.#connect();
    try {
      const { Body, ETag } = await client.send(
        new s3.GetObjectCommand({
          Bucket: this.#settings.bucket,
          Key: key,
          ...(range ? { Range: `bytes=${range.start}-${range.end ?? ""}` } : {}),
          ...(tag ? { IfMatch: tag } : {}),
        }),
      );
      if (Body instanceof Readable && ETag) return { body: Body, tag: ETag };
      if (Body instanceof Readable) Body.on("error", () => {}).destroy();
      throw new StorageError("unavailable", withoutObject);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async #deleteKey(key: string): Promise<Deletion> {
    const { s3, client } = await this.#connect();
    try {
      const { VersionId } = await client.send(
        new s3.DeleteObjectCommand({ Bucket: this.#settings.bucket, Key: key }),
      );
      // Only a versioned bucket names one: the bytes are still there, behind a marker that hides them.
      return VersionId ? await this.#deleteVersions(key) : "gone";
    } catch (error) {
      if (!isAbsent(error)) throw asStorageError(error);
      return "gone";
    }
  }

  /** Removes every version of a key, and the delete markers, if the access key is allowed to. */
  async #deleteVersions(key: string): Promise<Deletion> {
    const { s3, client } = await this.#connect();
    const { bucket: Bucket } = this.#settings;
    const pages = async function* () {
      let from: { KeyMarker?: string; VersionIdMarker?: string } = {};
      for (;;) {
        const page = await client.send(new s3.ListObjectVersionsCommand({ Bucket, Prefix: key, ...from }));
        yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
        if (!page.IsTruncated || !page.NextKeyMarker) return;
        from = {
          KeyMarker: page.NextKeyMarker,
          ...(page.NextVersionIdMarker ? { VersionIdMarker: page.NextVersionIdMarker } : {}),
        };
      }
    };
    try {
      for await (const page of pages()) {
        for (const { Key, VersionId } of page) {
          if (Key === key && VersionId) {
            await client.send(new s3.DeleteObjectCommand({ Bucket, Key, VersionId }));
          }
        }
      }
    } catch (error) {
      if (statusOf(error) !== 403) throw error;
      return "hidden";
    }
    return "gone";
  }

  async *#listKeys(prefix: string): AsyncGenerator<ListedObject> {
    const { s3, client } = await this.#connect();
    const pages = s3.paginateListObjectsV2({ client }, { Bucket: this.#settings.bucket, Prefix: prefix });
    try {
      for await (const page of pages) {
        // Also an error: a list names its bucket, even when it is empty.
        if (page.Name === undefined)
          throw new StorageError("unavailable", "The storage answered without a list");
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
        }
      }
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** @returns the length of every chunk but the last */
  async #checkComplete(uploadId: string, plan: AssemblyPlan): Promise<{ chunkBytes: number }> {
    const sizes = new Map<string, number>();
    for await (const { key, bytes } of this.#listKeys(`${stagingFolder}/${uploadId}/`)) sizes.set(key, bytes);
    let total = 0;
    const chunks: number[] = [];
    for (let index = 0; index < plan.chunkCount; index += 1) {
      const bytes = sizes.get(chunkKey(uploadId, index)) ?? 0;
      if (bytes === 0) chunks.push(index);
      total += bytes;
    }
    if (chunks.length > 0) {
      throw new StorageError("incomplete", `Chunks ${chunks.join(", ")} are missing`, { chunks });
    }
    if (total !== plan.bytes || sizes.size !== plan.chunkCount) {
      throw new StorageError("incomplete", `The chunks hold ${total} bytes, not ${plan.bytes}`);
    }
    return { chunkBytes: sizes.get(chunkKey(uploadId, 0)) ?? 0 };
  }

  async *#readChunks(uploadId: string, chunkCount: number): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < chunkCount; index += 1) {
      const { body } = await this.#get(chunkKey(uploadId, index));
      yield* transferred(body);
    }
  }
}

/** A body from the network; an interruption is the storage's fault, not the caller's. */
async function* transferred(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new StorageError("unavailable", "The storage stopped in the middle of an answer", { cause: error });
  }
}
