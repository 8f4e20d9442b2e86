import { setTimeout as delay } from "node:timers/promises";
import { isNoFaultOfFile } from "@/lib/album/media/server/derivatives-service";
import { shownKey } from "@/lib/album/media/server/storage-keys";
import { isLowInformation } from "@/lib/album/similar/likeness";
import { isDark, paperKindOf } from "@/lib/album/similar/picture-kind";
import { measuredSide, measurePicture, type PictureMeasures } from "@/lib/album/similar/picture-measures";
import { hashOfLikeness, packedTone } from "@/lib/album/similar/server/shot";
import { db } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { free } from "@/lib/platform/files/blocks";
import { ImageError } from "@/lib/platform/images/image-error";
import { readSmallPixels } from "@/lib/platform/images/small-pixels";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { getStorage } from "@/lib/platform/storage/storage";
import { fileTypes } from "@/lib/shared/file-types";
import { isRaw } from "@/lib/shared/raw-photo";

const batchSize = 40;
/** Uploads get the processor first, but an album that receives some all day is measured too. */
const quietMs = 20_000;
const maxWaitMs = 10 * 60_000;
/** A picture takes some 15 ms: page requests get their turn in between. */
const restMs = 15;
const maxAttempts = 3;
/** One worker runs this every minute. */
const runMs = 45_000;
const leaseMs = 10 * 60_000;

interface WaitingPicture {
  mediaId: string;
  familyId: string;
  queuedAt: Date;
  attempts: number;
  fileName: string;
  mimeType: string;
  mediumType: string | null;
  edits: unknown;
  editVersion: number;
  width: number | null;
  height: number | null;
  takenAt: Date | null;
}

/** Whether there are pictures to measure and no import is running. Two lookups in an index that is mostly empty. */
async function isTimeToMeasure(now: Date): Promise<boolean> {
  const [waiting] = await db.$queryRaw<{ first: Date | null; last: Date | null }[]>`
    SELECT min("queuedAt") AS first, max("queuedAt") AS last FROM "MediaMeasures"
    WHERE "queuedAt" IS NOT NULL AND "queuedAt" <= ${now}`;
  if (!waiting?.first || !waiting.last) return false;
  const isQuiet = now.getTime() - waiting.last.getTime() >= quietMs;
  return isQuiet || now.getTime() - waiting.first.getTime() >= maxWaitMs;
}

/**
 * Measures waiting pictures, longest waiting first, for less than a minute; the next run continues. What a killed
 * worker had claimed becomes available again when its lease expires.
 * @returns how many pictures were processed
 * @throws StorageError or ChildError, when no more can be measured at present
 */
export async function measureWaiting(signal?: AbortSignal): Promise<number> {
  const until = Date.now() + runMs;
  let looked = 0;
  while (!signal?.aborted && Date.now() < until && (await isTimeToMeasure(new Date()))) {
    looked += await measureBatch(new Date(), signal);
  }
  return looked;
}

/**
 * Claims a batch for a while and measures it.
 * @returns how many pictures were processed
 * @throws StorageError or ChildError, when no more can be measured at present
 */
export async function measureBatch(now: Date, signal?: AbortSignal): Promise<number> {
  const until = new Date(now.getTime() + leaseMs);
  const pictures = await db.$queryRaw<WaitingPicture[]>`
    UPDATE "MediaMeasures" x SET attempts = x.attempts + 1, "queuedAt" = ${until}
    FROM "Media" m, (
      SELECT "mediaId" FROM "MediaMeasures" WHERE "queuedAt" IS NOT NULL AND "queuedAt" <= ${now}
      ORDER BY "queuedAt" LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) batch
    WHERE x."mediaId" = batch."mediaId" AND m.id = x."mediaId"
    RETURNING x."mediaId", x."familyId", x."queuedAt", x.attempts, m."fileName", m."mimeType", m."mediumType",
      m.edits, m."editVersion",
      m.width, m.height, m."takenAt"`;
  let tried = 0;
  try {
    for (const picture of pictures) {
      if (signal?.aborted) break;
      tried += 1;
      await measure(picture);
      await delay(restMs);
    }
  } finally {
    await refundAttempts(pictures.slice(tried), now);
  }
  return tried;
}

/** For pictures of one batch that were not tried, or not at fault. @param queuedAt when they can be claimed again */
async function refundAttempts(pictures: readonly WaitingPicture[], queuedAt: Date): Promise<void> {
  const [first] = pictures;
  if (!first) return;
  await db.mediaMeasures.updateMany({
    where: { mediaId: { in: pictures.map(({ mediaId }) => mediaId) }, queuedAt: first.queuedAt },
    data: { queuedAt, attempts: { decrement: 1 } },
  });
}

async function measure(picture: WaitingPicture): Promise<void> {
  try {
    if (picture.attempts > maxAttempts) throw new ImageError("Gave up after repeated crashes.");
    await saveMeasures(picture, await measuresOf(picture));
  } catch (error) {
    if (isNoFaultOfFile(error)) {
      // Not before its lease expires: if it is the only one that can't be read, the others get their turn.
      await refundAttempts([picture], picture.queuedAt);
      throw error;
    }
    if (error instanceof ImageError || picture.attempts >= maxAttempts) return saveMeasures(picture, null);
    logError(error, { mediaId: picture.mediaId });
  }
}

/** From the medium image, never the original; null for animations and transparent images, which are not photographs. */
async function measuresOf({
  familyId,
  mediaId,
  mediumType,
  ...edited
}: WaitingPicture): Promise<PictureMeasures | null> {
  if (mediumType !== "image/jpeg") return null;
  const key = shownKey({ ...edited, familyId, id: mediaId }, "medium");
  const pixels = await getStorage().withLocalFile(key, (path) => readSmallPixels(path, measuredSide));
  try {
    return measurePicture(pixels);
  } finally {
    free(pixels.data);
  }
}

const cameraTypes = new Set<string>([fileTypes.jpeg.mimeType, fileTypes.heic.mimeType]);

function columnsOf(picture: WaitingPicture, measures: PictureMeasures | null) {
  if (!measures) return { differenceHash: null };
  const { fileName: name, mimeType, width, height, takenAt } = picture;
  // The album stores when the picture was taken, which cameras write into the file's metadata.
  const hasCamera = takenAt !== null && (cameraTypes.has(mimeType) || isRaw({ mimeType }));
  const isPaper =
    width !== null &&
    height !== null &&
    paperKindOf({ name, mimeType, width, height, hasCamera, measures }) !== null;
  return {
    differenceHash: isLowInformation(measures.likeness) ? null : hashOfLikeness(measures.likeness),
    sharpness: measures.sharpness,
    brightness: measures.brightness,
    tone: packedTone(measures.tone),
    isDark: isDark(measures),
    isPaper,
  };
}

/** If a rebuilt picture was queued again meanwhile, it stays in the queue. */
async function saveMeasures(picture: WaitingPicture, measures: PictureMeasures | null): Promise<void> {
  await db.mediaMeasures.updateMany({
    where: { mediaId: picture.mediaId, queuedAt: picture.queuedAt },
    data: { ...columnsOf(picture, measures), queuedAt: null, attempts: 0 },
  });
}

export const measureTask = defineTask("media.measure", noPayload, (_, { signal }) => measureWaiting(signal));
