import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import {
  batchTransaction,
  idsWith,
  lockItems,
  type Outcomes,
} from "@/lib/album/media/server/locked-items-service";
import { unknownPerson } from "@/lib/album/tags/server/service";
import {
  notifyTagged,
  notifyTaggedInMany,
  type TaggedItem,
} from "@/lib/album/tags/server/tag-notification-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";
import { isUuid } from "@/lib/shared/uuid";

interface Chosen {
  id: string;
  userId: string | null;
}

/**
 * People of this family in the order they were chosen, each by the id of their entry or account. They are locked until
 * the end of the transaction, so that nobody is removed meanwhile.
 */
async function requireChosen(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<Chosen[]> {
  const known = await client.$queryRaw<Chosen[]>`
    SELECT id, "userId" FROM "FamilyMember"
    WHERE "familyId" = ${actor.familyId}::uuid
      AND (id = ANY(${ids.filter(isUuid)}::uuid[]) OR "userId" = ANY(${ids.filter(isUuid)}::uuid[]))
    ORDER BY id FOR KEY SHARE`;
  const chosen = new Set<Chosen>();
  for (const id of ids) {
    const lower = id.toLowerCase();
    const person = known.find((one) => one.id === lower || one.userId === lower);
    if (!person) throw unknownPerson("userIds");
    chosen.add(person);
  }
  return [...chosen];
}

/** The locked items that have room for these people in addition to those already tagged. */
async function withRoom(
  client: Prisma.TransactionClient,
  mediaIds: readonly string[],
  memberIds: readonly string[],
): Promise<string[]> {
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT m.id FROM unnest(${[...mediaIds]}::uuid[]) AS m(id)
    LEFT JOIN "MediaTag" t ON t."mediaId" = m.id AND t."memberId" <> ALL(${[...memberIds]}::uuid[])
    GROUP BY m.id HAVING count(t."memberId") <= ${maxTagsPerItem - memberIds.length}`;
  return rows.map(({ id }) => id);
}

/** Notifies each person once; people who were tagged on the same items are notified together. */
async function notifyTaggedPeople(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  people: readonly Chosen[],
  added: readonly { mediaId: string; memberId: string }[],
): Promise<void> {
  const itemsOf = Map.groupBy(added, ({ memberId }) => memberId);
  const alike = Map.groupBy(
    people.flatMap(({ id, userId }) => {
      const mediaIds =
        itemsOf
          .get(id)
          ?.map(({ mediaId }) => mediaId)
          .sort() ?? [];
      return userId && mediaIds.length > 0 ? [{ userId, mediaIds }] : [];
    }),
    ({ mediaIds }) => mediaIds.join(),
  );
  for (const group of alike.values()) {
    const userIds = group.map(({ userId }) => userId);
    const [first = "", ...others] = group[0]?.mediaIds ?? [];
    if (others.length > 0) {
      await notifyTaggedInMany(client, actor, userIds, [first, ...others]);
      continue;
    }
    const item: TaggedItem = await client.media.findUniqueOrThrow({
      where: { id: first, familyId: actor.familyId },
      select: { id: true, mediaType: true, description: true, year: true, month: true },
    });
    await notifyTagged(client, actor, item, userIds);
  }
}

type TagRefusal = "already_tagged" | "too_many_people";

/**
 * Tags people on many items, in addition to those already tagged. Any family member may do so, as on a single item.
 * @throws AppError 422 with the field userIds for people outside the family; then nobody is tagged
 */
export async function tagBatch(
  actor: MemberActor,
  ids: readonly string[],
  userIds: readonly string[],
): Promise<BatchAnswerDto> {
  const outcomes: Outcomes<TagRefusal> = new Map();
  await db.$transaction(async (client) => {
    const people = await requireChosen(client, actor, userIds);
    const memberIds = people.map(({ id }) => id);
    for (const { id, isShown } of await lockItems(client, actor, ids)) {
      if (isShown) outcomes.set(id, "too_many_people");
    }
    const fitting = await withRoom(client, [...outcomes.keys()], memberIds);
    for (const id of fitting) outcomes.set(id, "already_tagged");
    // In the order they were chosen, a millisecond apart, as on a single item.
    const added = await client.$queryRaw<{ mediaId: string; memberId: string }[]>`
      INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId", "taggedById", "createdAt")
      SELECT m.id, chosen.id, ${actor.familyId}::uuid, ${actor.userId}::uuid,
             statement_timestamp() + chosen.place * interval '1 millisecond'
      FROM unnest(${fitting}::uuid[]) AS m(id)
      CROSS JOIN unnest(${memberIds}::uuid[]) WITH ORDINALITY AS chosen(id, place)
      ON CONFLICT DO NOTHING
      RETURNING "mediaId", "memberId"`;
    for (const { mediaId } of added) outcomes.set(mediaId, "changed");
    await notifyTaggedPeople(client, actor, people, added);
  }, batchTransaction);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<TagRefusal>(outcomes.values(), ids.length, {
      already_tagged: ["already has these tags", "already have these tags"],
      too_many_people: [
        `has no room for more: at most ${maxTagsPerItem} people can be tagged in one`,
        `have no room for more: at most ${maxTagsPerItem} people can be tagged in one`,
      ],
    }),
  };
}
