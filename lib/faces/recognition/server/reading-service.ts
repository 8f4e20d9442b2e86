import { isNoFaultOfFile } from "@/lib/album/media/server/derivatives-service";
import { shownKey } from "@/lib/album/media/server/storage-keys";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db, type Prisma } from "@/lib/db";
import { moveKnownFaces } from "@/lib/faces/recognition/server/known-faces-service";
import { placeNamedFaces } from "@/lib/faces/recognition/server/named-places-service";
import { placeFaces } from "@/lib/faces/recognition/server/placing-service";
import { queueFamily } from "@/lib/faces/recognition/server/queue-service";
import {
  getRecognitionSettings,
  type RecognitionChoice,
} from "@/lib/faces/recognition/server/settings-service";
import { maxReadAttempts, showsMarkedPerson } from "@/lib/faces/recognition/server/unread-query";
import {
  closeRecognizer,
  getRecognizer,
  isRecognitionAvailable,
} from "@/lib/platform/recognition/recognition";
import { type PictureReading, RecognitionError } from "@/lib/platform/recognition/recognition-driver";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";

/** Pictures arrive one after the other: the follow-up work waits this long, to be done only once. */
const settleMs = 5_000;

interface UnreadPicture {
  id: string;
  familyId: string;
  edits: unknown;
  editVersion: number;
  wanted: RecognitionChoice;
}

/** What to look for in a picture at this moment; null for nothing. */
async function getWantedReading(
  client: Prisma.TransactionClient,
  mediaId: string,
): Promise<UnreadPicture | null> {
  const [row] = await client.$queryRaw<
    {
      familyId: string;
      edits: unknown;
      editVersion: number;
      hasFaces: boolean;
      hasLabels: boolean;
      isMarked: boolean;
    }[]
  >`
    SELECT m."familyId", m.edits, m."editVersion", r."facesReadAt" IS NOT NULL AS "hasFaces", r."labelsReadAt" IS NOT NULL AS "hasLabels",
           ${showsMarkedPerson} AS "isMarked"
    FROM "Media" m LEFT JOIN "MediaRecognition" r ON r."mediaId" = m.id
    WHERE m.id = ${mediaId}::uuid AND m."deletedAt" IS NULL AND m.derivatives = 'ready'`;
  if (!row) return null;
  const settings = await getRecognitionSettings(row.familyId, client);
  const faces = settings.faces && !row.hasFaces && !row.isMarked;
  const labels = settings.labels && !row.hasLabels;
  const { familyId, edits, editVersion } = row;
  return faces || labels ? { id: mediaId, familyId, edits, editVersion, wanted: { faces, labels } } : null;
}

/** Counts a started attempt. @returns false when there have been enough */
async function claimAttempt({ id, familyId }: UnreadPicture): Promise<boolean> {
  await db.$executeRaw`
    INSERT INTO "MediaRecognition" ("mediaId", "familyId") VALUES (${id}::uuid, ${familyId}::uuid)
    ON CONFLICT DO NOTHING`;
  const claimed = await db.$executeRaw`
    UPDATE "MediaRecognition" SET attempts = attempts + 1
    WHERE "familyId" = ${familyId}::uuid AND "mediaId" = ${id}::uuid AND attempts < ${maxReadAttempts}`;
  return claimed > 0;
}

async function refundAttempt(mediaId: string): Promise<void> {
  await db.mediaRecognition.updateMany({
    where: { mediaId, attempts: { gt: 0 } },
    data: { attempts: { decrement: 1 } },
  });
}

async function readMedium(picture: UnreadPicture): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await getStorage().read(shownKey(picture, "medium"))) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

/**
 * Stores what was found, if it is still wanted: the family may have changed its settings, or tagged a child who must
 * not be recognised. Locked, so that anyone who does so later finds the faces and erases them.
 */
async function saveReading(picture: UnreadPicture, reading: PictureReading): Promise<void> {
  await db.$transaction(async (client) => {
    await lockFamilyFaces(client, picture.familyId);
    // A picture's tags are set under this lock.
    await client.$executeRaw`SELECT 1 FROM "Media" WHERE id = ${picture.id}::uuid FOR NO KEY UPDATE`;
    const now = await getWantedReading(client, picture.id);
    // Edited meanwhile: it was queued again.
    if (now && now.editVersion !== picture.editVersion) return;
    const faces = now?.wanted.faces === true && picture.wanted.faces;
    const labels = now?.wanted.labels === true && picture.wanted.labels;
    if (faces) {
      const fresh = await moveKnownFaces(client, picture.id, reading.faces);
      const others = await placeNamedFaces(client, picture.familyId, picture.id, fresh);
      await placeFaces(client, picture.familyId, picture.id, others);
    }
    const readAt = new Date();
    await client.mediaRecognition.updateMany({
      where: { mediaId: picture.id },
      data: {
        attempts: 0,
        error: null,
        ...(faces ? { facesReadAt: readAt } : {}),
        ...(labels ? { labelsReadAt: readAt, labels: reading.labels } : {}),
      },
    });
  });
}

/** Records why a picture could not be analysed. @param isFinal a retry would change nothing */
async function noteFailure(mediaId: string, reason: string, isFinal: boolean): Promise<void> {
  await db.mediaRecognition.updateMany({
    where: { mediaId },
    data: { error: reason.slice(0, 500), ...(isFinal ? { attempts: maxReadAttempts } : {}) },
  });
}

/**
 * Looks for faces and things in a picture, or a clip's poster, if its family wants that. Only the queue calls this.
 * @param signal the worker is stopping: the picture is interrupted, and read later
 * @throws errors that a retry may solve
 */
export async function readPicture(mediaId: string, signal?: AbortSignal): Promise<void> {
  if (!isRecognitionAvailable()) return;
  const picture = await getWantedReading(db, mediaId);
  if (!picture || !(await claimAttempt(picture))) return;
  const interrupt = () => void closeRecognizer();
  signal?.addEventListener("abort", interrupt, { once: true });
  try {
    const medium = await readMedium(picture);
    // An interruption until now found no process to end.
    signal?.throwIfAborted();
    await saveReading(picture, await getRecognizer().readPicture(medium, picture.wanted));
  } catch (error) {
    // None of these says anything about the picture.
    if (signal?.aborted || isNoFaultOfFile(error)) {
      await refundAttempt(mediaId);
      throw error;
    }
    const isFinal =
      error instanceof StorageError || (error instanceof RecognitionError && error.code === "unreadable");
    await noteFailure(mediaId, String((error as Error).message), isFinal);
    if (!isFinal) throw error;
  } finally {
    signal?.removeEventListener("abort", interrupt);
  }
  await queueFamily(picture.familyId, { waitMs: settleMs });
}
