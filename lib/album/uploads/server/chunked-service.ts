import { crc32 } from "node:zlib";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { requireYear } from "@/lib/album/media/server/require-year";
import { archiveKey } from "@/lib/album/media/server/storage-keys";
import { notifyStorageFull } from "@/lib/album/quota/server/storage-threshold-service";
import {
  type InitUploadInput,
  maxOpenUploads,
  partBytesOf,
  type UploadProgressDto,
} from "@/lib/album/uploads/schema";
import { requireArchive } from "@/lib/album/uploads/server/archive-type";
import { type ReceivedChunks, receiveChunks } from "@/lib/album/uploads/server/chunk-body";
import { requireDiskRoom } from "@/lib/album/uploads/server/disk-room";
import {
  createMedia,
  fileTooLarge,
  requireAcceptedType,
  requireStagingRoom,
  requireUploaded,
  storeAssembled,
} from "@/lib/album/uploads/server/ingest-service";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import { requireUnconfirmedRoom } from "@/lib/album/uploads/server/unconfirmed-limit-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, maxConnections, queryPrepared } from "@/lib/db";
import { Prisma, type Upload } from "@/lib/generated/prisma/client";
import { AppError, badInput, notFound } from "@/lib/http/errors";
import { lockInTransaction } from "@/lib/platform/locks";
import { getStorage } from "@/lib/platform/storage/storage";
import { type Chunk, type ChunkWriter, StorageError } from "@/lib/platform/storage/storage-driver";
import { fileTypeOf } from "@/lib/shared/file-types";
import { Patience } from "@/lib/shared/patience";
import { KeyedSemaphore, Semaphore } from "@/lib/shared/semaphore";
import { hourMs } from "@/lib/shared/units";
import { chunkBytes, chunkBytesOf, chunkCountOf, uploadLifetimeHours } from "@/lib/shared/upload-limits";

interface OpenUpload extends UploadRow {
  fileSize: number;
}
type UploadRow = Pick<
  Upload,
  | "id"
  | "familyId"
  | "fileName"
  | "totalChunks"
  | "year"
  | "month"
  | "yearPrecision"
  | "description"
  | "mimeType"
  | "mediaId"
  | "importId"
  | "storedAt"
>;

const uploadChanged = () =>
  new AppError("upload_changed", 409, "An upload with this id already exists for a different file.", {
    field: "uploadId",
  });

const incomplete = () =>
  new AppError("upload_incomplete", 409, "Parts of the file are still missing. Please continue uploading.");

async function findUpload(
  actor: MemberActor,
  uploadId: string,
  client?: Prisma.TransactionClient,
): Promise<OpenUpload | null> {
  // Runs for every chunk. An upload belongs to the family that was current at its start; anyone who left that family
  // has lost it, and a key is for a single family.
  const isOurs = actor.key ? Prisma.sql`u."familyId" = ${actor.familyId}::uuid` : Prisma.sql`true`;
  const statement = Prisma.sql`
    SELECT u.id, u."familyId", u."fileName", u."fileSize"::float8 AS "fileSize", u."totalChunks", u.year, u.month,
      u."yearPrecision", u.description, u."mimeType", u."mediaId", u."importId", u."storedAt"
    FROM "Upload" u
    WHERE u."userId" = ${actor.userId}::uuid AND u."clientUploadId" = ${uploadId} AND u."expiresAt" > now()
      AND ${isOurs} AND EXISTS (
        SELECT FROM "Membership" m WHERE m."familyId" = u."familyId" AND m."userId" = ${actor.userId}::uuid
      )`;
  const found = client ? client.$queryRaw<OpenUpload[]>(statement) : queryPrepared<OpenUpload>(statement);
  return (await found)[0] ?? null;
}

async function requireUpload(actor: MemberActor, uploadId: string, client?: Prisma.TransactionClient) {
  const upload = await findUpload(actor, uploadId, client);
  if (!upload) throw notFound();
  return upload;
}

async function listStored(id: string): Promise<number[]> {
  const chunks = await queryPrepared<{ chunkIndex: number }>(Prisma.sql`
    SELECT "chunkIndex" FROM "UploadChunk" WHERE "uploadId" = ${id}::uuid AND stored
    ORDER BY "chunkIndex"`);
  return chunks.map(({ chunkIndex }) => chunkIndex);
}

async function progress(uploadId: string, upload: OpenUpload): Promise<UploadProgressDto> {
  const { totalChunks } = upload;
  const isWhole = upload.mediaId !== null || upload.storedAt !== null;
  const received = isWhole
    ? Array.from({ length: totalChunks }, (_, index) => index)
    : await listStored(upload.id);
  const { fileSize } = upload;
  return {
    uploadId,
    received,
    totalChunks,
    chunkBytes: chunkBytesOf(fileSize),
    partBytes: partBytesOf(fileSize),
  };
}

/** What has arrived, so that an interrupted upload can resume. @throws AppError 404 */
export async function getUploadProgress(actor: MemberActor, uploadId: string): Promise<UploadProgressDto> {
  return progress(uploadId, await requireUpload(actor, uploadId));
}

/** The type of file isn't known before its first chunk. */
async function requirePlausible(familyId: string, input: InitUploadInput): Promise<void> {
  const { maxImageBytes, maxVideoBytes } = await getUploadLimits(familyId);
  const maxBytes = Math.max(maxImageBytes, maxVideoBytes);
  if (input.fileSize > maxBytes) throw fileTooLarge(maxBytes, "fileSize");
  if (input.totalChunks !== chunkCountOf(input.fileSize)) {
    throw badInput("totalChunks", "The number of chunks doesn't match the file's size.");
  }
}

/** The total size, once complete, of the uploads that someone has begun. */
async function openBytes(client: Prisma.TransactionClient, userId: string): Promise<number> {
  const { _sum } = await client.upload.aggregate({
    where: { userId, mediaId: null, expiresAt: { gt: new Date() } },
    _sum: { fileSize: true },
  });
  return Number(_sum.fileSize ?? 0);
}

type NewUpload = Omit<
  Prisma.UploadUncheckedCreateInput,
  "clientUploadId" | "userId" | "familyId" | "expiresAt"
> & {
  fileSize: number;
};

/** @returns whether it is new @throws AppError 409 when the id is used for another file, 422, 429 */
async function createUpload(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  uploadId: string,
  facts: NewUpload,
): Promise<boolean> {
  // Uploads that one person begins at the same time wait for each other, so that the limit is enforced.
  await lockInTransaction(client, `uploads:${actor.userId}`);
  // Ids can be reused once their upload has expired or belongs to a family since left.
  await client.upload.deleteMany({
    where: {
      userId: actor.userId,
      clientUploadId: uploadId,
      OR: [
        { expiresAt: { lte: new Date() } },
        { family: { memberships: { none: { userId: actor.userId } } } },
      ],
    },
  });
  const existing = await findUpload(actor, uploadId, client);
  if (existing) {
    const isSame =
      existing.fileName === facts.fileName &&
      existing.fileSize === facts.fileSize &&
      existing.totalChunks === facts.totalChunks &&
      existing.importId === (facts.importId ?? null);
    if (!isSame) throw uploadChanged();
    return false;
  }
  const elsewhere = { userId: actor.userId, clientUploadId: uploadId };
  if (actor.key && (await client.upload.count({ where: elsewhere })) > 0) throw uploadChanged();
  const open = await client.upload.count({
    where: {
      userId: actor.userId,
      mediaId: null,
      storedAt: null,
      expiresAt: { gt: new Date() },
      family: { memberships: { some: { userId: actor.userId } } },
    },
  });
  if (open >= maxOpenUploads) {
    throw new AppError(
      "too_many_uploads",
      429,
      `${maxOpenUploads} uploads are already open. Finish or cancel one of them first.`,
      { headers: { "Retry-After": "60" } },
    );
  }
  await client.upload.create({
    data: {
      ...facts,
      clientUploadId: uploadId,
      userId: actor.userId,
      familyId: actor.familyId,
      expiresAt: new Date(Date.now() + uploadLifetimeHours(facts.fileSize) * hourMs),
    },
    select: { id: true },
  });
  await requireStagingRoom(client, actor.familyId);
  await requireUnconfirmedRoom(actor.userId, await openBytes(client, actor.userId), client);
  return true;
}

/** Begins an upload whose facts have been checked, or finds it. @throws AppError 409, 422, 429, 507 */
export async function beginUpload(
  actor: MemberActor,
  uploadId: string,
  facts: NewUpload,
): Promise<{ progress: UploadProgressDto; isNew: boolean }> {
  await requireDiskRoom();
  const begin = db.$transaction((client) => createUpload(client, actor, uploadId, facts));
  const isNew = await begin.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === "storage_limit") {
      await notifyStorageFull(actor.familyId, error.message);
    }
    throw error;
  });
  return { progress: await getUploadProgress(actor, uploadId), isNew };
}

/**
 * Begins an upload; beginning it again with the same parameters returns what has arrived.
 * @throws AppError 400, 409 when the id is used for another file, 413, 422 without room for it, 429 with too many open
 *   uploads, 507
 */
export async function initUpload(
  actor: MemberActor,
  input: InitUploadInput,
): Promise<{ progress: UploadProgressDto; isNew: boolean }> {
  await requirePlausible(actor.familyId, input);
  requireYear(actor, input.year);
  const { uploadId, yearPrecision = "exact", description = "", ...facts } = input;
  return beginUpload(actor, uploadId, { ...facts, yearPrecision, description });
}

/** Claims and records of chunks needn't survive a crash of PostgreSQL: a chunk it forgets is requested again. */
const withoutSync = Prisma.sql`set_config('synchronous_commit', 'off', true)`;

/**
 * One statement decides whose bytes a chunk has; they only count as stored once they are in the storage. A checksum is
 * enough to notice a file that was changed between two attempts, and the whole file is hashed at the end.
 * @returns whether they are stored already
 * @throws AppError 404 when the upload was cancelled meanwhile, 409 for other bytes than before
 */
async function claimChunk(id: string, chunk: Chunk): Promise<boolean> {
  const checksum = chunk.crc32 | 0;
  const [claimed] = await queryPrepared<{ crc32: number; stored: boolean }>(Prisma.sql`
    INSERT INTO "UploadChunk" AS known ("uploadId", "chunkIndex", crc32, bytes)
    SELECT u.id, ${chunk.index}, ${checksum}, ${chunk.bytes.length} FROM "Upload" u WHERE u.id = ${id}::uuid
    FOR KEY SHARE
    ON CONFLICT ("uploadId", "chunkIndex") DO UPDATE SET crc32 = COALESCE(known.crc32, EXCLUDED.crc32)
    RETURNING known.crc32, known.stored, ${withoutSync}`);
  if (!claimed) throw notFound();
  if (claimed.crc32 === checksum) return claimed.stored;
  throw new AppError("chunk_changed", 409, "This chunk has already arrived with different bytes.", {
    field: "chunkData",
  });
}

/** The chunks of one call: each is claimed and written as it arrives, and all are recorded together. */
class ChunkRun {
  readonly #upload: OpenUpload;
  readonly #writer: ChunkWriter;
  readonly #written: number[] = [];

  constructor(upload: OpenUpload) {
    this.#upload = upload;
    this.#writer = getStorage().chunkWriter(upload.id);
  }

  /** Stores a chunk, unless it is stored already. */
  async store(chunkIndex: number, bytes: Buffer): Promise<void> {
    const { id, familyId, fileSize, mimeType, importId } = this.#upload;
    if (chunkIndex === 0 && !mimeType) {
      // Rejected now rather than after the last chunk.
      const accepted = importId
        ? requireArchive(bytes)
        : (await requireAcceptedType(familyId, bytes, fileSize)).mimeType;
      await db.upload.updateMany({ where: { id }, data: { mimeType: accepted } });
    }
    const chunk = {
      index: chunkIndex,
      offset: chunkIndex * chunkBytesOf(fileSize),
      bytes,
      crc32: crc32(bytes),
    };
    if (await claimChunk(id, chunk)) return;
    await requireDiskRoom();
    await this.#writer.write(chunk);
    this.#written.push(chunkIndex);
  }

  async end(): Promise<void> {
    await this.#writer.close();
    if (this.#written.length === 0) return;
    await queryPrepared(Prisma.sql`
      UPDATE "UploadChunk" SET stored = true
      WHERE "uploadId" = ${this.#upload.id}::uuid AND "chunkIndex" = ANY(${this.#written}::int[])
      RETURNING ${withoutSync}`);
  }
}

/** @throws AppError 400 for a chunk beyond the end, or not of the announced size */
function requireAnnounced(upload: OpenUpload, chunkIndex: number, bytes: number): void {
  if (chunkIndex >= upload.totalChunks)
    throw badInput("chunkIndex", "The upload doesn't have that many chunks.");
  const isLast = chunkIndex === upload.totalChunks - 1;
  const full = chunkBytesOf(upload.fileSize);
  const expected = isLast ? upload.fileSize - chunkIndex * full : full;
  if (bytes !== expected) throw badInput("chunkData", "The chunk is not the announced size.");
}

/**
 * Stores one chunk, or a run of them, as they arrive: if a call is interrupted, its complete chunks are kept. Sending
 * the same chunk again changes nothing.
 * @throws AppError 400 with the field, 404, 409 for other bytes than before, 413, 507
 */
export function addChunks(actor: MemberActor, request: Request): Promise<UploadProgressDto> {
  return receiveChunks(request, async (received) => {
    const upload = await requireUpload(actor, received.uploadId);
    const store = () => storeChunks(upload, received);
    return chunkBytesOf(upload.fileSize) > chunkBytes ? receiving.run(actor.userId, store) : store();
  });
}

/** A large chunk is in memory while it arrives, so the number per person is limited. */
const receiving = new KeyedSemaphore(6);

/** Beyond this many calls at once, each has one chunk in memory instead of two; together they are no slower. */
const calmCalls = 8;
let callsUnderWay = 0;

async function storeChunks(
  upload: OpenUpload,
  { uploadId, chunkIndex, chunks }: ReceivedChunks,
): Promise<UploadProgressDto> {
  const run = new ChunkRun(upload);
  let next = chunkIndex;
  let storing = Promise.resolve();
  callsUnderWay += 1;
  const room = callsUnderWay > calmCalls ? 1 : 2;
  try {
    const { fileSize } = upload;
    for await (const bytes of chunks(chunkBytesOf(fileSize), partBytesOf(fileSize), room)) {
      requireAnnounced(upload, next, bytes.length);
      // One is stored while the next arrives, if there is room for both.
      await storing;
      if (!upload.mediaId && !upload.storedAt) storing = run.store(next, bytes);
      storing.catch(() => {});
      if (room === 1) await storing;
      next++;
    }
  } finally {
    callsUnderWay -= 1;
    await storing.finally(() => run.end());
  }
  if (next === chunkIndex) throw badInput("chunkData", "The chunk is empty.");
  return progress(uploadId, upload);
}

/**
 * Makes an item from the chunks. Completing twice returns the same item.
 * @throws AppError 404, 409 duplicate_file or incomplete, 413, 415, 422, 503 upload_saving
 */
export async function completeUpload(
  actor: MemberActor,
  uploadId: string,
): Promise<{ item: MediaItemDto; isNew: boolean }> {
  const found = await requireUpload(actor, uploadId);
  if (found.importId) throw notFound();
  const owner = { ...actor, familyId: found.familyId };
  const complete = () =>
    withUploadLock(found.id, async (client) => {
      const upload = await requireUpload(actor, uploadId, client);
      if (upload.mediaId) return { mediaId: upload.mediaId, isNew: false };
      return { mediaId: await assembleItem(owner, upload), isNew: true };
    });
  const completed = await patience.wait(found.id, complete);
  if (!completed) throw stillSaving();
  const { mediaId, isNew } = completed.value;
  return { item: await requireUploaded(owner, mediaId), isNew };
}

/** A complete archive in the storage. */
export interface StoredArchive {
  /** The upload's id. */
  id: string;
  fileName: string;
  bytes: number;
  mimeType: string;
  storagePath: string;
}

/**
 * Makes a file from the chunks of an import's archive. Completing twice is fine.
 * @param record saves what to remember of it, in the transaction that ends the upload
 * @throws AppError 404, 409 incomplete, 503 upload_saving
 */
export async function completeArchive(
  actor: MemberActor,
  importId: string,
  uploadId: string,
  record: (client: Prisma.TransactionClient, archive: StoredArchive) => Promise<void>,
): Promise<void> {
  const found = await requireUpload(actor, uploadId);
  if (found.importId !== importId) throw notFound();
  const complete = () =>
    withUploadLock(found.id, async (client) => {
      const upload = await requireUpload(actor, uploadId, client);
      if (!upload.storedAt) await assembleArchive(upload, record);
      return { mediaId: upload.id, isNew: true };
    });
  if (!(await patience.wait(found.id, complete))) throw stillSaving();
}

/** A proxy in front gives up after a minute. */
const patience = new Patience<{ mediaId: string; isNew: boolean }>({ waitMs: 25_000, keepMs: 60_000 });

const stillSaving = () =>
  new AppError(
    "upload_saving",
    503,
    "The file has arrived, and is still being saved. Please ask again in a moment.",
    { headers: { "Retry-After": "1" } },
  );

/** Each holds a connection while its work needs more: limited, so that some are always left. */
const locking = new Semaphore(maxConnections() / 4);

/** If one upload is completed and cancelled at once, the second waits here and sees what the first did. */
function withUploadLock<T>(id: string, work: (client: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return locking.run(() =>
    db.$transaction(
      async (client) => {
        await lockInTransaction(client, `complete:${id}`);
        return work(client);
      },
      { timeout: 2 * hourMs, maxWait: 60_000 },
    ),
  );
}

/** @throws AppError 409 while chunks are missing */
async function requireChunks(upload: OpenUpload): Promise<void> {
  const stored = await db.uploadChunk.count({ where: { uploadId: upload.id, stored: true } });
  if (stored < upload.totalChunks) throw incomplete();
}

/** A power cut lost staged bytes: the chunks the storage names, or all, must be sent again. @throws the error */
async function askForLostChunks(uploadId: string, error: unknown): Promise<never> {
  if (!(error instanceof StorageError && error.code === "incomplete")) throw error;
  const { chunks } = error;
  const lost = chunks.length > 0 ? { chunkIndex: { in: [...chunks] } } : {};
  await db.uploadChunk.updateMany({ where: { uploadId, ...lost }, data: { stored: false } });
  throw incomplete();
}

async function assembleItem(owner: MemberActor, upload: OpenUpload): Promise<string> {
  await requireChunks(upload);
  const type = upload.mimeType ? fileTypeOf(upload.mimeType) : null;
  const { year, month } = upload;
  if (!type || year === null || month === null) throw incomplete();
  try {
    const plan = { id: upload.id, chunkCount: upload.totalChunks, bytes: upload.fileSize, type };
    const original = await storeAssembled(owner.familyId, plan).catch((error) =>
      askForLostChunks(upload.id, error),
    );
    return await createMedia(owner, original, { ...upload, year, month }, async (client, mediaId) => {
      await client.upload.update({ where: { id: upload.id }, data: { mediaId }, select: { id: true } });
    });
  } catch (error) {
    const isLost = error instanceof AppError && error.code === "upload_incomplete";
    // Rejected for good (a duplicate, no room): the chunks have nowhere to go.
    if (error instanceof AppError && !isLost) await removeUpload(upload.id);
    throw error;
  }
}

async function assembleArchive(
  upload: OpenUpload,
  record: (client: Prisma.TransactionClient, archive: StoredArchive) => Promise<void>,
): Promise<void> {
  await requireChunks(upload);
  const { id, familyId, fileName, fileSize, mimeType, totalChunks } = upload;
  const storagePath = archiveKey(familyId, id);
  const isMadeBefore = (await getStorage().stat(storagePath))?.bytes === fileSize;
  if (!isMadeBefore) {
    await getStorage()
      .assemble(id, { chunkCount: totalChunks, bytes: fileSize }, storagePath)
      .catch((error) => askForLostChunks(id, error));
  }
  try {
    await db.$transaction(async (client) => {
      await record(client, { id, fileName, bytes: fileSize, mimeType: mimeType ?? "", storagePath });
      await client.upload.update({ where: { id }, data: { storedAt: new Date() }, select: { id: true } });
    });
  } catch (error) {
    // The import was deleted meanwhile. After any other failure the row may still exist.
    if (error instanceof AppError) await getStorage().delete(storagePath);
    throw error;
  }
}

async function removeUpload(id: string): Promise<void> {
  await db.upload.deleteMany({ where: { id } });
  await getStorage().dropChunks(id);
}

/** Cancels an upload and frees its space. @throws AppError 404 */
export async function cancelUpload(actor: MemberActor, uploadId: string): Promise<void> {
  const { id } = await requireUpload(actor, uploadId);
  await withUploadLock(id, () => removeUpload(id));
}

/** Removes uploads that expired unfinished (uploadLifetimeHours), and records of finished ones. @returns how many */
export async function removeExpiredUploads(now = new Date()): Promise<number> {
  const expired = await db.upload.findMany({
    where: { expiresAt: { lt: now } },
    select: { id: true },
    take: 1000,
  });
  for (const upload of expired) await removeUpload(upload.id);
  return expired.length;
}
