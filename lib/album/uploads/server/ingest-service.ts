import { createHash, randomUUID } from "node:crypto";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { getMediaItem } from "@/lib/album/media/server/browse-service";
import { enqueueDerive } from "@/lib/album/media/server/derivatives-service";
import { createFacts } from "@/lib/album/media/server/facts-service";
import { fileReported, listReportedFiles, syncHashtags } from "@/lib/album/media/server/locked-items-service";
import { originalKey } from "@/lib/album/media/server/storage-keys";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { Place } from "@/lib/album/media/taken-date";
import {
  notifyStorageFull,
  notifyStorageThreshold,
} from "@/lib/album/quota/server/storage-threshold-service";
import type { DuplicateDto } from "@/lib/album/uploads/schema";
import { requireDiskRoom } from "@/lib/album/uploads/server/disk-room";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import { requireUnconfirmedRoom } from "@/lib/album/uploads/server/unconfirmed-limit-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { formatStorage } from "@/lib/family/families/plan-text";
import type { Tier } from "@/lib/generated/prisma/enums";
import { AppError, badInput, notFound, tooLarge } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { Checksums, type FileChecksums } from "@/lib/platform/files/checksums";
import { noFacts, type OriginalFacts } from "@/lib/platform/files/original-facts";
import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";
import { type PhotoMetadata, readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { countUpload } from "@/lib/platform/metrics/metrics";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError, type StoredObject } from "@/lib/platform/storage/storage-driver";
import { canDecodeClips } from "@/lib/platform/video/ffmpeg";
import { isUniqueViolation } from "@/lib/shared/database-errors";
import { type FileType, isHeic } from "@/lib/shared/file-types";
import { megabyteLabel } from "@/lib/shared/megabytes";
import type { FiledMonth, YearPrecision } from "@/lib/shared/months";

/** Specification 5 and 8.4. */
const unsupportedType = () =>
  new AppError("unsupported_type", 415, "Unsupported file type. Please upload an image or video file.", {
    field: "fileType",
  });

/**
 * Rejects HEIC if the operator has switched its decoder off, and clips if nothing isolates their decoder from the
 * album's data, unless the operator allows it.
 */
async function requireCanBeTaken(type: FileType): Promise<void> {
  if (isHeic(type) && !env.HEIF_DECODER) {
    throw new AppError(
      "heic_refused",
      415,
      "This server doesn't take photos in the HEIC format. Please upload a JPG instead.",
      { field: "fileType" },
    );
  }
  if (type.mediaType === "image" || (await canDecodeClips())) return;
  throw new AppError(
    "clips_refused",
    415,
    "This server can't process videos safely, so it doesn't accept them. Photos are fine.",
    { field: "fileType" },
  );
}

/** @param maxBytes the limit for such a file */
export const fileTooLarge = (maxBytes: number, field: string) =>
  tooLarge(`File is too large for upload (max size: ${megabyteLabel(maxBytes)})`, field);

/** An original on its way into the album: the bytes are stored, but there is no row yet. */
export interface StoredOriginal extends StoredObject {
  mediaId: string;
  key: string;
  type: FileType;
  /** Null: the derive job computes them, for large files and clips. */
  checksums: FileChecksums | null;
}

export interface MediaFacts {
  fileName: string;
  year: number;
  month: number;
  yearPrecision?: YearPrecision | undefined;
  description?: string | undefined;
}

/** What an import knows about a file, given what the file itself says. */
export interface ImportedFacts extends MediaFacts {
  takenAt: Date | null;
  /** Used if the file has none. */
  place: Place | null;
  /** Identifies both parts of a Live Photo, if their files don't. */
  contentIdentifier: string | null;
}
export type FactsOfImport = (takenAt: Date | null) => ImportedFacts;

/** Finds the type from the first bytes and puts them back. @throws AppError 400 when empty, 415 */
async function sniff(source: AsyncIterable<Uint8Array>, field: string) {
  const pieces = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (head.length < sniffBytes) {
    const next = await pieces.next();
    if (next.done) break;
    // Copied only when another piece is needed: requesting it frees this one.
    head =
      head.length === 0 && next.value.length >= sniffBytes ? next.value : Buffer.concat([head, next.value]);
  }
  const type = sniffFileType(head);
  if (!type) {
    await pieces.return?.();
    throw head.length === 0 ? badInput(field, "The file is empty.") : unsupportedType();
  }
  async function* whole() {
    try {
      yield head;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      // A file that isn't read to its end is closed.
      await pieces.return?.();
    }
  }
  return { type, bytes: whole() };
}

/** The same bytes, with their checksums computed as they pass. */
async function* counted(source: AsyncIterable<Uint8Array>, checksums: Checksums) {
  for await (const block of source) {
    checksums.update(block);
    yield block;
  }
}

async function maxBytesOf(familyId: string, type: FileType): Promise<number> {
  const { maxImageBytes, maxVideoBytes } = await getUploadLimits(familyId);
  return type.mediaType === "image" ? maxImageBytes : maxVideoBytes;
}

/**
 * Stores a file's bytes as they stream; they are on disk before anything says so.
 * @throws AppError 400, 413, 415, 507; StorageError
 */
export async function storeOriginal(
  familyId: string,
  source: AsyncIterable<Uint8Array>,
  field: string,
  mediaId: string = randomUUID(),
): Promise<StoredOriginal> {
  const { type, bytes } = await sniff(source, field);
  await requireCanBeTaken(type);
  await requireDiskRoom();
  const key = originalKey(familyId, mediaId, type.extension);
  const maxBytes = await maxBytesOf(familyId, type);
  try {
    // A photo's checksums cost 3 % of its small pictures. A clip's would double the cost of storing it.
    const checksums = type.mediaType === "image" ? new Checksums() : null;
    const stored = await getStorage().write(key, checksums ? counted(bytes, checksums) : bytes, { maxBytes });
    return { ...stored, mediaId, key, type, checksums: checksums?.result() ?? null };
  } catch (error) {
    if (error instanceof StorageError && error.code === "too_large") throw fileTooLarge(maxBytes, field);
    throw error;
  }
}

/**
 * Reads a file that stays where it is, as if it were stored.
 * @param key of a file in one of the server's folders
 * @throws AppError 400, 413, 415, 507; StorageError
 */
export async function readOriginalInPlace(
  familyId: string,
  key: string,
  mediaId: string,
): Promise<StoredOriginal> {
  const { type, bytes: content } = await sniff(await getStorage().read(key), "file");
  await requireCanBeTaken(type);
  // Its pictures need room.
  await requireDiskRoom();
  const maxBytes = await maxBytesOf(familyId, type);
  const hash = createHash("sha256");
  const checksums = new Checksums();
  let bytes = 0;
  for await (const block of counted(content, checksums)) {
    hash.update(block);
    bytes += block.length;
    if (bytes > maxBytes) throw fileTooLarge(maxBytes, "file");
  }
  return { bytes, sha256: hash.digest("hex"), mediaId, key, type, checksums: checksums.result() };
}

/** The type of a file by its first bytes, if its size is allowed. @throws AppError 413, 415 */
export async function requireAcceptedType(
  familyId: string,
  head: Uint8Array,
  bytes: number,
): Promise<FileType> {
  const type = sniffFileType(head);
  if (!type) throw unsupportedType();
  await requireCanBeTaken(type);
  const maxBytes = await maxBytesOf(familyId, type);
  if (bytes > maxBytes) throw fileTooLarge(maxBytes, "fileSize");
  return type;
}

async function hashStored(key: string): Promise<StoredObject> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of await getStorage().read(key)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/**
 * Makes an original from staged chunks, named after their upload. A completion that was interrupted after this step
 * finds its file again.
 * @throws StorageError "incomplete" when chunks are missing
 */
export async function storeAssembled(
  familyId: string,
  upload: { id: string; chunkCount: number; bytes: number; type: FileType },
): Promise<StoredOriginal> {
  const { type } = upload;
  const key = originalKey(familyId, upload.id, type.extension);
  const isMadeBefore = (await getStorage().stat(key))?.bytes === upload.bytes;
  const stored = isMadeBefore ? await hashStored(key) : await getStorage().assemble(upload.id, upload, key);
  return { ...stored, mediaId: upload.id, key, type, checksums: null };
}

/** Removes an original that got no row. Any orphan that remains is reported by the integrity check. */
export async function discardOriginal(original: StoredOriginal): Promise<void> {
  await getStorage()
    .delete(original.key)
    .catch((error) => logError(error, { orphan: original.key }));
}

async function duplicateError(familyId: string, sha256: string): Promise<AppError> {
  const existing = await db.media.findFirst({
    where: { ...visibleMedia({ familyId }), ...withBytes(sha256) },
    select: { id: true, fileName: true, uploadDate: true },
  });
  const duplicate: DuplicateDto | null = existing && {
    existingId: existing.id,
    fileName: existing.fileName,
    uploadDate: existing.uploadDate.toISOString(),
  };
  const message = "This file already exists in your album.";
  // The only answer whose error field is not a sentence (api.md, Duplicates).
  return new AppError("duplicate_file", 409, message, {
    details: { error: "duplicate_file", ...(duplicate ? { duplicate } : {}) },
  });
}

/** Items whose original, or the clip of a Live Photo, has these bytes. */
export const withBytes = (sha256: string) => ({ OR: [{ sha256 }, { clip: { sha256 } }] });

/**
 * The row of a new video exists already, so a video of the same bytes that becomes a clip meanwhile is seen here: the
 * unique index makes one wait for the other.
 * @throws AppError 409 duplicate_file
 */
async function requireNoSuchClip(
  client: Prisma.TransactionClient,
  familyId: string,
  sha256: string,
): Promise<void> {
  const photo = await client.media.findFirst({
    where: { ...visibleMedia({ familyId }), clip: { sha256 } },
    select: { id: true },
  });
  if (photo) throw await duplicateError(familyId, sha256);
}

/** No upload has this id. */
const noUpload = "00000000-0000-0000-0000-000000000000";

/** Uploads of one family into one month wait for each other: on a slow disk, many at once take a while. */
const patience = { maxWait: 30_000, timeout: 30_000 };

/** The space that the family's files and unfinished uploads need, compared to its plan's limit. */
async function readRoom(client: Prisma.TransactionClient, familyId: string, exceptUploadId: string) {
  const [row] = await client.$queryRaw<{ tier: Tier; usedBytes: bigint; stagedBytes: bigint }[]>`
    SELECT f.tier, f."storageBytes" AS "usedBytes", (
      SELECT coalesce(sum(u."fileSize"), 0)::bigint FROM "Upload" u
      WHERE u."familyId" = f.id AND u."mediaId" IS NULL AND u."expiresAt" > now() AND u.id <> ${exceptUploadId}::uuid
    ) AS "stagedBytes"
    FROM "Family" f WHERE f.id = ${familyId}::uuid`;
  if (!row) throw notFound();
  const plans = await getPlans(client);
  const lifting = row.tier === "free" ? plans.family : plans.premium;
  const plan = plans[row.tier];
  const isFull = (bytes: number) => plan.storageBytes !== null && bytes > plan.storageBytes;
  const storageFull = () =>
    new AppError(
      "storage_limit",
      422,
      `Your family's ${plan.name} storage of ${formatStorage(plan)} is full. The ${lifting.name} has more room.`,
    );
  return {
    usedBytes: Number(row.usedBytes),
    stagedBytes: Number(row.stagedBytes),
    plan,
    isFull,
    storageFull,
  };
}

/** @throws AppError 422 naming the limit and the plan that raises it */
export async function requireRoom(
  client: Prisma.TransactionClient,
  familyId: string,
  added: { mediaId: string; bytes: number },
): Promise<void> {
  // The trigger on Media has counted the new bytes and locked the family's row, so concurrent uploads wait here. The
  // upload that became this item has the same id, so it only counts once.
  const { usedBytes, stagedBytes, plan, isFull, storageFull } = await readRoom(
    client,
    familyId,
    added.mediaId,
  );
  if (isFull(usedBytes + stagedBytes)) throw storageFull();
  if (plan.storageBytes === null) return;
  const bytes = { before: usedBytes - added.bytes, after: usedBytes };
  await notifyStorageThreshold(client, familyId, bytes, {
    before: plan.storageBytes,
    after: plan.storageBytes,
  });
}

/**
 * Makes sure that an upload that was just begun fits, with everything else the family has begun: its space counts as
 * used from now on, until it is finished, cancelled or expired.
 * @throws AppError 422 naming the limit and the plan that raises it
 */
export async function requireStagingRoom(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  // Concurrent starts and completions of uploads wait here for each other; what is read next is up to date.
  await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR NO KEY UPDATE`;
  const { usedBytes, stagedBytes, isFull, storageFull } = await readRoom(client, familyId, noUpload);
  if (isFull(usedBytes + stagedBytes)) throw storageFull();
}

/** The facts of the row and of its file; an import fills in what the file doesn't say. */
function withImported(facts: MediaFacts | FactsOfImport, found: PhotoMetadata) {
  if (typeof facts !== "function") return { ...facts, ...found, isImported: false };
  const { place, contentIdentifier, ...imported } = facts(found.takenAt);
  const own = found.facts ?? noFacts;
  const filled: OriginalFacts = {
    ...own,
    ...(own.latitude === null && place ? place : {}),
    contentIdentifier: own.contentIdentifier ?? contentIdentifier,
  };
  const knows = place !== null || contentIdentifier !== null;
  return { ...imported, facts: found.facts || knows ? filled : null, isImported: true };
}

/**
 * Gives a stored original its row, and queues its pictures. The second upload of the same bytes gets the duplicate
 * answer: the partial unique index decides, not an earlier lookup.
 * @param finish runs in the same transaction
 * @throws AppError 409 duplicate_file, 422 storage_limit: the file is then gone
 */
export async function createMedia(
  owner: Pick<MemberActor, "userId" | "familyId">,
  original: StoredOriginal,
  given: MediaFacts | FactsOfImport,
  finish?: (client: Prisma.TransactionClient, mediaId: string, filed: FiledMonth) => Promise<void>,
): Promise<string> {
  const { mediaId, key, type } = original;
  const { familyId, userId } = owner;
  try {
    const read =
      type.mediaType === "image"
        ? await getStorage().withLocalFile(key, readPhotoMetadata)
        : { takenAt: null, facts: noFacts };
    const { takenAt, facts: found, isImported, description = "", ...facts } = withImported(given, read);
    const saveRow = async (client: Prisma.TransactionClient) => {
      const uploadDate = new Date();
      await client.media.create({
        data: {
          id: mediaId,
          familyId,
          uploaderId: userId,
          fileName: facts.fileName,
          mediaType: type.mediaType,
          mimeType: type.mimeType,
          year: facts.year,
          month: facts.month,
          yearPrecision: facts.yearPrecision ?? "exact",
          description,
          uploadDate,
          takenAt,
          sortAt: takenAt ?? uploadDate,
          storagePath: key,
          sha256: original.sha256,
          crc32: original.checksums?.crc32 ?? null,
          bytes: original.bytes,
          playable: type.mediaType === "video" ? "pending" : "none",
        },
        select: { id: true },
      });
      if (found) {
        const sha1 = original.checksums?.sha1 ?? null;
        await createFacts(client, { id: mediaId, familyId }, { ...found, sha1 });
      }
      if (type.mediaType === "video") await requireNoSuchClip(client, familyId, original.sha256);
      if ((await listReportedFiles(client, familyId)).has(original.sha256)) throw fileReported();
      await requireUnconfirmedRoom(userId, 0, client);
      await requireRoom(client, familyId, { mediaId, bytes: original.bytes });
      if (description) await syncHashtags(client, familyId, [{ id: mediaId, description }]);
      await enqueueDerive(mediaId, client, { isImported });
      await finish?.(client, mediaId, facts);
    };
    await db.$transaction(saveRow, patience);
    countUpload(type.mediaType, original.bytes);
    return mediaId;
  } catch (error) {
    const isDuplicate = isUniqueViolation(error, "sha256");
    // A rejection is final. After any other failure the row may still exist, so the file stays.
    if (isDuplicate || error instanceof AppError) await discardOriginal(original);
    if (isDuplicate) throw await duplicateError(familyId, original.sha256);
    if (error instanceof AppError && error.code === "storage_limit") {
      await notifyStorageFull(familyId, error.message);
    }
    throw error;
  }
}

/** The photo whose clip a video has become since it was stored; null for any other. */
async function getPhotoOf(actor: MemberActor, clipId: string): Promise<MediaItemDto | null> {
  const clip = await db.mediaClip.findUnique({ where: { id: clipId }, select: { mediaId: true } });
  return clip && getMediaItem(actor, clip.mediaId);
}

/** The response to an upload. @throws AppError 404 when it was removed meanwhile */
export async function requireUploaded(actor: MemberActor, mediaId: string): Promise<MediaItemDto> {
  const item = (await getMediaItem(actor, mediaId)) ?? (await getPhotoOf(actor, mediaId));
  if (!item) throw notFound();
  return item;
}
