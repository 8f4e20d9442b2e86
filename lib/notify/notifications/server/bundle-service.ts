import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { notify } from "@/lib/core/notify/server/notify-service";
import { databasePool, db } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { bundleEventKey, bundleMs } from "@/lib/notify/notifications/server/bundle-text";

/** How long the push waits for the rest of the batch. */
const pushDelayMs = 60_000;
/** An older upload that only becomes ready now isn't news: it was rebuilt, or retried by hand. */
const newsMs = 3_600_000;

export interface ReadyUpload {
  id: string;
  familyId: string;
  uploaderId: string | null;
  uploadDate: Date;
}

const findBundle = {
  name: "find-bundle",
  text: `SELECT 1 FROM "UploadBundle" WHERE "familyId" = $1 AND "uploaderId" = $2 AND "startedAt" > $3`,
};

/**
 * Notifies the family of a picture that has just become ready, together with what else its uploader adds within ten
 * minutes. Bundles are cut by upload time, so an item made again later notifies nobody twice. Never fails: the picture
 * exists either way.
 */
export async function notifyNewUpload({ id, familyId, uploaderId, uploadDate }: ReadyUpload): Promise<void> {
  if (!uploaderId || Date.now() - uploadDate.getTime() > newsMs) return;
  try {
    // Imports notify once, at their end.
    if (await isImported(id)) return;
    // For most pictures of a batch, only one more statement is needed.
    const notBefore = new Date(uploadDate.getTime() - bundleMs);
    const covering = await databasePool().query({ ...findBundle, values: [familyId, uploaderId, notBefore] });
    if (covering.rowCount === 0) await startBundle(familyId, uploaderId, uploadDate);
  } catch (error) {
    logError(error, { mediaId: id });
  }
}

const findEntry = {
  name: "find-import-entry",
  text: `SELECT 1 FROM "ImportEntry" WHERE "mediaId" = $1 AND state = 'added' LIMIT 1`,
};

async function isImported(mediaId: string): Promise<boolean> {
  const found = await databasePool().query({ ...findEntry, values: [mediaId] });
  return found.rowCount !== 0;
}

/**
 * Starts a bundle with the earliest picture that isn't in one yet: a clip takes longer to be ready than the picture
 * sent after it. The row decides who starts it; the second request finds it started.
 */
async function startBundle(familyId: string, uploaderId: string, uploadDate: Date): Promise<void> {
  const notBefore = new Date(uploadDate.getTime() - bundleMs);
  await db.$transaction(async (client) => {
    const [bundle] = await client.$queryRaw<{ startedAt: Date }[]>`
      INSERT INTO "UploadBundle" AS bundle ("familyId", "uploaderId", "startedAt")
      SELECT ${familyId}::uuid, ${uploaderId}::uuid, COALESCE(min(m."uploadDate"), ${uploadDate}::timestamptz)
      FROM "Media" m
      WHERE ${visibleMediaSql({ familyId })} AND m."uploaderId" = ${uploaderId}::uuid
        AND m."uploadDate" > ${notBefore}::timestamptz AND m."uploadDate" <= ${uploadDate}::timestamptz
        AND m."uploadDate" >= COALESCE((
          SELECT earlier."startedAt" + ${bundleMs}::int * interval '1 millisecond' FROM "UploadBundle" earlier
          WHERE earlier."familyId" = ${familyId}::uuid AND earlier."uploaderId" = ${uploaderId}::uuid),
          '-infinity'::timestamptz)
      ON CONFLICT ("familyId", "uploaderId") DO UPDATE SET "startedAt" = EXCLUDED."startedAt"
        WHERE bundle."startedAt" <= ${notBefore}::timestamptz
      RETURNING "startedAt"`;
    if (!bundle) return;
    const event = {
      kind: "newPictures",
      familyId,
      actorId: uploaderId,
      title: "New in the album",
      // The text is made when it is read (notification-text-service).
      message: "",
      url: "/recent-uploads",
      eventKey: bundleEventKey(uploaderId, bundle.startedAt),
    } as const;
    await notify(event, "family", { client, pushDelayMs });
  });
}
