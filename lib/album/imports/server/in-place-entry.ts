import { entryFactsSchema } from "@/lib/album/imports/schema";
import type { EntryJob, EntryRow, Outcome } from "@/lib/album/imports/server/entry-rows";
import { enqueueDerive } from "@/lib/album/media/server/derivatives-service";
import { createFacts } from "@/lib/album/media/server/facts-service";
import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import type { StoredOriginal } from "@/lib/album/uploads/server/ingest-service";
import { emit } from "@/lib/core/events/server/events";
import { db, type Prisma } from "@/lib/db";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { keyInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";

/** The outcome of a folder's file, and what has to be written with it. */
interface SeenBefore {
  outcome: Outcome;
  apply?: (client: Prisma.TransactionClient) => Promise<void>;
}

/**
 * What is already known about a file that stays in its folder: it was moved, touched or changed there. A file that was
 * moved is settled here.
 * @returns null for a new one; "moved" if nothing is left to do
 */
export async function seenBefore(
  job: EntryJob,
  entry: EntryRow,
  original: StoredOriginal,
): Promise<SeenBefore | "moved" | null> {
  if (entry.sha256 === null) return (await settleMoved(job, entry, original)) ? "moved" : null;
  const { mediaId } = entry;
  const { sha256 } = original;
  const state = mediaId === null || mediaId === entry.id ? ("added" as const) : ("known" as const);
  // Touched; or changed after someone removed it from the album.
  if (entry.sha256 === sha256 || mediaId === null) return { outcome: { state, mediaId, sha256 } };
  const isThisFile = await db.media.findFirst({
    where: { id: mediaId, storagePath: original.key, mediaType: original.type.mediaType },
    select: { id: true },
  });
  if (!isThisFile) return null;
  const apply = await replacing(job, mediaId, original);
  return { outcome: { state, mediaId, sha256 }, apply };
}

/** An item's file was changed in its folder: its pictures are regenerated, and what people said about it stays. */
async function replacing(
  { actor: { familyId } }: EntryJob,
  mediaId: string,
  { key, type, sha256, bytes, checksums }: StoredOriginal,
): Promise<(client: Prisma.TransactionClient) => Promise<void>> {
  const isVideo = type.mediaType === "video";
  const read = isVideo ? null : await getStorage().withLocalFile(key, readPhotoMetadata);
  return async (client) => {
    await client.media.updateMany({
      where: { id: mediaId, familyId },
      data: {
        ...{ sha256, bytes, mimeType: type.mimeType, crc32: checksums?.crc32 ?? null },
        ...{ derivatives: "pending", deriveAttempts: 0, derivativeError: null },
        ...{ playable: isVideo ? "pending" : "none", transcodeAttempts: 0 },
        ...{ playableSmall: "none", smallAttempts: 0 },
        // Makes browsers fetch the pictures again.
        editVersion: { increment: 1 },
      },
    });
    await client.mediaFacts.deleteMany({ where: { mediaId, familyId } });
    if (read?.facts) {
      await createFacts(client, { id: mediaId, familyId }, { ...read.facts, sha1: checksums?.sha1 ?? null });
    }
    await enqueueDerive(mediaId, client, { isImported: true });
    await emit("media.edited", { id: mediaId, familyId }, client);
    forgetMediaFile(mediaId);
  };
}

interface GoneEntry {
  id: string;
  path: string;
}

/** Points an item at its file's new location. */
export async function moveOriginal(
  client: Prisma.TransactionClient,
  job: Pick<EntryJob, "folderInPlace"> & { familyId: string },
  from: string,
  to: string,
): Promise<void> {
  const [old, storagePath] = [from, to].map((name) => keyInPlace(`${job.folderInPlace}/${name}`));
  if (!old || !storagePath) return;
  const where = { familyId: job.familyId, storagePath: old };
  for (const { id } of await client.media.updateManyAndReturn({
    where,
    data: { storagePath },
    select: { id: true },
  })) {
    forgetMediaFile(id);
  }
  await client.mediaClip.updateMany({ where, data: { storagePath } });
}

/** A file with the bytes of one that is gone from elsewhere in the folder is the same file. */
async function settleMoved(job: EntryJob, entry: EntryRow, { sha256 }: StoredOriginal): Promise<boolean> {
  const { importId, actor, folderInPlace } = job;
  return db.$transaction(async (client) => {
    const [gone] = await client.$queryRaw<GoneEntry[]>`
      SELECT id, path FROM "ImportEntry"
      WHERE "importId" = ${importId}::uuid AND sha256 = ${sha256} AND "goneAt" IS NOT NULL
      ORDER BY id LIMIT 1 FOR UPDATE`;
    if (!gone) return false;
    const { count } = await client.importEntry.deleteMany({
      where: { id: entry.id, importId, state: "waiting" },
    });
    if (count === 0) return true;
    const { path, facts, albums, bytes } = entry;
    await client.importEntry.update({
      where: { id: gone.id },
      data: { path, facts: entryFactsSchema.parse(facts), albums, goneAt: null },
      select: { id: true },
    });
    // A clip that waits for its photo.
    await client.importEntry.updateMany({
      where: { importId, photoId: entry.id },
      data: { photoId: gone.id },
    });
    await moveOriginal(client, { folderInPlace, familyId: actor.familyId }, gone.path, path);
    await client.import.updateMany({
      where: { id: importId },
      data: { totalCount: { decrement: 1 }, totalBytes: { decrement: bytes } },
    });
    return true;
  });
}
