import type { TimelineMonthDto, TimelineQuery } from "@/lib/album/media/schema";
import { encodeCursor, monthCursor } from "@/lib/album/media/server/cursor";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { findTaggedPerson } from "@/lib/album/tags/server/tagged-feed-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** Sorts before every id. */
const lowestId = "00000000-0000-0000-0000-000000000000";

interface TimedFeed {
  /** What the feed joins to "Media" m. */
  join: Prisma.Sql;
  /** The time that orders the feed. */
  at: Prisma.Sql;
}

/** The same lists that the feeds themselves read: browse-service, tagged-feed-service, group-pictures-service. */
async function findFeed(actor: MemberActor, query: TimelineQuery): Promise<TimedFeed> {
  const uploaded = Prisma.sql`m."uploadDate" AT TIME ZONE 'UTC'`;
  if (query.feed === "everything") return { join: Prisma.empty, at: uploaded };
  if (query.feed === "favorites") {
    return {
      join: Prisma.sql`JOIN "Heart" mine ON mine."mediaId" = m.id AND mine."userId" = ${actor.userId}::uuid`,
      at: Prisma.sql`mine."createdAt" AT TIME ZONE 'UTC'`,
    };
  }
  if (query.feed === "faces") {
    const { groupId = "" } = query;
    const { familyId } = actor;
    const group = isUuid(groupId) && (await db.faceGroup.findFirst({ where: { id: groupId, familyId } }));
    if (!group) throw notFound();
    const face = Prisma.sql`SELECT DISTINCT "mediaId" FROM "Face" WHERE "groupId" = ${group.id}::uuid`;
    return { join: Prisma.sql`JOIN (${face}) face ON face."mediaId" = m.id`, at: Prisma.sql`m."sortAt"` };
  }
  const person = await findTaggedPerson(actor, query.memberId);
  if (!person && query.memberId !== undefined) throw notFound();
  const memberId = person?.id ?? lowestId;
  return {
    join: Prisma.sql`JOIN "MediaTag" tag ON tag."mediaId" = m.id AND tag."memberId" = ${memberId}::uuid`,
    at: uploaded,
  };
}

/** The album's own months are counted already, so a million items take no longer than a thousand. */
async function countAllMonths({ familyId }: MemberActor): Promise<TimelineMonthDto[]> {
  const months = await db.mediaMonth.findMany({
    where: { familyId, itemCount: { gt: 0 } },
    select: { year: true, month: true, itemCount: true },
    orderBy: [{ year: "desc" }, { month: "desc" }],
  });
  return months.map((row) => ({ ...row, cursor: encodeCursor(monthCursor(row.year, row.month)) }));
}

/**
 * How many items of a feed fall into each month of the time that orders it, in the feed's order, with the cursor to
 * continue from.
 * @throws AppError 404 for a person or faces outside the family
 */
export async function getTimeline(actor: MemberActor, query: TimelineQuery): Promise<TimelineMonthDto[]> {
  if (query.feed === "all") return countAllMonths(actor);
  const { join, at } = await findFeed(actor, query);
  const rows = await db.$queryRaw<{ year: number; month: number; itemCount: number }[]>`
    SELECT extract(year FROM start)::int AS year, extract(month FROM start)::int AS month, "itemCount"
    FROM (
      SELECT date_trunc('month', ${at}) AS start, count(*)::int AS "itemCount"
      FROM "Media" m ${join}
      WHERE ${visibleMediaSql(actor)}
      GROUP BY 1
    ) months ORDER BY start DESC`;
  return rows.map((row) => ({
    ...row,
    // No item of the following month sorts after its very first moment.
    cursor: encodeCursor({ month: 0, at: new Date(Date.UTC(row.year, row.month, 1)), id: lowestId }),
  }));
}
