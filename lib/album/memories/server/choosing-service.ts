import { heartCountOf } from "@/lib/album/media/server/heart-count";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { chooseMemories, type MemoryCandidate } from "@/lib/album/memories/choose";
import type { Shot } from "@/lib/album/similar/likeness";
import { shotOf } from "@/lib/album/similar/server/shot";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { lockInTransaction } from "@/lib/platform/locks";

interface CandidateRow extends Omit<MemoryCandidate, "shot"> {
  width: number | null;
  height: number | null;
  differenceHash: bigint | null;
  sharpness: number | null;
  tone: number | null;
  isDark: boolean | null;
}

/** The items of a family that meet a condition on "Media" m, with what is known about them. */
export async function readCandidates(
  client: Prisma.TransactionClient,
  familyId: string,
  which: Prisma.Sql,
): Promise<MemoryCandidate[]> {
  const rows = await client.$queryRaw<CandidateRow[]>(Prisma.sql`
    SELECT m.id, m."fileName", m.width, m.height, m."sortAt" AS "takenAt", m."mediaType" = 'video' AS "isVideo",
      m.featured AS "isFeatured", m.description <> '' AS "hasDescription",
      x."mediaId" IS NOT NULL AND x."queuedAt" IS NULL AS "isMeasured", COALESCE(x."isPaper", false) AS "isPaper",
      f."cameraMake" IS NOT NULL AS "hasCamera", x."differenceHash", x.sharpness, x.tone, x."isDark",
      ${heartCountOf("m", familyId)} AS hearts,
      (SELECT count(*)::int FROM "Comment" c WHERE c."mediaId" = m.id) AS comments,
      ARRAY(SELECT t."memberId"::text FROM "MediaTag" t WHERE t."mediaId" = m.id) AS "memberIds"
    FROM "Media" m
    LEFT JOIN "MediaMeasures" x ON x."mediaId" = m.id AND x."familyId" = m."familyId"
    LEFT JOIN "MediaFacts" f ON f."mediaId" = m.id AND f."familyId" = m."familyId"
    WHERE ${visibleMediaSql({ familyId })} AND m.derivatives = 'ready' AND ${which}`);
  return rows.map((row) => ({ ...row, shot: shotOfRow(row) }));
}

/** "Media" m is without the people whom the family leaves out of its memories. */
export const withoutLeftOut = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM "MediaTag" t JOIN "FamilyMember" p ON p.id = t."memberId" AND p."familyId" = t."familyId"
  WHERE t."mediaId" = m.id AND p."leftOutOfMemories")`;

/**
 * Everything of a family that was taken on a day of the year, without the people whom it leaves out. "Media" has an index
 * of these days (migration 20261126064000_on_this_day).
 */
const readDay = (client: Prisma.TransactionClient, familyId: string, day: number) =>
  readCandidates(
    client,
    familyId,
    Prisma.sql`memory_day(m."takenAt", m.year, m.month, m."yearPrecision") = ${day}::int AND ${withoutLeftOut}`,
  );

/** What can be compared with others; null where something isn't known. */
function shotOfRow({ isMeasured, width, height, ...row }: CandidateRow): Shot | null {
  const { differenceHash, sharpness, tone, isDark } = row;
  if (!isMeasured || !width || !height || differenceHash === null) return null;
  if (sharpness === null || tone === null || isDark === null) return null;
  return shotOf({ ...row, width, height, differenceHash, sharpness, tone, isDark });
}

/** Which of these days' memories have to be chosen again. */
export async function listChangedDays(familyId: string, days: readonly number[]): Promise<number[]> {
  const rows = await queryPrepared<{ day: number }>(Prisma.sql`
    SELECT DISTINCT day FROM "MemoryChange"
    WHERE "familyId" = ${familyId}::uuid AND day = ANY(${[...days]}::smallint[])`);
  return rows.map(({ day }) => day);
}

/** Chooses a day's memories again, unless someone else has just done so. */
export async function chooseDay(familyId: string, day: number): Promise<void> {
  await db.$transaction(async (client) => {
    await lockInTransaction(client, `memories ${familyId} ${day}`);
    const [change] = await client.$queryRaw<{ day: number }[]>`
      SELECT day FROM "MemoryChange" WHERE "familyId" = ${familyId}::uuid AND day = ${day}::int LIMIT 1`;
    if (!change) return;
    // Before reading: what is committed from now on leaves a row of its own. A row that is shared belongs to a change that
    // isn't committed yet, and stays.
    await client.$executeRaw`
      DELETE FROM "MemoryChange" WHERE id IN (
        SELECT id FROM "MemoryChange" WHERE "familyId" = ${familyId}::uuid AND day = ${day}::int
        FOR UPDATE SKIP LOCKED)`;
    const picks = chooseMemories(await readDay(client, familyId, day));
    await client.$executeRaw`
      DELETE FROM "MemoryPick" WHERE "familyId" = ${familyId}::uuid AND day = ${day}::int`;
    await client.memoryPick.createMany({
      data: picks.map(({ id, ...pick }) => ({ familyId, day, mediaId: id, ...pick })),
    });
  });
}
