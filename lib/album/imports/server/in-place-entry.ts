import { createHash, randomUUID } from "node:crypto";
import { entryFactsSchema } from "@/lib/album/imports/schema";
import type { EntryJob, EntryRow, Outcome } from "@/lib/album/imports/server/entry-rows";
import { turns } from "@/lib/album/imports/turns";
import { enqueueDerive } from "@/lib/album/media/server/derivatives-service";
import { createFacts } from "@/lib/album/media/server/facts-service";
import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { type StoredOriginal, withBytes } from "@/lib/album/uploads/server/ingest-service";
import { emit } from "@/lib/core/events/server/events";
import { db, type Prisma } from "@/lib/db";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { isInPlace, keyInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";

/** The outcome of a folder's file, and what has to be written with it. */
interface SeenBefore {
  outcome: Outcome;
  apply?: (client: Prisma.TransactionClient) => Promise<void>;
}

/**
 * What is already known about a file that stays in its folder: it was moved, touched or changed there. A file that was
 * moved is settled here.
 * @returns null for a new one; "later" if it is settled, or has to wait for others
 */
export async function seenBefore(
  job: EntryJob,
  entry: EntryRow,
  original: StoredOriginal,
): Promise<SeenBefore | "later" | null> {
  if (entry.sha256 === null) return (await settleMoved(job, entry, original)) ? "later" : null;
  const { mediaId } = entry;
  const { sha256 } = original;
  const state = mediaId === null || mediaId === entry.id ? ("added" as const) : ("known" as const);
  // Touched; or changed after someone removed it from the album.
  if (entry.sha256 === sha256 || mediaId === null) return { outcome: { state, mediaId, sha256 } };
  const former = await db.media.findFirst({
    where: { id: mediaId, storagePath: original.key, mediaType: original.type.mediaType },
    select: { bytes: true },
  });
  const copy = await findCopy(db, job, entry);
  if (!former || copy || (await hasOther(job, mediaId, sha256))) {
    const apply = (client: Prisma.TransactionClient) => renew(client, job, entry);
    return { outcome: { state, mediaId, sha256: entry.sha256 }, apply };
  }
  if (await isPostponed(job, entry, former.bytes)) return "later";
  return { outcome: { state, mediaId, sha256 }, apply: await replacing(job, mediaId, original) };
}

/** Another file in the folder with the bytes that a changed one had. */
const findCopy = (client: Prisma.TransactionClient, { importId }: EntryJob, { id, sha256 }: EntryRow) =>
  client.importEntry.findFirst({
    where: { importId, sha256, id: { not: id }, goneAt: null, state: { in: ["added", "known"] } },
    select: { path: true },
  });

const hasOther = async ({ actor }: EntryJob, mediaId: string, sha256: string): Promise<boolean> =>
  (await db.media.count({ where: { ...visibleMedia(actor), ...withBytes(sha256), id: { not: mediaId } } })) >
  0;

/**
 * When files are renumbered, a changed file's former bytes are in one that hasn't been read yet: that one gets the item.
 * So a file waits for all others that are as long as it was.
 */
async function isPostponed({ importId }: EntryJob, { id, turn }: EntryRow, bytes: bigint): Promise<boolean> {
  if (turn >= turns.clip) return false;
  const before = { lt: turns.clip };
  const likely = await db.importEntry.findFirst({
    where: { importId, bytes, id: { not: id }, state: "waiting", turn: before },
    select: { id: true },
  });
  if (!likely) return false;
  const { count } = await db.importEntry.updateMany({
    where: { id, importId, state: "waiting", turn: before },
    data: { turn: turns.clip },
  });
  return count > 0;
}

/**
 * A file was replaced by one that isn't a new version of it. Its row becomes that of a file that is gone, so that its
 * item finds its bytes again wherever they are; the file that is there now gets a row of its own.
 */
async function renew(client: Prisma.TransactionClient, job: EntryJob, entry: EntryRow): Promise<void> {
  const { importId, actor, folderInPlace } = job;
  const { familyId } = actor;
  const { id, path, bytes, photoId, albums } = entry;
  const copy = await findCopy(client, job, entry);
  // No file in a folder can have this path.
  const nowhere = `${path}/.`;
  await moveOriginal(client, { folderInPlace, familyId }, entry, { from: path, to: copy?.path ?? nowhere });
  const { count } = await client.importEntry.updateMany({
    where: { id, importId, state: "waiting" },
    data: { path: nowhere, goneAt: new Date() },
  });
  if (count === 0) return;
  const fresh = randomUUID();
  const facts = entryFactsSchema.parse(entry.facts);
  const turn = photoId === null ? turns.other : turns.clip;
  await client.importEntry.create({
    data: { id: fresh, importId, familyId, path, bytes, photoId, albums, facts, turn },
    select: { id: true },
  });
  // A clip that waits for its photo.
  await client.importEntry.updateMany({
    where: { importId, photoId: id, state: "waiting" },
    data: { photoId: fresh },
  });
  await client.import.updateMany({
    where: { id: importId },
    data: { totalCount: { increment: 1 }, totalBytes: { increment: bytes } },
  });
}

async function hasBytesAt(key: string, sha256: string): Promise<boolean> {
  try {
    const hash = createHash("sha256");
    for await (const piece of await getStorage().read(key)) hash.update(piece as Uint8Array);
    return hash.digest("hex") === sha256;
  } catch (error) {
    // A folder that isn't mounted says nothing about its files.
    if (error instanceof StorageError) return error.code !== "missing";
    throw error;
  }
}

/** If an item's file is no longer in its folder, the item reads this one, which has the same bytes. */
export async function adoptFile(
  job: EntryJob,
  entry: EntryRow,
  mediaId: string,
  sha256: string,
): Promise<void> {
  const { folderInPlace } = job;
  const { familyId } = job.actor;
  const item = await db.media.findFirst({
    where: { id: mediaId, familyId, ...withBytes(sha256) },
    select: { sha256: true, storagePath: true, clip: { select: { storagePath: true } } },
  });
  const old = item?.sha256 === sha256 ? item.storagePath : item?.clip?.storagePath;
  const storagePath = keyInPlace(`${folderInPlace}/${entry.path}`);
  if (!old || !storagePath || old === storagePath || !isInPlace(old)) return;
  if (await hasBytesAt(old, sha256)) return;
  // Otherwise the file that is at the old path now has just been read, and the item pointed nowhere.
  if (!(await pointAt(db, familyId, [mediaId], { old, storagePath }))) {
    await adoptFile(job, entry, mediaId, sha256);
  }
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
    const { count } = await client.media.updateMany({
      where: { id: mediaId, familyId, storagePath: key },
      data: {
        ...{ sha256, bytes, mimeType: type.mimeType, crc32: checksums?.crc32 ?? null },
        ...{ derivatives: "pending", deriveAttempts: 0, derivativeError: null },
        ...{ playableSmall: "none", smallAttempts: 0 },
        // Makes browsers fetch the pictures again.
        editVersion: { increment: 1 },
      },
    });
    // Retried: another file that was just read has the item's bytes.
    if (count === 0) throw new Error("The item's file has been found elsewhere");
    // A Live Photo's clip is a file of its own, which hasn't changed. Asked once the row is locked: it may just have been
    // joined to the photo.
    await client.media.updateMany({
      where: { id: mediaId, familyId, clip: null },
      data: { playable: isVideo ? "pending" : "none", transcodeAttempts: 0 },
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

type GoneEntry = Pick<EntryRow, "id" | "mediaId" | "path">;

/** @returns whether one of these items had its file, or its clip's, at the old path */
async function pointAt(
  client: Prisma.TransactionClient,
  familyId: string,
  ids: string[],
  { old, storagePath }: { old: string; storagePath: string },
): Promise<boolean> {
  const where = { familyId, storagePath: old };
  const data = { storagePath };
  const isClip = { OR: [{ id: { in: ids } }, { mediaId: { in: ids } }] };
  const items = await client.media.updateMany({ where: { ...where, id: { in: ids } }, data });
  const { count } =
    items.count > 0 ? items : await client.mediaClip.updateMany({ where: { ...where, ...isClip }, data });
  for (const id of ids) forgetMediaFile(id);
  return count > 0;
}

/** Points an entry's item at its file's new location. */
export async function moveOriginal(
  client: Prisma.TransactionClient,
  { folderInPlace, familyId }: Pick<EntryJob, "folderInPlace"> & { familyId: string },
  { id, mediaId }: Pick<EntryRow, "id" | "mediaId">,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [old, storagePath] = [from, to].map((name) => keyInPlace(`${folderInPlace}/${name}`));
  if (!old || !storagePath) return;
  await pointAt(client, familyId, mediaId === null ? [id] : [id, mediaId], { old, storagePath });
}

/** A file with the bytes of one that is gone from elsewhere in the folder is the same file. */
async function settleMoved(job: EntryJob, entry: EntryRow, { sha256 }: StoredOriginal): Promise<boolean> {
  const { importId, actor, folderInPlace } = job;
  return db.$transaction(async (client) => {
    const [gone] = await client.$queryRaw<GoneEntry[]>`
      SELECT id, "mediaId", path FROM "ImportEntry"
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
    const { familyId } = actor;
    await moveOriginal(client, { folderInPlace, familyId }, gone, { from: gone.path, to: path });
    await client.import.updateMany({
      where: { id: importId },
      data: { totalCount: { decrement: 1 }, totalBytes: { decrement: bytes } },
    });
    return true;
  });
}
