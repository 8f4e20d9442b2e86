import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { removeFilesTask } from "@/lib/album/media/server/removal-service";
import { derivativeKeys } from "@/lib/album/media/server/storage-keys";
import { db, type Prisma, queryPrepared } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

/** Clips that Apple devices record around a photo are shorter. A literal, as in the index Media_short_video_idx. */
const maxNamedMs = Sql.raw("10000");
/** Without Apple's identifier: the maximum length of a clip, and how far from its photo it was taken and uploaded. */
const maxClipMs = 5_000;
const maxApartMs = 3_000;
const batchMs = 15 * 60_000;
/** Copies of copies may match equally well. */
const maxFitting = 20;

interface Pair {
  photoId: string;
  videoId: string;
}

const stem = (row: "p" | "v") => Sql.raw(`lower(regexp_replace(${row}."fileName", '\\.[^.]*$', ''))`);
const apart = (column: "takenAt" | "uploadDate") =>
  Sql.raw(`abs(extract(epoch FROM v."${column}" - p."${column}")) * 1000`);

/**
 * For "Media" v and p: nobody has added anything to the video, used it or referred to it, so nothing is lost when it
 * becomes part of the photo. Under one NOT, because PostgreSQL would otherwise look for the best order to join all of
 * these tables, which takes fifty times as long as running the statement.
 */
const isUntouched = Sql.sql`
  NOT (v.featured OR v.description NOT IN ('', p.description)
    OR EXISTS (SELECT 1 FROM "Heart" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "ImportedHeart" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "Comment" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "MediaTag" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "Notification" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "BasketItem" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "PrintOrderItem" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "GiftOrderPicture" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "ContentReport" WHERE "mediaId" = v.id)
    OR EXISTS (SELECT 1 FROM "AlbumItem" WHERE "mediaId" = v.id AND "isCover")
    OR EXISTS (SELECT 1 FROM "Family" f WHERE f."welcomeMediaId" = v.id))`;

/** A photo and a video by one uploader, in the album, ready; the photo has no clip, embedded or separate. */
const canJoin = Sql.sql`
  p."mediaType" = 'image' AND p.derivatives = 'ready' AND p.playable = 'none' AND p."deletedAt" IS NULL
  AND v."mediaType" = 'video' AND v."durationMs" <= ${maxNamedMs} AND v.derivatives = 'ready' AND v."deletedAt" IS NULL
  AND v."uploaderId" = p."uploaderId"`;

/**
 * The best pair an item is part of: one matched by Apple's identifier, else by name, batch and time.
 * @param side which part the item is
 * @param partner only this one
 */
function bestPair(id: string, side: "p" | "v", partner?: string): Sql.Sql {
  const item = Sql.raw(side);
  const other = Sql.raw(side === "p" ? "v" : "p");
  const isPartner = partner === undefined ? Sql.empty : Sql.sql`AND ${other}.id = ${partner}::uuid`;
  // Whether a video is untouched is checked only for the few that fit, however many the album has.
  return Sql.sql`
    WITH fitting AS MATERIALIZED (
      SELECT p.id AS "photoId", v.id AS "videoId", 1 AS rule,
             coalesce(${apart("takenAt")}, 1e12) AS apart, ${apart("uploadDate")} AS batch
      FROM "Media" ${item}
      JOIN "MediaFacts" fact ON fact."mediaId" = ${item}.id
      JOIN "MediaFacts" same ON same."familyId" = fact."familyId" AND same."contentIdentifier" = fact."contentIdentifier"
      JOIN "Media" ${other} ON ${other}.id = same."mediaId"
      WHERE ${item}.id = ${id}::uuid ${isPartner} AND ${canJoin}
      UNION ALL
      SELECT p.id, v.id, 2, ${apart("takenAt")}, ${apart("uploadDate")}
      FROM "Media" ${item}
      JOIN "Media" ${other} ON ${other}."familyId" = ${item}."familyId"
        AND ${other}."uploadDate" BETWEEN ${item}."uploadDate" - ${batchMs}::int * interval '1 millisecond'
                                      AND ${item}."uploadDate" + ${batchMs}::int * interval '1 millisecond'
      LEFT JOIN "MediaFacts" pf ON pf."mediaId" = p.id
      LEFT JOIN "MediaFacts" vf ON vf."mediaId" = v.id
      WHERE ${item}.id = ${id}::uuid ${isPartner} AND ${canJoin}
        AND v."durationMs" <= ${maxClipMs} AND ${apart("takenAt")} <= ${maxApartMs}
        AND ${stem("p")} = ${stem("v")}
        AND coalesce(pf."contentIdentifier" = vf."contentIdentifier", true)
      ORDER BY rule, apart, batch, "photoId", "videoId" LIMIT ${maxFitting}
    )
    SELECT "photoId", "videoId" FROM fitting
    JOIN "Media" p ON p.id = "photoId"
    JOIN "Media" v ON v.id = "videoId"
    WHERE NOT EXISTS (SELECT 1 FROM "MediaClip" c WHERE c."mediaId" = p.id) AND ${isUntouched}
    ORDER BY rule, apart, batch, "photoId", "videoId" LIMIT 1`;
}

/** Makes the video its photo's clip. Its file stays in place; its derivatives are removed. */
async function join(client: Prisma.TransactionClient, { photoId, videoId }: Pair): Promise<void> {
  // Completing the video's upload again returns the photo, instead of treating the upload as unfinished.
  await client.upload.updateMany({ where: { mediaId: videoId }, data: { mediaId: photoId } });
  await client.importEntry.updateMany({ where: { mediaId: videoId }, data: { mediaId: photoId } });
  // A first, or words, that it shows.
  await client.growingNote.updateMany({ where: { mediaId: videoId }, data: { mediaId: photoId } });
  await client.$executeRaw`
    INSERT INTO "HiddenMemory" ("userId", "mediaId", "familyId", "createdAt")
    SELECT "userId", ${photoId}::uuid, "familyId", "createdAt" FROM "HiddenMemory" WHERE "mediaId" = ${videoId}::uuid
    ON CONFLICT DO NOTHING`;
  // It may have been added to albums while its photo was being prepared: the photo takes its place.
  await client.$executeRaw`
    INSERT INTO "AlbumItem"
      ("albumId", "mediaId", "familyId", "addedById", "addedAt", position, "isShown", "filedMonth", "sortAt")
    SELECT i."albumId", p.id, p."familyId", i."addedById", i."addedAt", i.position, true, p.year * 100 + p.month, p."sortAt"
    FROM "AlbumItem" i JOIN "Media" p ON p.id = ${photoId}::uuid AND p."familyId" = i."familyId"
    WHERE i."mediaId" = ${videoId}::uuid
    ON CONFLICT DO NOTHING`;
  await client.$executeRaw`
    WITH video AS (
      SELECT v.*, f.sha1 FROM "Media" v LEFT JOIN "MediaFacts" f ON f."mediaId" = v.id WHERE v.id = ${videoId}::uuid
    ), gone AS (
      DELETE FROM "Media" WHERE id = ${videoId}::uuid
    )
    INSERT INTO "MediaClip"
      (id, "mediaId", "familyId", "fileName", "mimeType", "storagePath", sha256, sha1, bytes, crc32, "durationMs")
    SELECT id, ${photoId}::uuid, "familyId", "fileName", "mimeType", "storagePath", sha256, sha1, bytes, crc32, "durationMs"
    FROM video`;
  const photo = await client.media.update({
    where: { id: photoId },
    data: { playable: "pending", transcodeAttempts: 0 },
    select: { familyId: true },
  });
  await removeFilesTask.enqueue({ keys: derivativeKeys(photo.familyId, videoId) }, {}, client);
}

/**
 * Joins a photo or video that is ready with its other part, if there is one: both become one item, the photo, and the
 * video's id is gone. Whichever part is ready last does this; if both are at once, the row locks decide.
 * @param afterJoining runs in the same transaction
 * @returns null if there is no other part
 */
export async function joinLivePhoto(
  { id, mediaType }: { id: string; mediaType: "image" | "video" },
  afterJoining: (client: Prisma.TransactionClient, photoId: string) => Promise<void>,
): Promise<Pair | null> {
  const [likely] = await queryPrepared<Pair>(bestPair(id, mediaType === "image" ? "p" : "v"));
  if (!likely) return null;
  const joined = await db.$transaction(async (client) => {
    // In id order, as wherever many are locked. A heart for the video waits, and then finds it gone.
    await client.$executeRaw`
      SELECT 1 FROM "Media" WHERE id = ANY(${Object.values(likely)}::uuid[]) ORDER BY id FOR UPDATE`;
    const [pair] = await client.$queryRaw<Pair[]>(bestPair(likely.photoId, "p", likely.videoId));
    if (!pair) return null;
    await join(client, pair);
    await afterJoining(client, pair.photoId);
    return pair;
  });
  for (const gone of Object.values(joined ?? {})) forgetMediaFile(gone);
  return joined;
}
