import type { FamilyDto, FamilyMemberDto, FamilyUserDto } from "@/lib/family/families/schema";

/** A family as returned by GET /api/user-organizations; `change` replaces fields. */
export function familyRow(change: Partial<FamilyDto> = {}): FamilyDto {
  return {
    id: "family-1",
    name: "The Okafors",
    icon: "home",
    role: "owner",
    member_count: 3,
    subscription_tier: "free",
    first_year: 2022,
    shows_places: true,
    ...change,
  };
}

/** An account as returned by GET /api/users. */
export function familyUserRow(change: Partial<FamilyUserDto> = {}): FamilyUserDto {
  return {
    id: "01900000-0000-7000-8000-000000000001",
    username: "ada",
    displayName: "Ada",
    email: "ada@example.org",
    role: "owner",
    isChild: false,
    joinedAt: "2026-03-01T12:00:00.000Z",
    lastSeenAt: "2026-03-05T12:00:00.000Z",
    uploadCount: 12,
    storageBytes: 31_457_280,
    passwordTemporary: false,
    isOpenToLinks: true,
    isOpenToPasswords: true,
    ...change,
  };
}

/** A person as returned by GET /api/family-members. */
export function personRow(change: Partial<FamilyMemberDto> = {}): FamilyMemberDto {
  return {
    id: "person-1",
    name: "Ada Okafor",
    nickname: null,
    displayName: "Ada Okafor",
    birthDate: null,
    userId: null,
    ...change,
  };
}
