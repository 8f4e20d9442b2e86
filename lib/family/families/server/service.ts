import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { familyIcons } from "@/lib/core/families/schema";
import { db } from "@/lib/db";
import type { FamilyDto, ListedPerson } from "@/lib/family/families/schema";
import { personDto, personSelect } from "@/lib/family/families/server/dto";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";

/** The people of the family, with and without an account, in the order they were added. */
export async function listFamilyPeople(actor: MemberActor): Promise<ListedPerson[]> {
  const people = await db.familyMember.findMany({
    where: { familyId: actor.familyId },
    select: { ...personSelect, leftOutOfMemories: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return people.map((person) => ({ ...personDto(person), isLeftOut: person.leftOutOfMemories }));
}

/** The families of these memberships, in the order in which they were joined. */
async function readFamilies(memberships: Prisma.Sql): Promise<FamilyDto[]> {
  // Prisma's own count of a relation groups all memberships of the installation.
  const rows = await db.$queryRaw<(Omit<FamilyDto, "icon"> & { icon: string })[]>`
    SELECT f.id, f.name, f.icon, m.role::text AS role,
      (SELECT count(*)::int FROM "Membership" o WHERE o."familyId" = f.id) AS member_count,
      f.tier::text AS subscription_tier, f."firstYear"::int AS first_year, f."showsPlaces" AS shows_places
    FROM "Membership" m JOIN "Family" f ON f.id = m."familyId"
    WHERE ${memberships} ORDER BY m."joinedAt", f.id`;
  return rows.map((row) => ({ ...row, icon: familyIcons.find((icon) => icon === row.icon) ?? "heart" }));
}

/**
 * A person's families, in the order they joined; none for a super admin. To a session from an admin's link, only its
 * own: the admin may be using it.
 */
export async function listFamiliesOf(actor: Actor): Promise<FamilyDto[]> {
  if (actor.isSuperAdmin) return [];
  const families = await readFamilies(Prisma.sql`m."userId" = ${actor.userId}::uuid`);
  const current = actor.familyId ?? actor.suspendedFamilyId;
  return families.filter(({ id }) => !actor.isDirectAccess || id === current);
}

/** One of the person's own families. @throws AppError 404 */
export async function requireFamilyOf(actor: Actor, familyId: string): Promise<FamilyDto> {
  const own = Prisma.sql`m."userId" = ${actor.userId}::uuid AND m."familyId" = ${familyId}::uuid`;
  const [family] = actor.isSuperAdmin ? [] : await readFamilies(own);
  if (!family) throw notFound();
  return family;
}
