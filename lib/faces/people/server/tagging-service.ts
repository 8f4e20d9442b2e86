import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { notifyTaggedInMany } from "@/lib/album/tags/server/tag-notification-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";
import { isUuid } from "@/lib/shared/uuid";

interface NamedGroup {
  id: string;
  memberId: string;
  userId: string | null;
}

async function requireNamedGroup(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  groupId: string,
): Promise<NamedGroup> {
  const group = await client.faceGroup.findFirst({
    where: { id: groupId, familyId: actor.familyId },
    select: { id: true, member: { select: { id: true, userId: true } } },
  });
  if (!group) throw notFound();
  if (!group.member) {
    throw new AppError("not_named", 422, "Name this person first, then you can tag the photos.");
  }
  return { id: group.id, memberId: group.member.id, userId: group.member.userId };
}

/**
 * Tags the group's person on all of its pictures, or only on those in `mediaIds`, where they are not tagged yet. They
 * are notified once, however many there are.
 * @returns how many pictures were newly tagged
 * @throws AppError 404, 422 while the group is unnamed
 */
export async function tagGroup(
  actor: MemberActor,
  groupId: string,
  mediaIds?: readonly string[],
): Promise<{ tagged: number }> {
  // A malformed id can't be a picture of the group.
  const only = mediaIds?.filter(isUuid) ?? null;
  return db.$transaction(async (client) => {
    // People marked as never to be recognised lose their group under this lock.
    await lockFamilyFaces(client, actor.familyId);
    const group = await requireNamedGroup(client, actor, groupId);
    const added = await client.$queryRaw<{ mediaId: string }[]>`
      INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId", "taggedById", "createdAt")
      SELECT DISTINCT m.id, ${group.memberId}::uuid, m."familyId", ${actor.userId}::uuid, now()
      FROM "Face" f JOIN "Media" m ON m.id = f."mediaId"
      WHERE f."groupId" = ${group.id}::uuid AND ${visibleMediaSql(actor)}
        AND (${only}::uuid[] IS NULL OR m.id = ANY(${only}::uuid[]))
        AND (SELECT count(*) FROM "MediaTag" t WHERE t."mediaId" = m.id) < ${maxTagsPerItem}
      ON CONFLICT DO NOTHING
      RETURNING "mediaId"`;
    if (added.length > 0 && group.userId) {
      const mediaIds = added.map(({ mediaId }) => mediaId);
      await notifyTaggedInMany(client, actor, [group.userId], mediaIds);
    }
    return { tagged: added.length };
  });
}
