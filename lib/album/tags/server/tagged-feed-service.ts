import type { MediaPageDto } from "@/lib/album/media/schema";
import { readPage, uploadOrder } from "@/lib/album/media/server/browse-service";
import type { TaggedQuery } from "@/lib/album/tags/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { personDto, personSelect } from "@/lib/family/families/server/dto";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** Whose pictures are asked for: of the person with this id, else of the one who asks; null for neither. */
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
 * The pictures somebody is on, by upload date, newest first; none of who asks without being a person of the family.
 * @throws AppError 404 for somebody of no or another family
 */
export async function listTagged(actor: MemberActor, query: TaggedQuery): Promise<MediaPageDto> {
  const person = await findTaggedPerson(actor, query.memberId);
  if (!person && query.memberId !== undefined) throw notFound();
  const { familyId } = actor;
  // Nobody has the id of nobody.
  const memberId = person?.id ?? "00000000-0000-0000-0000-000000000000";
  return readPage(
    actor,
    {
      ...uploadOrder,
      join: Prisma.sql`JOIN "MediaTag" tag ON tag."mediaId" = m.id AND tag."memberId" = ${memberId}::uuid`,
      where: Prisma.sql`true`,
      total: countTagged(familyId, memberId),
    },
    query,
  );
}

/** All tags but those in the trash, which are few: so no index has to be asked about every picture of somebody. */
const countTagged = (familyId: string, memberId: string) => Prisma.sql`
  ((SELECT count(*) FROM "MediaTag" WHERE "memberId" = ${memberId}::uuid)
    - (SELECT count(*) FROM "Media" gone JOIN "MediaTag" t ON t."mediaId" = gone.id
       WHERE gone."deletedAt" IS NOT NULL AND gone."familyId" = ${familyId}::uuid
         AND t."memberId" = ${memberId}::uuid))::int`;
