import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { type FeedOrder, pageClauses, pageOf } from "@/lib/album/media/server/feed-page";
import { isCollapsed, onTop, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { FaceGroupDto, GroupFacesQuery, GroupPageDto } from "@/lib/faces/people/schema";
import { requireGroup } from "@/lib/faces/people/server/group-list-service";
import { Prisma } from "@/lib/generated/prisma/client";

const groupPageSize = 60;

type FaceRow = MediaRow & { sortAt: Date; faceId: string };

const faceOrder: FeedOrder<FaceRow> = {
  by: [Prisma.sql`m."sortAt"`, Prisma.sql`face.id`],
  at: ({ at, id }) => Prisma.sql`${at}::timestamp, ${id}::uuid`,
  place: ({ sortAt, faceId }) => ({ month: 0, at: sortAt, id: faceId }),
};

/**
 * The pictures of a group, latest taken first: one entry for each face. The cursor is a page's last face, so none is
 * lost when one picture's faces are split between two pages.
 * @throws AppError 404
 */
export async function getGroupPage(
  actor: MemberActor,
  groupId: string,
  query: GroupFacesQuery,
): Promise<GroupPageDto> {
  const group = await requireGroup(actor, groupId);
  const limit = query.limit ?? groupPageSize;
  const { within, order } = pageClauses(faceOrder, query);
  const isOnePerStack = isCollapsed(actor, query);
  const [rows, counts] = await Promise.all([
    db.$queryRaw<FaceRow[]>`
      SELECT ${mediaColumns(actor)}, m."sortAt", face.id AS "faceId"
      FROM "Face" face JOIN "Media" m ON m.id = face."mediaId"
      WHERE face."groupId" = ${group.id}::uuid AND ${visibleMediaSql(actor)} ${within}
        ${isOnePerStack ? onTop((top) => isOf(group.id, top)) : Prisma.empty}
      ORDER BY ${order} LIMIT ${limit + 1}`,
    countPictures(group, isOnePerStack),
  ]);
  const { page, hasMore, nextCursor, previousCursor } = pageOf(rows, limit, faceOrder, query);
  return {
    group,
    items: page.map((row) => ({ ...mediaItemDto(row), faceId: row.faceId, mediaId: row.id })),
    pagination: { total: counts.total, limit, offset: 0, hasMore },
    nextCursor,
    previousCursor,
    untaggedCount: counts.untagged,
  };
}

/** Whether a face of the group is on the item with this id. */
const isOf = (groupId: string, id: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT 1 FROM "Face" f WHERE f."mediaId" = ${id} AND f."groupId" = ${groupId}::uuid)`;

async function countPictures(
  { id, memberId }: FaceGroupDto,
  isOnePerStack: boolean,
): Promise<{ total: number; untagged: number }> {
  const isShown = isOnePerStack ? onTop((top) => isOf(id, top)) : Prisma.empty;
  const [counted] = await db.$queryRaw<{ total: number; untagged: number }[]>`
    SELECT count(*) FILTER (WHERE true ${isShown})::int AS total,
      count(*) FILTER (WHERE ${memberId !== null} AND t."mediaId" IS NULL)::int AS untagged
    FROM (SELECT DISTINCT "mediaId" FROM "Face" WHERE "groupId" = ${id}::uuid) face
    JOIN "Media" m ON m.id = face."mediaId" AND m."deletedAt" IS NULL
    LEFT JOIN "MediaTag" t ON t."mediaId" = m.id AND t."memberId" = ${memberId}::uuid`;
  return counted ?? { total: 0, untagged: 0 };
}
