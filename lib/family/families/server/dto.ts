import { familyIcons } from "@/lib/core/families/schema";
import { type NamedPerson, personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import type { FamilyDto, FamilyMemberDto } from "@/lib/family/families/schema";
import type { Role, Tier } from "@/lib/generated/prisma/enums";

/** From a membership: the family and the person's role in it. */
export const membershipSelect = {
  role: true,
  family: {
    select: {
      id: true,
      name: true,
      icon: true,
      tier: true,
      firstYear: true,
      showsPlaces: true,
      _count: { select: { memberships: true } },
    },
  },
} as const;

export function familyDto(membership: {
  role: Role;
  family: {
    id: string;
    name: string;
    icon: string;
    tier: Tier;
    firstYear: number;
    showsPlaces: boolean;
    _count: { memberships: number };
  };
}): FamilyDto {
  const { family, role } = membership;
  return {
    id: family.id,
    name: family.name,
    icon: familyIcons.find((icon) => icon === family.icon) ?? "heart",
    role,
    member_count: family._count.memberships,
    subscription_tier: family.tier,
    first_year: family.firstYear,
    shows_places: family.showsPlaces,
  };
}

export const personSelect = { ...personNameSelect, id: true, birthDate: true, userId: true } as const;

export function personDto(
  person: NamedPerson & { id: string; birthDate: Date | null; userId: string | null },
): FamilyMemberDto {
  return {
    id: person.id,
    name: person.name,
    nickname: person.nickname,
    displayName: personNameOf(person),
    birthDate: person.birthDate?.toISOString().slice(0, 10) ?? null,
    userId: person.userId,
  };
}
