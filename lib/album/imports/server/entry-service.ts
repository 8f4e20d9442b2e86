import { createHash } from "node:crypto";
import { heartItems } from "@/lib/album/hearts/server/service";
import { recordAttribution } from "@/lib/album/imported-people/server/attribution-service";
import { folderOf, nameIn } from "@/lib/album/imports/folders";
import {
  type EntryFacts,
  type EntryReason,
  type ExactFacts,
  entryFactsSchema,
  type ImportReason,
} from "@/lib/album/imports/schema";
import { addToAlbums } from "@/lib/album/imports/server/album-membership";
import {
  type Bytes,
  type EntryJob,
  type EntryRow,
  type Outcome,
  personOf,
} from "@/lib/album/imports/server/entry-rows";
import { lockPeople } from "@/lib/album/imports/server/import-people";
import { adoptFile, seenBefore } from "@/lib/album/imports/server/in-place-entry";
import { placeFaces, tagPeople } from "@/lib/album/imports/server/people-on-item";
import { RemoteError } from "@/lib/album/imports/server/remote-server";
import { addWhatOthersSaid } from "@/lib/album/imports/server/said-service";
import { ArchiveGoneError } from "@/lib/album/imports/server/sources";
import { importedMonth, importedTakenAt } from "@/lib/album/imports/taken";
import { editsColumn } from "@/lib/album/media/server/edits-column";
import { syncHashtags } from "@/lib/album/media/server/locked-items-service";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import {
  createMedia,
  type FactsOfImport,
  readOriginalInPlace,
  type StoredOriginal,
  storeOriginal,
} from "@/lib/album/uploads/server/ingest-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { db, type Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { ArchiveError } from "@/lib/platform/files/zip-reader";
import { ImageError } from "@/lib/platform/images/image-error";
import { findMotionClip } from "@/lib/platform/images/motion";
import { keyInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { VideoError, VideoUnavailableError } from "@/lib/platform/video/ffmpeg";
import { probeVideo } from "@/lib/platform/video/probe";
import { oldestYear } from "@/lib/shared/album-years";
import { errorCodes } from "@/lib/shared/database-errors";

/** Nothing more can be added for now, whatever is tried. */
export class ImportPausedError extends Error {
  constructor(readonly reason: ImportReason) {
    super(`The import is paused: ${reason}`);
    this.name = "ImportPausedError";
  }
}

/** Reasons for leaving out a file, by the upload's error code. */
const refusals: Record<string, EntryReason> = {
  unsupported_type: "unsupported",
  heic_refused: "unsupported",
  clips_refused: "unsupported",
  too_large: "too_large",
  bad_input: "empty",
  reported: "reported",
  before_album: "before_album",
  name: "name",
};
/** Reasons for stopping all files. */
const pauses: Record<string, ImportReason> = {
  storage_limit: "plan_full",
  unconfirmed_storage_limit: "plan_full",
  storage_full: "disk_full",
};

const columnOf = {
  added: "addedCount",
  known: "knownCount",
  left: "leftCount",
  failed: "failedCount",
} as const;

/** Records a file's outcome and counts it, once. */
async function settle(
  client: Prisma.TransactionClient,
  { importId }: EntryJob,
  { id, bytes }: EntryRow,
  outcome: Outcome,
): Promise<void> {
  const { count } = await client.importEntry.updateMany({
    where: { id, importId, state: "waiting" },
    data: { ...outcome, ...("mediaId" in outcome ? {} : { mediaId: null }) },
  });
  if (count === 0) return;
  await client.import.updateMany({
    where: { id: importId },
    data: {
      doneCount: { increment: 1 },
      doneBytes: { increment: bytes },
      [columnOf[outcome.state]]: { increment: 1 },
    },
  });
}

/** Adds what the source says that isn't in the item's row. */
async function addWhatIsSaid(
  client: Prisma.TransactionClient,
  job: EntryJob,
  mediaId: string,
  facts: EntryFacts,
  albums: readonly string[],
): Promise<void> {
  const { actor, bringsWords, importId } = job;
  if (facts.isFavorite) await heartItems(actor, [mediaId], client);
  if (bringsWords) await addWhatOthersSaid(client, actor, mediaId, facts);
  await tagPeople(client, job, mediaId, facts);
  await placeFaces(client, job, mediaId, facts);
  if (albums.length > 0) await addToAlbums(client, actor, { importId, mediaId, titles: albums });
}

/** Gives an item in the album what the source knows and it lacks, if this person may change it. */
async function addMissing(
  client: Prisma.TransactionClient,
  job: EntryJob,
  mediaId: string,
  facts: EntryFacts,
  albums: readonly string[],
): Promise<void> {
  const { actor } = job;
  const mayEditAny = may(actor, "media.editAny");
  const [item] = await client.$queryRaw<{ isEditable: boolean; isUndescribed: boolean }[]>`
    SELECT (${mayEditAny} OR m."uploaderId" = ${actor.userId}::uuid) IS TRUE AS "isEditable",
      m.description = '' AS "isUndescribed"
    FROM "Media" m WHERE m.id = ${mediaId}::uuid AND ${visibleMediaSql(actor)} FOR NO KEY UPDATE`;
  if (!item) return;
  const { description } = facts;
  if (item.isEditable && item.isUndescribed && description !== "") {
    await client.media.updateMany({
      where: { id: mediaId, familyId: actor.familyId },
      data: { description },
    });
    await syncHashtags(client, actor.familyId, [{ id: mediaId, description }]);
  }
  // Face positions refer to the photo as shown there, which can be edited differently here.
  const said = { ...facts, exact: facts.exact && { ...facts.exact, faces: [] } };
  await addWhatIsSaid(client, job, mediaId, item.isEditable ? said : { ...said, people: [] }, albums);
}

/** Restores what another Keepsake says about an item: how it is shown, when it was added, and by whom. */
async function restoreItem(
  client: Prisma.TransactionClient,
  job: EntryJob,
  mediaId: string,
  { edits, takenAt, uploadedBy, uploadedAt }: ExactFacts,
): Promise<void> {
  const { actor, accountOf, bringsWords } = job;
  // In someone else's name only if the rest of what they did is imported too.
  const uploaderId = bringsWords && uploadedBy !== null ? accountOf.get(uploadedBy) : undefined;
  const uploadDate = new Date(Math.min(Date.parse(uploadedAt), Date.now()));
  await client.media.updateMany({
    where: { id: mediaId, familyId: actor.familyId },
    data: {
      uploadDate,
      ...(takenAt === null ? { sortAt: uploadDate } : {}),
      ...(uploaderId === undefined ? {} : { uploaderId }),
      ...(edits ? { edits: editsColumn(edits), editVersion: 1 } : {}),
    },
  });
  if (bringsWords && uploadedBy !== null && uploaderId === undefined) {
    const attribution = { kind: "upload", objectId: mediaId, at: uploadDate } as const;
    await recordAttribution(client, actor.familyId, personOf(job, uploadedBy), attribution);
  }
}

async function hashOf(bytes: Bytes): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
  return hash.digest("hex");
}

/** The item that probably has the same bytes: one in the album, or one of an earlier file. */
async function findLikely(entry: EntryRow, importId: string): Promise<string | null> {
  if (entry.mediaId) return entry.mediaId;
  if (entry.crc32 === null) return null;
  const before = await db.importEntry.findFirst({
    where: {
      importId,
      bytes: entry.bytes,
      crc32: entry.crc32,
      state: { in: ["added", "known"] },
      mediaId: { not: null },
    },
    select: { mediaId: true },
  });
  return before?.mediaId ?? null;
}

async function hasBytes(actor: MemberActor, mediaId: string, sha256: string): Promise<boolean> {
  const found = await db.media.findFirst({
    where: { id: mediaId, familyId: actor.familyId, deletedAt: null, OR: [{ sha256 }, { clip: { sha256 } }] },
    select: { id: true },
  });
  return found !== null;
}

/** The file's name from before it was cut and characters in it were replaced. */
function fileNameOf({ path }: EntryRow, { title }: EntryFacts): string {
  const name = nameIn(path);
  const hasExtension =
    title.slice(title.lastIndexOf(".")).toLowerCase() === name.slice(name.lastIndexOf(".")).toLowerCase();
  return (title !== "" && hasExtension ? title.replace(/[\\/]/g, "_") : name).slice(-255).toWellFormed();
}

interface Part {
  /** The item of its photo. */
  mediaId: string;
  /** The identifier that both parts share. */
  identifier: string;
  isInPhoto: boolean;
}

async function hasMotionClip(storagePath: string): Promise<boolean> {
  try {
    return (await getStorage().withLocalFile(storagePath, findMotionClip)) !== null;
  } catch (error) {
    // If the photo can't be decoded, its clip is better than nothing.
    if (error instanceof ImageError) return false;
    throw error;
  }
}

/** The photo of a clip, if it is in the album by now. */
async function findPart({ photoId }: EntryRow, isMotion: boolean): Promise<Part | null> {
  if (!photoId) return null;
  const photo = await db.importEntry.findFirst({
    where: { id: photoId, media: { deletedAt: null } },
    select: {
      media: { select: { id: true, storagePath: true, facts: { select: { contentIdentifier: true } } } },
    },
  });
  if (!photo?.media) return null;
  const { id: mediaId, storagePath, facts } = photo.media;
  const isInPhoto = isMotion && (await hasMotionClip(storagePath));
  return { mediaId, identifier: facts?.contentIdentifier ?? photoId.toUpperCase(), isInPhoto };
}

/** Reads a file that stays in its folder. */
async function readInPlace({ actor }: EntryJob, entry: EntryRow, folder: string): Promise<StoredOriginal> {
  const key = keyInPlace(`${folder}/${entry.path}`);
  if (key === null) throw new AppError("name", 422, "The path is too long.");
  return readOriginalInPlace(actor.familyId, key, entry.id);
}

/** Stores a file, replacing one left by an interrupted attempt: that has no row, or the entry would be settled. */
async function store(
  { actor }: EntryJob,
  entry: EntryRow,
  open: () => Promise<Bytes>,
): Promise<StoredOriginal> {
  try {
    return await storeOriginal(actor.familyId, await open(), "file", entry.id);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === "exists")) throw error;
    for await (const { key } of getStorage().list(`families/${actor.familyId}/originals/${entry.id}.`)) {
      await getStorage().delete(key);
    }
    return storeOriginal(actor.familyId, await open(), "file", entry.id);
  }
}

/** A clip's own date, needed if neither its name nor the source has one; null for a clip that can't be read. */
async function clipDateOf(
  { timeZone }: EntryJob,
  { path }: EntryRow,
  facts: EntryFacts,
  { key, type }: StoredOriginal,
): Promise<Date | null> {
  if (type.mediaType !== "video" || facts.exact) return null;
  if (importedTakenAt({ name: nameIn(path), facts, timeZone })) return null;
  try {
    return await getStorage().withLocalFile(key, async (file) => (await probeVideo(file)).takenAt);
  } catch (error) {
    if (error instanceof VideoError || error instanceof VideoUnavailableError) return null;
    throw error;
  }
}

/** @param clipDate the own date of a clip, if it is needed */
function factsFor(
  job: EntryJob,
  entry: EntryRow,
  facts: EntryFacts,
  { part, clipDate }: { part: Part | null; clipDate: Date | null },
): FactsOfImport {
  const { timeZone, actor } = job;
  const name = nameIn(entry.path);
  const firstYear = may(actor, "family.edit") ? oldestYear : actor.firstYear;
  return (photoDate) => {
    const own = photoDate ?? clipDate;
    const takenAt = importedTakenAt({ name, facts, timeZone, own });
    const { modifiedMs, exact } = facts;
    const filed = importedMonth(takenAt, { folder: folderOf(entry.path), modifiedMs, exact });
    if (filed.year < firstYear) throw new AppError("before_album", 422, "The album begins later.");
    return {
      fileName: fileNameOf(entry, facts),
      ...filed,
      takenAt,
      description: facts.description,
      place: facts.place,
      contentIdentifier: part?.identifier ?? null,
    };
  };
}

/**
 * Lets the album begin with an item that turned out to be older, in the item's transaction. Files are added at once, so
 * the year is only ever lowered.
 */
async function beginAlbumEarlier(
  client: Prisma.TransactionClient,
  { familyId, firstYear, userId: actorId }: MemberActor,
  year: number,
): Promise<void> {
  if (year >= firstYear) return;
  const where = { id: familyId, firstYear: { gt: year } };
  const { count } = await client.family.updateMany({ where, data: { firstYear: year } });
  if (count > 0) await recordActivity({ action: "family.changed", actorId, familyId }, client);
}

async function addEntry(job: EntryJob, entry: EntryRow, open: () => Promise<Bytes>): Promise<void> {
  const facts = entryFactsSchema.parse(entry.facts);
  const part = await findPart(entry, facts.isMotion);
  if (part?.isInPhoto) return settle(db, job, entry, { state: "left", reason: "in_photo" });
  if (job.folderInPlace !== null) {
    const original = await readInPlace(job, entry, job.folderInPlace);
    const seen = await seenBefore(job, entry, original);
    if (seen === null) return addOriginal(job, entry, { original, facts, part });
    if (seen === "later") return;
    return db.$transaction(async (client) => {
      await seen.apply?.(client);
      await settle(client, job, entry, seen.outcome);
    });
  }
  const likely = await findLikely(entry, job.importId);
  if (likely) {
    const sha256 = await hashOf(await open());
    if (await hasBytes(job.actor, likely, sha256)) return settleKnown(job, entry, facts, likely, sha256);
  }
  await addOriginal(job, entry, { original: await store(job, entry, open), facts, part });
}

/** Creates the item for a file that has been read, unless one has the same bytes. */
async function addOriginal(
  job: EntryJob,
  entry: EntryRow,
  { original, facts, part }: { original: StoredOriginal; facts: EntryFacts; part: Part | null },
): Promise<void> {
  const { sha256 } = original;
  try {
    const clipDate = await clipDateOf(job, entry, facts, original);
    const given = factsFor(job, entry, facts, { part, clipDate });
    await createMedia(job.actor, original, given, async (client, mediaId, { year }) => {
      await beginAlbumEarlier(client, job.actor, year);
      if (part) {
        await client.mediaFacts.updateMany({
          where: { mediaId: part.mediaId, contentIdentifier: null },
          data: { contentIdentifier: part.identifier },
        });
      }
      if (facts.isStackDecided) {
        await client.media.updateMany({
          where: { id: mediaId, familyId: job.actor.familyId },
          data: { isStackDecided: true },
        });
      }
      const current = await lockPeople(client, job);
      if (facts.exact) await restoreItem(client, current, mediaId, facts.exact);
      await addWhatIsSaid(client, current, mediaId, facts, entry.albums);
      await settle(client, job, entry, { state: "added", mediaId, sha256 });
    });
  } catch (error) {
    const existing = duplicateOf(error);
    if (existing === undefined) throw error;
    await settleKnown(job, entry, facts, existing, sha256);
  }
}

/** The id of the existing item if the upload is a duplicate; undefined for any other error. */
function duplicateOf(error: unknown): string | undefined {
  if (!(error instanceof AppError && error.code === "duplicate_file")) return undefined;
  return (error.details.duplicate as { existingId: string } | undefined)?.existingId;
}

async function settleKnown(
  job: EntryJob,
  entry: EntryRow,
  facts: EntryFacts,
  mediaId: string,
  sha256: string,
): Promise<void> {
  if (job.folderInPlace !== null) await adoptFile(job, entry, mediaId, sha256);
  await db.$transaction(async (client) => {
    const current = await lockPeople(client, job);
    await addMissing(client, current, mediaId, facts, entry.albums);
    await settle(client, job, entry, { state: "known", mediaId, sha256 });
  });
}

/**
 * Adds one file to the album, or finds out why not, and records that in the transaction that adds it: whenever the
 * server is killed, the file is in the album and counted, or neither.
 * @param open opens the file's bytes; it can be called again
 * @throws ImportPausedError if no other file would fare better; StorageError and database errors, worth retrying
 */
export async function takeEntry(job: EntryJob, entry: EntryRow, open: () => Promise<Bytes>): Promise<void> {
  try {
    await addEntry(job, entry, open);
  } catch (error) {
    // Deleted there meanwhile, or not in a state to be sent.
    const isMissing = error instanceof RemoteError && error.fault === "missing";
    if (isMissing || error instanceof ArchiveError || isForbidden(error, job)) return failEntry(job, entry);
    if (error instanceof ArchiveGoneError) throw new ImportPausedError("archive_gone");
    if (error instanceof StorageError && error.code === "full") throw new ImportPausedError("disk_full");
    if (isGoneFromFolder(error, job)) return settle(db, job, entry, { state: "failed", reason: "gone" });
    if (!(error instanceof AppError)) throw error;
    const pause = pauses[error.code];
    if (pause) throw new ImportPausedError(pause);
    const reason = refusals[error.code];
    if (!reason) throw error;
    await settle(db, job, entry, { state: "left", reason });
  }
}

/** A file that was moved or deleted since its folder was checked: the next look finds it. */
const isGoneFromFolder = (error: unknown, { folderInPlace }: EntryJob): boolean =>
  folderInPlace !== null && error instanceof StorageError && error.code === "missing";

/** A file in its folder that this server isn't allowed to read. */
const isForbidden = (error: unknown, { folderInPlace }: EntryJob): boolean =>
  folderInPlace !== null &&
  error instanceof StorageError &&
  error.code === "unavailable" &&
  errorCodes(error).some((code) => code === "EACCES" || code === "EPERM");

/** Settles a file that can't be read. */
export const failEntry = (job: EntryJob, entry: EntryRow): Promise<void> =>
  settle(db, job, entry, { state: "failed", reason: "damaged" });
