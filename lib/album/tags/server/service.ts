import { requireVisibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { notifyTagged, type TaggedItem } from "@/lib/album/tags/server/tag-notification-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { personDto, personSelect } from "@/lib/family/families/server/dto";
import { AppError, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

async function peopleOn(client: Prisma.TransactionClient, mediaId: string): Promise<FamilyMemberDto[]> {
  const tags = await client.mediaTag.findMany({
    where: { mediaId },
    select: { member: { select: personSelect } },
    orderBy: [{ createdAt: "asc" }, { memberId: "asc" }],
  });
  return tags.map(({ member }) => personDto(member));
}

/** Who is in an item, in the order they were tagged. @throws AppError 404 */
export async function listTags(actor: MemberActor, mediaId: string): Promise<FamilyMemberDto[]> {
  await requireVisibleMedia(actor, mediaId);
  return peopleOn(db, mediaId);
}

/** The item's row, locked until the end of the transaction: if two people tag at once, the second one's set wins. */
async function lockItem(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  mediaId: string,
): Promise<TaggedItem> {
  const rows = await client.$queryRaw<TaggedItem[]>`
    SELECT m.id, m."mediaType"::text AS "mediaType", m.description, m.year, m.month FROM "Media" m
    WHERE m.id = ${mediaId}::uuid AND ${visibleMediaSql(actor)} FOR NO KEY UPDATE`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** People of this family, locked until the end of the transaction, so that nobody is removed meanwhile. */
async function requirePeople(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<{ id: string; userId: string | null }[]> {
  const people = ids.every(isUuid)
    ? await client.$queryRaw<{ id: string; userId: string | null }[]>`
        SELECT id, "userId" FROM "FamilyMember"
        WHERE id = ANY(${[...ids]}::uuid[]) AND "familyId" = ${actor.familyId}::uuid
        FOR KEY SHARE`
    : [];
  if (people.length === ids.length) return people;
  throw unknownPerson("memberIds");
}

export const unknownPerson = (field: string) =>
  new AppError("unknown_person", 422, "Someone you chose is not in this family. Please choose again.", {
    field,
  });

/**
 * Sets who is in an item, replacing the whole set. New people with an account are notified, once per item however often
 * they are tagged in it.
 * @returns the people now in it
 * @throws AppError 404; 422 with the field memberIds for people outside the family
 */
export async function setTags(
  actor: MemberActor,
  mediaId: string,
  memberIds: readonly string[],
): Promise<FamilyMemberDto[]> {
  return db.$transaction(async (client) => {
    const item = await lockItem(client, actor, mediaId);
    const ids = [...new Set(memberIds.map((id) => id.toLowerCase()))];
    const people = await requirePeople(client, actor, ids);
    await client.mediaTag.deleteMany({ where: { mediaId: item.id, memberId: { notIn: ids } } });
    // In the order they were chosen, a millisecond apart: they are shown in this order.
    const added = await client.$queryRaw<{ memberId: string }[]>`
      INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId", "taggedById", "createdAt")
      SELECT ${item.id}::uuid, chosen.id, ${actor.familyId}::uuid, ${actor.userId}::uuid,
             clock_timestamp() + chosen.place * interval '1 millisecond'
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS chosen(id, place)
      ON CONFLICT DO NOTHING
      RETURNING "memberId"`;
    const addedIds = new Set(added.map(({ memberId }) => memberId));
    const toTell = people.flatMap(({ id, userId }) => (addedIds.has(id) && userId ? [userId] : []));
    if (toTell.length > 0) await notifyTagged(client, actor, item, toTell);
    return peopleOn(client, item.id);
  });
}
