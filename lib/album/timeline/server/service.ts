import type { TimelineMonthDto, TimelineQuery } from "@/lib/album/media/schema";
import { type Feed, isHearted } from "@/lib/album/media/server/browse-service";
import { encodeCursor, monthCursor } from "@/lib/album/media/server/cursor";
import { isCollapsed, onTop, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { findTaggedPerson, isTagged } from "@/lib/album/tags/server/tagged-feed-service";
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
  hasTop?: Feed["hasTop"];
}

/** The same lists that the feeds themselves read: browse-service, tagged-feed-service, group-pictures-service. */
async function findFeed(actor: MemberActor, query: TimelineQuery): Promise<TimedFeed> {
  const uploaded = Prisma.sql`m."uploadDate" AT TIME ZONE 'UTC'`;
  if (query.feed === "everything") return { join: Prisma.empty, at: uploaded };
  if (query.feed === "favorites") {
    return {
      join: Prisma.sql`JOIN "Heart" mine ON mine."mediaId" = m.id AND mine."userId" = ${actor.userId}::uuid`,
      at: Prisma.sql`mine."createdAt" AT TIME ZONE 'UTC'`,
      hasTop: (top) => isHearted(actor, top),
    };
  }
  if (query.feed === "faces") {
    const { groupId = "" } = query;
    const { familyId } = actor;
    const group = isUuid(groupId) && (await db.faceGroup.findFirst({ where: { id: groupId, familyId } }));
    if (!group) throw notFound();
    const face = Prisma.sql`SELECT DISTINCT "mediaId" FROM "Face" WHERE "groupId" = ${group.id}::uuid`;
    return {
      join: Prisma.sql`JOIN (${face}) face ON face."mediaId" = m.id`,
      at: Prisma.sql`m."sortAt"`,
      hasTop: (top) => Prisma.sql`EXISTS (${face} AND "mediaId" = ${top})`,
    };
  }
  const person = await findTaggedPerson(actor, query.memberId);
  if (!person && query.memberId !== undefined) throw notFound();
  const memberId = person?.id ?? lowestId;
  return {
    join: Prisma.sql`JOIN "MediaTag" tag ON tag."mediaId" = m.id AND tag."memberId" = ${memberId}::uuid`,
    at: uploaded,
    hasTop: (top) => isTagged(top, memberId),
  };
}

/** The album's own months are counted already, so a million items take no longer than a thousand. */
async function countAllMonths(
  { familyId }: MemberActor,
  isOnePerStack: boolean,
): Promise<TimelineMonthDto[]> {
  const months = await db.mediaMonth.findMany({
    where: { familyId, itemCount: { gt: 0 } },
    select: { year: true, month: true, itemCount: true, coveredCount: true },
    orderBy: [{ year: "desc" }, { month: "desc" }],
  });
  return months.flatMap(({ year, month, itemCount, coveredCount }) => {
    const shownCount = itemCount - (isOnePerStack ? coveredCount : 0);
    if (shownCount === 0) return [];
    return [{ year, month, itemCount: shownCount, cursor: encodeCursor(monthCursor(year, month)) }];
  });
}

/**
 * The number of a feed's items in each month, by the time that orders it and in the feed's order, with the cursor to
 * continue from.
 * @throws AppError 404 for a person or faces outside the family
 */
export async function getTimeline(actor: MemberActor, query: TimelineQuery): Promise<TimelineMonthDto[]> {
  const isOnePerStack = isCollapsed(actor, query);
  if (query.feed === "all") return countAllMonths(actor, isOnePerStack);
  const { join, at, hasTop } = await findFeed(actor, query);
  const rows = await db.$queryRaw<{ year: number; month: number; itemCount: number }[]>`
    SELECT extract(year FROM start)::int AS year, extract(month FROM start)::int AS month, "itemCount"
    FROM (
      SELECT date_trunc('month', ${at}) AS start, count(*)::int AS "itemCount"
      FROM "Media" m ${join}
      WHERE ${visibleMediaSql(actor)} ${isOnePerStack ? onTop(hasTop) : Prisma.empty}
      GROUP BY 1
    ) months ORDER BY start DESC`;
  return rows.map((row) => ({
    ...row,
    // No item of the following month sorts after its very first moment.
    cursor: encodeCursor({ month: 0, at: new Date(Date.UTC(row.year, row.month, 1)), id: lowestId }),
  }));
}
