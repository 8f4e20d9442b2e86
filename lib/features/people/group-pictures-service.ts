import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { decodeCursor, encodeCursor } from "@/lib/features/media/cursor";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/features/media/dto";
import { requireGroup } from "@/lib/features/people/group-list-service";
import type { FaceGroupDto, GroupFacesQuery, GroupPageDto } from "@/lib/features/people/schema";
import { Prisma } from "@/lib/generated/prisma/client";

const groupPageSize = 60;

/**
 * The pictures of a group, the latest taken first: an entry for each face. Where a page ended is said by its last
 * face, so that none is left out between two pages of one picture.
 * @throws AppError 404
 */
export async function getGroupPage(
  actor: MemberActor,
  groupId: string,
  query: GroupFacesQuery,
): Promise<GroupPageDto> {
  const group = await requireGroup(actor, groupId);
  const limit = query.limit ?? groupPageSize;
  const cursor = query.cursor ? decodeCursor(query.cursor) : null;
  const after = cursor
    ? Prisma.sql`AND (m."sortAt", face.id) < (${cursor.at}::timestamp, ${cursor.id}::uuid)`
    : Prisma.empty;
  const [rows, counts] = await Promise.all([
    db.$queryRaw<(MediaRow & { faceId: string })[]>`
      SELECT ${mediaColumns(actor.userId)}, face.id AS "faceId"
      FROM "Face" face JOIN "Media" m ON m.id = face."mediaId"
      WHERE face."groupId" = ${group.id}::uuid AND m."familyId" = ${actor.familyId}::uuid
        AND m."deletedAt" IS NULL ${after}
      ORDER BY m."sortAt" DESC, face.id DESC LIMIT ${limit + 1}`,
    countPictures(group),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    group,
    items: page.map((row) => ({ ...mediaItemDto(row), faceId: row.faceId, mediaId: row.id })),
    pagination: { total: counts.total, limit, offset: 0, hasMore },
    nextCursor: hasMore && last ? encodeCursor({ month: 0, at: last.sortAt, id: last.faceId }) : null,
    untaggedCount: counts.untagged,
  };
}

async function countPictures({ id, memberId }: FaceGroupDto): Promise<{ total: number; untagged: number }> {
  const [counted] = await db.$queryRaw<{ total: number; untagged: number }[]>`
    SELECT count(*)::int AS total,
      count(*) FILTER (WHERE ${memberId !== null} AND t."mediaId" IS NULL)::int AS untagged
    FROM (SELECT DISTINCT "mediaId" FROM "Face" WHERE "groupId" = ${id}::uuid) face
    JOIN "Media" m ON m.id = face."mediaId" AND m."deletedAt" IS NULL
    LEFT JOIN "MediaTag" t ON t."mediaId" = m.id AND t."memberId" = ${memberId}::uuid`;
  return counted ?? { total: 0, untagged: 0 };
}
