import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemoryPersonDto } from "@/lib/album/memories/schema";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownPersonName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** Never reminds the reader of an item again; repeating it changes nothing. @throws AppError 404 */
export async function hideMemory({ userId, familyId }: MemberActor, mediaId: string): Promise<void> {
  if (!isUuid(mediaId)) throw notFound();
  // One statement: the item is checked as the row is written.
  const [item] = await db.$queryRaw<{ id: string }[]>`
    WITH item AS (SELECT m.id FROM "Media" m WHERE m.id = ${mediaId}::uuid AND ${visibleMediaSql({ familyId })}),
    hidden AS (
      INSERT INTO "HiddenMemory" ("userId", "mediaId", "familyId")
      SELECT ${userId}::uuid, id, ${familyId}::uuid FROM item ON CONFLICT DO NOTHING)
    SELECT id FROM item`;
  if (!item) throw notFound();
}

/** Undoes that; it is fine if the item wasn't hidden. @throws AppError 404 */
export async function showMemory({ userId, familyId }: MemberActor, mediaId: string): Promise<void> {
  const [item] = await db.$queryRaw<{ id: string }[]>`
    WITH item AS (SELECT m.id FROM "Media" m WHERE m.id = ${mediaId}::uuid AND ${visibleMediaSql({ familyId })}),
    shown AS (
      DELETE FROM "HiddenMemory" h USING item
      WHERE h."mediaId" = item.id AND h."userId" = ${userId}::uuid AND h."familyId" = ${familyId}::uuid)
    SELECT id FROM item`;
  if (!item) throw notFound();
}

function readPeople({ userId, familyId }: MemberActor, which = Prisma.sql`true`): Promise<MemoryPersonDto[]> {
  return db.$queryRaw<MemoryPersonDto[]>`
    SELECT p.id, ${shownPersonName} AS "displayName", p."leftOutOfMemories" AS "isLeftOut",
      EXISTS (SELECT 1 FROM "HiddenMemoryPerson" h
        WHERE h."memberId" = p.id AND h."userId" = ${userId}::uuid AND h."familyId" = ${familyId}::uuid) AS "isHidden"
    FROM "FamilyMember" p WHERE p."familyId" = ${familyId}::uuid AND ${which}
    ORDER BY 2, p.id`;
}

/** The family's people, and whether the reader or the family doesn't want to be reminded of them. */
export const listMemoryPeople = (actor: MemberActor): Promise<MemoryPersonDto[]> => readPeople(actor);

async function requirePerson(actor: MemberActor, id: string): Promise<MemoryPersonDto> {
  const [person] = await readPeople(actor, Prisma.sql`p.id = ${id}::uuid`);
  if (!person) throw notFound();
  return person;
}

/** Sets whether the reader is reminded of someone. @throws AppError 404 */
export async function hidePerson(
  actor: MemberActor,
  id: string,
  isHidden: boolean,
): Promise<MemoryPersonDto> {
  const { userId, familyId } = actor;
  await requirePerson(actor, id);
  await (isHidden
    ? db.$executeRaw`
        INSERT INTO "HiddenMemoryPerson" ("userId", "memberId", "familyId")
        SELECT ${userId}::uuid, p.id, p."familyId" FROM "FamilyMember" p
        WHERE p.id = ${id}::uuid AND p."familyId" = ${familyId}::uuid ON CONFLICT DO NOTHING`
    : db.hiddenMemoryPerson.deleteMany({ where: { userId, memberId: id, familyId } }));
  return requirePerson(actor, id);
}

/**
 * Days already chosen, with or without someone, are chosen again. A day on which nothing was left to choose shows that
 * only by the items that they are tagged on.
 */
async function markChosenDays(
  client: Prisma.TransactionClient,
  { familyId, memberId }: { familyId: string; memberId: string },
): Promise<void> {
  await client.$executeRaw`
    INSERT INTO "MemoryChange" ("familyId", day)
    SELECT "familyId", day FROM "MemoryPick" WHERE "familyId" = ${familyId}::uuid
    UNION
    SELECT "familyId", day FROM (
      SELECT m."familyId", memory_day(m."takenAt", m.year, m.month, m."yearPrecision") AS day
      FROM "MediaTag" t JOIN "Media" m ON m.id = t."mediaId"
      WHERE t."memberId" = ${memberId}::uuid AND m."familyId" = ${familyId}::uuid) tagged
    WHERE day IS NOT NULL`;
}

/** Sets whether anyone in the family is reminded of someone. @throws AppError 403, 404 */
export async function leaveOutPerson(
  actor: MemberActor,
  id: string,
  isLeftOut: boolean,
): Promise<MemoryPersonDto> {
  const { familyId, userId } = actor;
  await db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.manageUsers");
    const person = await client.familyMember.findFirst({
      where: { id, familyId },
      select: { leftOutOfMemories: true },
    });
    if (!person) throw notFound();
    if (person.leftOutOfMemories === isLeftOut) return;
    await client.familyMember.updateMany({
      where: { id, familyId },
      data: { leftOutOfMemories: isLeftOut },
    });
    await markChosenDays(client, { familyId, memberId: id });
    await recordActivity({ action: "family.personChanged", actorId: userId, familyId }, client);
  });
  return requirePerson(actor, id);
}

/** When two entries become one person, anyone who didn't want to be reminded of one isn't reminded of the other. */
export async function passOnHiding(
  client: Prisma.TransactionClient,
  formerId: string,
  personId: string,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "FamilyMember" p SET "leftOutOfMemories" = true FROM "FamilyMember" former
    WHERE p.id = ${personId}::uuid AND former.id = ${formerId}::uuid AND former."familyId" = p."familyId"
      AND former."leftOutOfMemories"`;
  await client.$executeRaw`
    INSERT INTO "HiddenMemoryPerson" ("userId", "memberId", "familyId", "createdAt")
    SELECT "userId", ${personId}::uuid, "familyId", "createdAt" FROM "HiddenMemoryPerson"
    WHERE "memberId" = ${formerId}::uuid ON CONFLICT DO NOTHING`;
}
