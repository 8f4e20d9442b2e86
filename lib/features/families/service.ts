import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import type { FamilyMemberDto } from "@/lib/features/families/schema";

/** The people of the family, with and without an account, in the order they came. */
export async function listFamilyPeople(actor: MemberActor): Promise<FamilyMemberDto[]> {
  const people = await db.familyMember.findMany({
    where: { familyId: actor.familyId },
    select: { id: true, name: true, nickname: true, birthDate: true, userId: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return people.map((person) => ({
    id: person.id,
    name: person.name,
    nickname: person.nickname,
    displayName: person.nickname ?? person.name,
    birthDate: person.birthDate?.toISOString().slice(0, 10) ?? null,
    userId: person.userId,
  }));
}
