import { z } from "zod";
import { databasePool, db, type Prisma } from "@/lib/db";
import { regroupFamily } from "@/lib/faces/recognition/server/regrouping-service";
import { getRecognitionSettings } from "@/lib/faces/recognition/server/settings-service";
import { unanalyzedPictures } from "@/lib/faces/recognition/server/unread-query";
import { logError } from "@/lib/http/log";
import { declareTask, defineTask } from "@/lib/platform/queue/task";
import { isRecognitionAvailable } from "@/lib/platform/recognition/recognition";

/** How many of a family's older pictures are queued before another family's, so that nobody waits for a whole album. */
const batchSize = 200;
/** New pictures first, then older ones, and then the next batch. */
const priorities = { newPicture: 20, olderPicture: 30, family: 40 } as const;
const maxAttempts = 3;

const wantsReading = {
  name: "wants-reading",
  text: `SELECT 1 FROM "RecognitionSettings" WHERE "familyId" = $1 AND (faces OR labels)`,
};

/** Queues a picture that has just become ready, if its family wants it analysed. Never fails: the picture exists. */
export async function queueReadyPicture({ id, familyId }: { id: string; familyId: string }): Promise<void> {
  try {
    if (!isRecognitionAvailable()) return;
    const { rowCount } = await databasePool().query({ ...wantsReading, values: [familyId] });
    if (rowCount === 0) return;
    const options = { jobKey: `${readPictureTask.name}:${id}`, priority: priorities.newPicture, maxAttempts };
    await readPictureTask.enqueue({ mediaId: id }, options);
  } catch (error) {
    logError(error, { mediaId: id });
  }
}

/** Queues a picture that has been edited. What is known about it stays until it has been analysed again. */
export async function queueEditedPicture(
  client: Prisma.TransactionClient,
  { id, familyId }: { id: string; familyId: string },
): Promise<void> {
  // They are positions on the picture before the edit.
  await client.importedFace.deleteMany({ where: { mediaId: id } });
  await client.mediaRecognition.updateMany({
    where: { mediaId: id },
    data: { facesReadAt: null, labelsReadAt: null, attempts: 0, error: null },
  });
  const wanting = { familyId, OR: [{ faces: true }, { labels: true }] };
  if (!isRecognitionAvailable() || (await client.recognitionSettings.count({ where: wanting })) === 0) return;
  const options = { jobKey: `${readPictureTask.name}:${id}`, priority: priorities.newPicture, maxAttempts };
  await readPictureTask.enqueue({ mediaId: id }, options, client);
}

/**
 * Queues a family's unread pictures and a regrouping; queuing them twice runs them once.
 * @param options.waitMs starts over when it is queued again meanwhile
 */
export async function queueFamily(
  familyId: string,
  { client = db, waitMs = 0 }: { client?: Prisma.TransactionClient; waitMs?: number } = {},
): Promise<void> {
  const runAt = new Date(Date.now() + waitMs);
  const options = { jobKey: `${readFamilyTask.name}:${familyId}`, priority: priorities.family, runAt };
  await readFamilyTask.enqueue({ familyId }, options, client);
}

/**
 * Merges groups that turn out to be one person's, and queues the family's next unread pictures, latest first. Each of
 * them queues this again, so a batch without any success isn't immediately followed by another.
 */
export async function readFamily(familyId: string): Promise<void> {
  if (!isRecognitionAvailable()) return;
  const wanted = await getRecognitionSettings(familyId);
  if (wanted.faces) await regroupFamily(familyId);
  if (!wanted.faces && !wanted.labels) return;
  const pictures = await db.$queryRaw<{ id: string }[]>`
    SELECT m.id ${unanalyzedPictures(familyId, wanted)}
    ORDER BY m."uploadDate" DESC, m.id DESC LIMIT ${batchSize}`;
  await readPictureTask.enqueueAll(
    pictures.map(({ id }) => ({ payload: { mediaId: id }, jobKey: `${readPictureTask.name}:${id}` })),
    { priority: priorities.olderPicture, maxAttempts },
  );
}

/** Resumes families with unread pictures that a killed worker, or one that was turned off, left behind. */
export async function requeueReading(): Promise<void> {
  if (!isRecognitionAvailable()) return;
  const families = await db.recognitionSettings.findMany({
    where: { OR: [{ faces: true }, { labels: true }] },
    select: { familyId: true, faces: true, labels: true },
  });
  for (const { familyId, ...wanted } of families) {
    const [unread] = await db.$queryRaw<unknown[]>`SELECT 1 ${unanalyzedPictures(familyId, wanted)} LIMIT 1`;
    const stale = await db.faceGroup.findFirst({ where: { familyId, isStale: true }, select: { id: true } });
    if (unread || stale) await queueFamily(familyId);
  }
}

/** Analyses one picture for faces, things, or both, as the family has chosen; done by reading-service. */
export const readPictureTask = declareTask("recognition.read-picture", z.object({ mediaId: z.uuid() }));

/** Queues a family's unread pictures, in batches. */
export const readFamilyTask = defineTask(
  "recognition.read-family",
  z.object({ familyId: z.uuid() }),
  ({ familyId }) => readFamily(familyId),
);
