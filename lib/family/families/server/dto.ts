import { type NamedPerson, personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import type { FamilyMemberDto } from "@/lib/family/families/schema";

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
