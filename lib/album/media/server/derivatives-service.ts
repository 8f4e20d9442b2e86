import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { readEdits } from "@/lib/album/media/picture-edits";
import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { joinLivePhoto } from "@/lib/album/media/server/live-photo-service";
import { derivativeKey, derivativeKeys, shownKey } from "@/lib/album/media/server/storage-keys";
import { emit } from "@/lib/core/events/server/events";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import type { DerivativeState } from "@/lib/generated/prisma/enums";
import { logError } from "@/lib/http/log";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { free } from "@/lib/platform/files/blocks";
import { checksumsOf } from "@/lib/platform/files/checksums";
import type { OriginalFacts } from "@/lib/platform/files/original-facts";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { decoders } from "@/lib/platform/images/decoder-count";
import { ImageError } from "@/lib/platform/images/image-error";
import { type ImageDerivatives, makeImageDerivatives } from "@/lib/platform/images/images";
import { findMotionClip } from "@/lib/platform/images/motion";
import { withLock } from "@/lib/platform/locks";
import { defineTask } from "@/lib/platform/queue/task";
import { isDiskFull } from "@/lib/platform/storage/disk-file";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { findVideoTools, VideoError, VideoUnavailableError } from "@/lib/platform/video/ffmpeg";
import {
  areStreamsCopied,
  getsSmallRendition,
  longClipMs,
  makePlayable,
  shortSides,
} from "@/lib/platform/video/playable";
import { probeWithPoster } from "@/lib/platform/video/poster";
import type { PictureEdits } from "@/lib/shared/picture-edits";
import { Semaphore } from "@/lib/shared/semaphore";

/** How many times a file that kills its worker is tried (quality.md, Retries). */
const maxAttempts = 3;
/** Decoding costs memory and CPU, so it is limited. Other jobs write their files and rows meanwhile. */
const deriving = new Semaphore(decoders.derivations);
const inFlight = new Map<string, Promise<DerivativeState>>();

const mediaSelect = {
  id: true,
  familyId: true,
  uploaderId: true,
  uploadDate: true,
  mediaType: true,
  mimeType: true,
  storagePath: true,
  takenAt: true,
  derivatives: true,
  playable: true,
  playableSmall: true,
  crc32: true,
  edits: true,
  editVersion: true,
} as const;
type DerivableMedia = Prisma.MediaGetPayload<{ select: typeof mediaSelect }>;

/** What is made from an item, and the column that counts the attempts. */
const attemptsOf = {
  derivatives: "deriveAttempts",
  playable: "transcodeAttempts",
  playableSmall: "smallAttempts",
} as const;
type Work = keyof typeof attemptsOf;

/** Before renditions, after what people upload one by one. */
const importedPriority = 3;

/**
 * Requests the thumbnail and medium image; requesting them twice makes them once.
 * @param isImported one of thousands: anything people upload meanwhile is prepared first
 */
export async function enqueueDerive(
  mediaId: string,
  client: Prisma.TransactionClient = db,
  { isImported = false } = {},
): Promise<void> {
  const options = {
    jobKey: `${deriveTask.name}:${mediaId}`,
    ...(isImported ? { priority: importedPriority } : {}),
  };
  await deriveTask.enqueue({ mediaId }, options, client);
}

/**
 * Requests the rendition that is streamed.
 * @param isQuick its streams are only copied: such clips don't wait behind encoding, which takes minutes
 */
async function enqueueTranscode(
  mediaId: string,
  client: Prisma.TransactionClient = db,
  isQuick = false,
): Promise<void> {
  // Below the pictures and one at a time: a long clip must not delay the thumbnails.
  const line = isQuick ? `${transcodeTask.name}.quick` : transcodeTask.name;
  const options = { jobKey: `${transcodeTask.name}:${mediaId}`, priority: isQuick ? 5 : 10, line };
  await transcodeTask.enqueue({ mediaId }, options, client);
}

/**
 * Requests the small rendition of a long video: ahead of other encoding, so that it can be watched soon, or behind it
 * if there is something to watch already.
 */
async function enqueueSmallRendition(
  { id, playable }: Pick<DerivableMedia, "id" | "playable">,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  const options = { jobKey: `${smallRenditionTask.name}:${id}`, line: transcodeTask.name };
  const priority = playable === "ready" ? 12 : 8;
  await smallRenditionTask.enqueue({ mediaId: id }, { ...options, priority }, client);
}

/** Requests an item's pending renditions. */
export async function enqueueRenditions(
  media: Pick<DerivableMedia, "id" | "playable" | "playableSmall">,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  if (media.playableSmall === "pending") await enqueueSmallRendition(media, client);
  if (media.playable === "pending") await enqueueTranscode(media.id, client);
}

/**
 * Makes an item's thumbnail and medium image if they are pending: from the queue, or immediately if someone opens it
 * before then. If it can't be decoded it becomes `failed`; the original stays.
 * @returns the state afterwards; `failed` for an item that is gone
 */
export function deriveMedia(mediaId: string): Promise<DerivativeState> {
  const running = inFlight.get(mediaId);
  if (running) return running;
  const run = whileNotDeriving(mediaId, () => derive(mediaId));
  inFlight.set(mediaId, run);
  return run.finally(() => inFlight.delete(mediaId));
}

/** Runs `work` while no process makes the item's pictures. */
export const whileNotDeriving = <T>(mediaId: string, work: () => Promise<T>): Promise<T> =>
  withLock(`${deriveTask.name}:${mediaId}`, {}, work);

/**
 * Counts an attempt before it starts, so that one that kills its worker counts. After the last, the item fails without
 * counting another, so a kill at that point changes nothing.
 * @returns `null` when there is nothing to do
 */
async function claimAttempt(mediaId: string, kind: Work): Promise<DerivableMedia | null> {
  const counter = attemptsOf[kind];
  const [claimed] = await db.media.updateManyAndReturn({
    where: { id: mediaId, [kind]: "pending", [counter]: { lt: maxAttempts } },
    data: { [counter]: { increment: 1 } },
    select: mediaSelect,
  });
  if (claimed) return claimed;
  const { count } = await db.media.updateMany({
    where: { id: mediaId, [kind]: "pending", [counter]: { gte: maxAttempts } },
    data: { [kind]: "failed", derivativeError: "Gave up after repeated crashes." },
  });
  if (count > 0) forgetMediaFile(mediaId);
  if (count > 0 && kind === "derivatives") await transcodeAnyway(mediaId);
  return null;
}

async function derive(mediaId: string): Promise<DerivativeState> {
  const media = await claimAttempt(mediaId, "derivatives");
  if (!media) {
    const now = await db.media.findUnique({ where: { id: mediaId }, select: { derivatives: true } });
    return now?.derivatives ?? "failed";
  }
  try {
    const isThere = await (media.mediaType === "image" ? deriveImage(media) : deriveVideo(media));
    forgetMediaFile(mediaId);
    if (!isThere) {
      await removeDerived(media);
      return "failed";
    }
    // A video that became its photo's clip isn't announced.
    if ((await joinOtherPart(media)) === mediaId) return "failed";
    await emit("media.ready", media, db);
    return "ready";
  } catch (error) {
    if (isRefusal(error)) return fail(mediaId, "derivatives", error.message);
    if (isNoFaultOfFile(error)) await refundAttempt(mediaId, "derivatives");
    throw error;
  }
}

/** Errors that a prompt retry would not change: the file, or this machine, is at fault. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof ImageError || error instanceof VideoError || error instanceof VideoUnavailableError;

/**
 * The storage or the disk for temporary files is full, the storage is unreachable, or no decoder starts: however long
 * that lasts, it isn't the file's fault.
 */
export const isNoFaultOfFile = (error: unknown) =>
  (error instanceof StorageError && ["full", "unavailable"].includes(error.code)) ||
  isDiskFull(error) ||
  (error instanceof ChildError && error.code === "absent");

async function refundAttempt(mediaId: string, kind: Work): Promise<void> {
  const counter = attemptsOf[kind];
  // The queue retries anyway; if the database is down too, one attempt is lost.
  await db.media
    .updateMany({ where: { id: mediaId, [counter]: { gt: 0 } }, data: { [counter]: { decrement: 1 } } })
    .catch((error) => logError(error, { mediaId }));
}

async function fail(mediaId: string, kind: Work, reason: string): Promise<DerivativeState> {
  await db.media.updateMany({
    where: { id: mediaId },
    data: { [kind]: "failed", derivativeError: reason.slice(0, 500) },
  });
  forgetMediaFile(mediaId);
  if (kind === "derivatives") await transcodeAnyway(mediaId);
  return "failed";
}

/** A clip without a poster may still play; that depends on its rendition. */
async function transcodeAnyway(mediaId: string): Promise<void> {
  const media = await db.media.findUnique({
    where: { id: mediaId },
    select: { id: true, playable: true, playableSmall: true },
  });
  if (media) await enqueueRenditions(media);
}

/** If the item was erased meanwhile, the files written since must not be left behind. */
async function removeDerived({ id, familyId }: Pick<DerivableMedia, "id" | "familyId">): Promise<void> {
  for (const key of derivativeKeys(familyId, id)) await getStorage().delete(key);
}

/** Joins the parts of a Live Photo. @returns the id of the video that is now a photo's clip; null if none */
async function joinOtherPart(media: DerivableMedia): Promise<string | null> {
  try {
    const pair = await joinLivePhoto(media, (client, photoId) => enqueueTranscode(photoId, client, true));
    return pair?.videoId ?? null;
  } catch (error) {
    // Both parts are in the album, only as two items.
    logError(error, { mediaId: media.id });
    return null;
  }
}

/** Makes the pictures of an original. @throws ImageError, StorageError */
export const makePictures = (storagePath: string, edits: PictureEdits | null): Promise<ImageDerivatives> =>
  getStorage().withLocalFile(storagePath, (path) => deriving.run(() => makeImageDerivatives(path, edits)));

/** Stores pictures under the keys for the item's edits, and frees their memory. */
export async function storePictures(
  media: Pick<DerivableMedia, "id" | "familyId" | "editVersion"> & { edits: unknown },
  images: ImageDerivatives,
): Promise<void> {
  const storage = getStorage();
  await Promise.all([
    storage.replace(shownKey(media, "thumbnail"), images.thumbnail),
    storage.replace(shownKey(media, "medium"), images.medium),
    images.sphere && storage.replace(derivativeKey(media.familyId, media.id, "sphere"), images.sphere),
  ]);
  for (const picture of [images.thumbnail, images.medium, images.sphere]) if (picture) free(picture);
}

/** For originals too large to be checksummed while they were stored. */
async function saveChecksums({ id, crc32 }: DerivableMedia, path: string): Promise<void> {
  if (crc32 !== null) return;
  const checksums = await checksumsOf(path);
  await db.mediaFacts.updateMany({ where: { mediaId: id }, data: { sha1: checksums.sha1 } });
  await db.media.updateMany({ where: { id }, data: { crc32: checksums.crc32 } });
}

/** The columns of a photo's row that describe its stored pictures. */
export const shownColumns = ({ thumbHash, mediumType, width, height }: ImageDerivatives) => ({
  thumbHash,
  mediumType,
  width,
  height,
});

/** The columns that photos and videos share once their pictures are stored. */
const readyWith = ({ thumbHash, mediumType }: ImageDerivatives) => ({
  derivatives: "ready" as const,
  derivativeError: null,
  thumbHash,
  mediumType,
});

/** Makes a photo's pictures. @returns false when the item was erased meanwhile */
async function deriveImage(media: DerivableMedia): Promise<boolean> {
  const edits = readEdits(media.edits);
  const [images, edited] = await getStorage().withLocalFile(media.storagePath, async (path) => {
    await saveChecksums(media, path);
    const unedited = await deriving.run(() => makeImageDerivatives(path));
    return [unedited, edits && (await deriving.run(() => makeImageDerivatives(path, edits)))] as const;
  });
  await storePictures({ ...media, edits: null }, images);
  if (edited) await storePictures(media, edited);
  const awaitsClip = images.hasMotion && media.playable !== "ready";
  const save = (client: Prisma.TransactionClient) =>
    client.media.updateMany({
      where: { id: media.id },
      data: {
        ...readyWith(images),
        ...shownColumns(edited ?? images),
        panorama: images.panorama ?? Prisma.DbNull,
        ...(awaitsClip ? { playable: "pending" } : {}),
      },
    });
  // Most photos have no clip, and one statement needs no transaction.
  if (!awaitsClip) return (await save(db)).count > 0;
  return db.$transaction(async (client) => {
    const { count } = await save(client);
    // The clip lasts only a few seconds.
    if (count > 0) await enqueueTranscode(media.id, client, true);
    return count > 0;
  });
}

/** Leaves out what the file doesn't say: an import may have supplied it. */
const whatIsSaid = (facts: OriginalFacts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));

/** Makes a video's poster, and requests its renditions. @returns false when the item was erased meanwhile */
async function deriveVideo(media: DerivableMedia): Promise<boolean> {
  const { facts, images, isQuick } = await getStorage().withLocalFile(media.storagePath, async (path) => {
    await saveChecksums(media, path);
    const { size } = await stat(path);
    return deriving.run(async () => {
      const { facts, poster } = await probeWithPoster(path);
      return { facts, images: await makeImageDerivatives(poster), isQuick: areStreamsCopied(facts, size) };
    });
  });
  await storePictures({ ...media, edits: null }, images);
  const takenAt = media.takenAt ?? facts.takenAt;
  const awaitsSmall = getsSmallRendition(facts) && media.playableSmall !== "ready";
  return db.$transaction(async (client) => {
    const { count } = await client.media.updateMany({
      where: { id: media.id },
      data: {
        ...readyWith(images),
        width: facts.width,
        height: facts.height,
        durationMs: facts.durationMs,
        ...(takenAt ? { takenAt, sortAt: takenAt } : {}),
        ...(media.playable === "ready" ? {} : { playable: "pending" }),
        ...(awaitsSmall ? { playableSmall: "pending" } : {}),
      },
    });
    if (count === 0) return false;
    await client.mediaFacts.updateMany({ where: { mediaId: media.id }, data: whatIsSaid(facts.original) });
    if (awaitsSmall) await enqueueSmallRendition(media, client);
    if (media.playable !== "ready") await enqueueTranscode(media.id, client, isQuick);
    return true;
  });
}

/** Runs `use` with a video's file, a Live Photo's clip, or a Motion Photo's cut out. @throws VideoError without one */
async function withClip<T>(
  { id, mediaType, storagePath }: DerivableMedia,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const own =
    mediaType === "image" &&
    (await db.mediaClip.findUnique({ where: { mediaId: id }, select: { storagePath: true } }));
  if (own) return getStorage().withLocalFile(own.storagePath, use);
  return getStorage().withLocalFile(storagePath, async (path) => {
    if (mediaType === "video") return use(path);
    const clip = await findMotionClip(path);
    if (!clip) throw new VideoError("There is no clip in the photo");
    return withTemporaryFile("mp4", async (cutOut) => {
      await pipeline(createReadStream(path, clip), createWriteStream(cutOut));
      return use(cutOut);
    });
  });
}

const renditions = {
  playable: { key: "playable", rendition: "full" },
  playableSmall: { key: "playable-small", rendition: "small" },
} as const;

/** Makes a rendition if it is pending. */
async function transcode(
  mediaId: string,
  kind: "playable" | "playableSmall",
  signal?: AbortSignal,
): Promise<void> {
  const media = await claimAttempt(mediaId, kind);
  if (!media) return;
  const { key, rendition } = renditions[kind];
  try {
    await withClip(media, (path) =>
      withTemporaryFile("mp4", async (output) => {
        await makePlayable(path, output, { rendition, ...(signal ? { signal } : {}) });
        await getStorage().replace(derivativeKey(media.familyId, media.id, key), { file: output });
      }),
    );
    const { count } = await db.media.updateMany({ where: { id: mediaId }, data: { [kind]: "ready" } });
    forgetMediaFile(mediaId);
    if (count === 0) await removeDerived(media);
  } catch (error) {
    // A worker that is stopping interrupts what it is making, so this doesn't count as an attempt.
    const isStopping = signal?.aborted ?? false;
    if (!isStopping && isRefusal(error)) return void (await fail(mediaId, kind, error.message));
    if (isStopping || isNoFaultOfFile(error)) await refundAttempt(mediaId, kind);
    throw error;
  }
}

/**
 * Makes the H.264/AAC rendition if it is pending. Only the queue calls this: it can take minutes.
 * @throws errors worth another attempt, such as the signal's reason when the worker stops
 */
export async function transcodeMedia(mediaId: string, signal?: AbortSignal): Promise<void> {
  await withLock(`${transcodeTask.name}:${mediaId}`, {}, () => transcode(mediaId, "playable", signal));
}

/** The same for the small rendition of a long video. Without it, the other one plays. */
export async function makeSmallRendition(mediaId: string, signal?: AbortSignal): Promise<void> {
  await withLock(`${smallRenditionTask.name}:${mediaId}`, {}, () =>
    transcode(mediaId, "playableSmall", signal),
  );
}

/** Retries clips that failed for lack of ffmpeg once it is available. */
async function retryClipsWithoutTools(): Promise<void> {
  const { message } = new VideoUnavailableError();
  const given = { mediaType: "video" as const, derivativeError: message };
  if (!(await findVideoTools())) return;
  await db.media.updateMany({
    where: { ...given, playable: "failed" },
    data: { playable: "pending", transcodeAttempts: 0 },
  });
  await db.media.updateMany({
    where: { ...given, playableSmall: "failed" },
    data: { playableSmall: "pending", smallAttempts: 0 },
  });
  await db.media.updateMany({
    where: { ...given, derivatives: "failed" },
    data: { derivatives: "pending", deriveAttempts: 0 },
  });
}

// In these statements the values are part of the text. Prisma would pass them as values and cast them, and PostgreSQL would
// then read all items instead of a partial index that has next to none.

/** As getsSmallRendition. */
const getsSmallRenditionSql = Prisma.raw(
  `"durationMs" >= ${longClipMs} AND "width" > ${shortSides.small} AND "height" > ${shortSides.small}`,
);

/** Long videos older than small renditions get theirs once nothing else is waiting to be made: a thousand at a time. */
async function requestMissingSmallRenditions(): Promise<void> {
  if (!(await findVideoTools())) return;
  await db.$executeRaw`
    UPDATE "Media" SET "playableSmall" = 'pending' WHERE "playableSmall" = 'none' AND ("familyId", "id") IN (
      SELECT "familyId", "id" FROM "Media"
      WHERE "mediaType" = 'video' AND "playableSmall" = 'none' AND ${getsSmallRenditionSql} LIMIT 1000)`;
}

/** Requeues pending work left behind by a stopped server. @returns how many items */
export async function requeuePending(): Promise<number> {
  await retryClipsWithoutTools();
  // Written by an earlier version still running during an update: it streamed the originals of such clips.
  await db.$executeRaw`
    UPDATE "Media" SET "playable" = 'pending' WHERE "mediaType" = 'video' AND "playable" = 'none'`;
  await requestMissingSmallRenditions();
  // People look at the latest additions first.
  const pending = await db.$queryRaw<Pick<DerivableMedia, "id" | Work>[]>`
    SELECT "id", "derivatives", "playable", "playableSmall" FROM "Media"
    WHERE "derivatives" = 'pending' OR "playable" = 'pending' OR "playableSmall" = 'pending'
    ORDER BY "uploadDate" DESC LIMIT 10000`;
  for (const media of pending) {
    const again = media.derivatives === "pending" ? enqueueDerive(media.id) : enqueueRenditions(media);
    await again.catch((error) => logError(error, { mediaId: media.id }));
  }
  return pending.length;
}

const oneItem = z.object({ mediaId: z.string() });
export const deriveTask = defineTask("media.derive", oneItem, ({ mediaId }) => deriveMedia(mediaId));
export const transcodeTask = defineTask("media.transcode", oneItem, ({ mediaId }, { signal }) =>
  transcodeMedia(mediaId, signal),
);
export const smallRenditionTask = defineTask("media.transcode-small", oneItem, ({ mediaId }, { signal }) =>
  makeSmallRendition(mediaId, signal),
);
