import { chooseBest, chooseMemories } from "@/lib/album/memories/choose";
import { readCandidates, withoutLeftOut } from "@/lib/album/memories/server/candidates";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { lockInTransaction } from "@/lib/platform/locks";

/**
 * Items taken on a day of the year, without the people the family leaves out. "Media" has an index of these days
 * (migration 20261126064000_on_this_day).
 */
const takenOn = (day: number) =>
  Prisma.sql`memory_day(m."takenAt", m.year, m.month, m."yearPrecision") = ${day}::int AND ${withoutLeftOut}`;

/** An import can add a hundred thousand in a week: only the latest are compared. */
const mostNew = 1_000;

/**
 * The best photos added since then, best first, by the same rules as memories.
 * @param isShown condition on "Media" m that leaves out what else the reader doesn't want to see
 */
export async function chooseBestPhotosSince(
  familyId: string,
  since: Date,
  isShown: Prisma.Sql,
  most: number,
): Promise<string[]> {
  const latest = Prisma.sql`${withoutLeftOut} AND m."mediaType" = 'image' AND m."mediumType" = 'image/jpeg'
    AND ${isShown} AND m."uploadDate" >= ${since}::timestamptz ORDER BY m."uploadDate" DESC, m.id LIMIT ${mostNew}`;
  return chooseBest(await readCandidates(db, familyId, latest), most).map(({ id }) => id);
}

/** Chooses a day's memories again, unless that has just been done. */
export async function chooseDay(familyId: string, day: number): Promise<void> {
  await db.$transaction(async (client) => {
    await lockInTransaction(client, `memories ${familyId} ${day}`);
    const [change] = await client.$queryRaw<{ day: number }[]>`
      SELECT day FROM "MemoryChange" WHERE "familyId" = ${familyId}::uuid AND day = ${day}::int LIMIT 1`;
    if (!change) return;
    // Before reading: whatever is committed from now on leaves a row of its own. A share-locked row belongs to a change
    // that isn't committed yet, and stays.
    await client.$executeRaw`
      DELETE FROM "MemoryChange" WHERE id IN (
        SELECT id FROM "MemoryChange" WHERE "familyId" = ${familyId}::uuid AND day = ${day}::int
        FOR UPDATE SKIP LOCKED)`;
    const picks = chooseMemories(await readCandidates(client, familyId, takenOn(day)));
    await client.$executeRaw`
      DELETE FROM "MemoryPick" WHERE "familyId" = ${familyId}::uuid AND day = ${day}::int`;
    await client.memoryPick.createMany({
      data: picks.map(({ id, ...pick }) => ({ familyId, day, mediaId: id, ...pick })),
    });
  });
}
