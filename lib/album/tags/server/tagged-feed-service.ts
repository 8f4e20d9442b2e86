import type { MediaPageDto } from "@/lib/album/media/schema";
import { countHidden, type Feed, readPage, uploadOrder } from "@/lib/album/media/server/browse-service";
import type { TaggedQuery } from "@/lib/album/tags/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { personDto, personSelect } from "@/lib/family/families/server/dto";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** The person with this id, or the caller if there is no id; null if not found. */
export async function findTaggedPerson(
  actor: MemberActor,
  memberId?: string,
): Promise<FamilyMemberDto | null> {
  if (memberId !== undefined && !isUuid(memberId)) return null;
  const person = await db.familyMember.findFirst({
    where: { familyId: actor.familyId, ...(memberId ? { id: memberId } : { userId: actor.userId }) },
    select: personSelect,
  });
  return person ? personDto(person) : null;
}

/**
 * The pictures someone is in, by upload date, newest first; none for a caller who isn't listed in the family.
 * @throws AppError 404 for someone outside the family
 */
export async function listTagged(actor: MemberActor, query: TaggedQuery): Promise<MediaPageDto> {
  const feed = await taggedFeed(actor, query.memberId);
  if (!feed) throw notFound();
  return readPage(actor, feed, query);
}

/** The feed of pictures with someone; null for someone outside the family. */
export async function taggedFeed(actor: MemberActor, wanted?: string): Promise<Feed | null> {
  const person = await findTaggedPerson(actor, wanted);
  if (!person && wanted !== undefined) return null;
  const { familyId } = actor;
  // An id that nobody has.
  const memberId = person?.id ?? "00000000-0000-0000-0000-000000000000";
  return {
    ...uploadOrder,
    join: Prisma.sql`JOIN "MediaTag" tag ON tag."mediaId" = m.id AND tag."memberId" = ${memberId}::uuid`,
    where: Prisma.sql`true`,
    total: countTagged(familyId, memberId),
    hasTop: (top) => isTagged(top, memberId),
    hidden: countHidden(
      actor,
      Prisma.sql`${isTagged(Prisma.sql`c.id`, memberId)} AND ${isTagged(Prisma.sql`c."coveredById"`, memberId)}`,
    ),
  };
}

/** Whether someone is tagged in the item with this id. */
export const isTagged = (id: Prisma.Sql, memberId: string) =>
  Prisma.sql`EXISTS (SELECT 1 FROM "MediaTag" t WHERE t."mediaId" = ${id} AND t."memberId" = ${memberId}::uuid)`;

/** All tags minus those in the trash, which are few: no index lookup for every picture of a person. */
const countTagged = (familyId: string, memberId: string) => Prisma.sql`
  ((SELECT count(*) FROM "MediaTag" WHERE "memberId" = ${memberId}::uuid)
    - (SELECT count(*) FROM "Media" gone JOIN "MediaTag" t ON t."mediaId" = gone.id
       WHERE gone."deletedAt" IS NOT NULL AND gone."familyId" = ${familyId}::uuid
         AND t."memberId" = ${memberId}::uuid))::int`;
