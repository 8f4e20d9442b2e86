import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { FamilyDto, FamilyMemberDto } from "@/lib/family/families/schema";
import { familyDto, membershipSelect, personDto, personSelect } from "@/lib/family/families/server/dto";
import { notFound } from "@/lib/http/errors";

/** The people of the family, with and without an account, in the order they were added. */
export async function listFamilyPeople(actor: MemberActor): Promise<FamilyMemberDto[]> {
  const people = await db.familyMember.findMany({
    where: { familyId: actor.familyId },
    select: personSelect,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return people.map(personDto);
}

/**
 * A person's families, in the order they joined; none for a super admin. To a session from an admin's link, only its
 * own: the admin may be using it.
 */
export async function listFamiliesOf(actor: Actor): Promise<FamilyDto[]> {
  if (actor.isSuperAdmin) return [];
  const memberships = await db.membership.findMany({
    where: { userId: actor.userId },
    select: membershipSelect,
    orderBy: [{ joinedAt: "asc" }, { familyId: "asc" }],
  });
  const current = actor.familyId ?? actor.suspendedFamilyId;
  return memberships.map(familyDto).filter(({ id }) => !actor.isDirectAccess || id === current);
}

/** One of the person's own families. @throws AppError 404 */
export async function requireFamilyOf(actor: Actor, familyId: string): Promise<FamilyDto> {
  const membership = actor.isSuperAdmin
    ? null
    : await db.membership.findFirst({
        where: { familyId, userId: actor.userId },
        select: membershipSelect,
      });
  if (!membership) throw notFound();
  return familyDto(membership);
}
