import { z } from "zod";
import { databasePool, db, type Prisma } from "@/lib/db";
import { regroupFamily } from "@/lib/faces/recognition/server/regrouping-service";
import { readRecognitionSettings } from "@/lib/faces/recognition/server/settings-service";
import { unreadPictures } from "@/lib/faces/recognition/server/unread-query";
import { logError } from "@/lib/http/log";
import { declareTask, defineTask } from "@/lib/platform/queue/task";
import { isRecognitionAvailable } from "@/lib/platform/recognition/recognition";

/** So many of a family's older pictures are queued, then another family's: nobody waits for a whole album. */
const batchSize = 200;
/** What has just been added first, older pictures after it, and the next batch when this one is through. */
const priorities = { newPicture: 20, olderPicture: 30, family: 40 } as const;
const maxAttempts = 3;

const wantsReading = {
  name: "wants-reading",
  text: `SELECT 1 FROM "RecognitionSettings" WHERE "familyId" = $1 AND (faces OR labels)`,
};

/** Asks for a picture that has just become ready, where its family wants it read. Never fails: the picture is there. */
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

/**
 * Asks for a family's unread pictures, and for a look at its groups; twice asked is once done.
 * @param options.waitMs asked again meanwhile, it waits anew
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
 * Puts together the groups that have grown together, and queues the next of the family's unread pictures, the latest
 * first. Each of them asks for this again, so that a batch without any success is not followed by another at once.
 */
export async function readFamily(familyId: string): Promise<void> {
  if (!isRecognitionAvailable()) return;
  const wanted = await readRecognitionSettings(familyId);
  if (wanted.faces) await regroupFamily(familyId);
  if (!wanted.faces && !wanted.labels) return;
  const pictures = await db.$queryRaw<{ id: string }[]>`
    SELECT m.id ${unreadPictures(familyId, wanted)}
    ORDER BY m."uploadDate" DESC, m.id DESC LIMIT ${batchSize}`;
  await readPictureTask.enqueueAll(
    pictures.map(({ id }) => ({ payload: { mediaId: id }, jobKey: `${readPictureTask.name}:${id}` })),
    { priority: priorities.olderPicture, maxAttempts },
  );
}

/** Goes on where a killed worker, or one that was switched off, left families with unread pictures. */
export async function requeueReading(): Promise<void> {
  if (!isRecognitionAvailable()) return;
  const families = await db.recognitionSettings.findMany({
    where: { OR: [{ faces: true }, { labels: true }] },
    select: { familyId: true, faces: true, labels: true },
  });
  for (const { familyId, ...wanted } of families) {
    const [unread] = await db.$queryRaw<unknown[]>`SELECT 1 ${unreadPictures(familyId, wanted)} LIMIT 1`;
    const stale = await db.faceGroup.findFirst({ where: { familyId, isStale: true }, select: { id: true } });
    if (unread || stale) await queueFamily(familyId);
  }
}

/** Reads one picture: its faces, its things, or both, as the family asks for; done by reading-service. */
export const readPictureTask = declareTask("recognition.read-picture", z.object({ mediaId: z.uuid() }));

/** Queues the pictures of a family that are not read yet, some at a time. */
export const readFamilyTask = defineTask(
  "recognition.read-family",
  z.object({ familyId: z.uuid() }),
  ({ familyId }) => readFamily(familyId),
);
