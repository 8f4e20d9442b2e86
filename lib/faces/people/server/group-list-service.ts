import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { FaceGroupDto, PeoplePageDto, PeopleQuery } from "@/lib/faces/people/schema";
import { type FaceGroupRow, groupColumns } from "@/lib/faces/people/server/dto";
import { Prisma } from "@/lib/generated/prisma/client";
import { badInput, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

export const peoplePageSize = 60;

interface Place {
  faceCount: number;
  id: string;
}

const encodePlace = ({ faceCount, id }: Place) => Buffer.from(`${faceCount}.${id}`).toString("base64url");

/** @throws AppError 400 for anything encodePlace didn't make */
function decodePlace(text: string): Place {
  const [faceCount = "", id = ""] = Buffer.from(text, "base64url").toString("utf8").split(".");
  if (!/^\d{1,9}$/.test(faceCount) || !isUuid(id)) {
    throw badInput("cursor", "This list position isn't valid. Please start again from the top.");
  }
  return { faceCount: Number(faceCount), id };
}

/** The family's groups of faces, largest first. */
export async function listGroups(actor: MemberActor, query: PeopleQuery): Promise<PeoplePageDto> {
  const limit = query.limit ?? peoplePageSize;
  const where = Prisma.sql`g."familyId" = ${actor.familyId}::uuid AND g."isHidden" = ${query.hidden === "true"}
    AND g."faceCount" > 0
    AND (${query.single === "true"} OR g."faceCount" > 1 OR g."memberId" IS NOT NULL)`;
  const place = query.cursor ? decodePlace(query.cursor) : null;
  const after = place
    ? Prisma.sql`AND (g."faceCount" < ${place.faceCount}
        OR (g."faceCount" = ${place.faceCount} AND g.id > ${place.id}::uuid))`
    : Prisma.empty;
  const [rows, [counted]] = await Promise.all([
    db.$queryRaw<FaceGroupRow[]>`
      SELECT ${groupColumns} FROM "FaceGroup" g LEFT JOIN "FamilyMember" p ON p.id = g."memberId"
      WHERE ${where} ${after} ORDER BY g."faceCount" DESC, g.id LIMIT ${limit + 1}`,
    db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM "FaceGroup" g WHERE ${where}`,
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return {
    items,
    pagination: { total: counted?.total ?? 0, limit, offset: 0, hasMore },
    nextCursor: hasMore && last ? encodePlace(last) : null,
  };
}

/** One group; null for another family's or a missing one: both look the same. */
export async function getGroup(actor: MemberActor, groupId: string): Promise<FaceGroupDto | null> {
  if (!isUuid(groupId)) return null;
  const rows = await db.$queryRaw<FaceGroupRow[]>`
    SELECT ${groupColumns} FROM "FaceGroup" g LEFT JOIN "FamilyMember" p ON p.id = g."memberId"
    WHERE g.id = ${groupId}::uuid AND g."familyId" = ${actor.familyId}::uuid`;
  return rows[0] ?? null;
}

/** @throws AppError 404 */
export async function requireGroup(actor: MemberActor, groupId: string): Promise<FaceGroupDto> {
  const group = await getGroup(actor, groupId);
  if (!group) throw notFound();
  return group;
}
