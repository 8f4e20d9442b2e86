import { Prisma } from "@/lib/generated/prisma/client";

// What people are called, decided here and nowhere else: the name they chose themselves ("What should we call you?"),
// then what the family calls them, then the username.

/** An account's name; `u` is the User row, `p` its FamilyMember row from a left join. */
export const shownName = Prisma.sql`COALESCE(u.title, p.nickname, p.name, u.username)`;

/**
 * The name of someone an import may have brought; `i` is the ImportedPerson row from a left join, `u` and `p` as above.
 */
export const shownAuthorName = Prisma.sql`COALESCE(u.title, p.nickname, p.name, u.username, i.name)`;

/** The name of a person with or without an account; `p` is the FamilyMember row. */
export const shownPersonName = Prisma.sql`COALESCE((SELECT "User".title FROM "User" WHERE "User".id = p."userId"), p.nickname, p.name)`;

/** The name of an ImportedPerson, who has no account; `i` is their row, `p` as above. */
export const shownImportedName = Prisma.sql`COALESCE(p.nickname, p.name, i.name)`;

/** For a User: what `nameOf` needs. */
export const nameSelect = (familyId: string) =>
  ({
    username: true,
    title: true,
    persons: { where: { familyId }, select: { name: true, nickname: true } },
  }) as const;

export interface NamedAccount {
  username: string;
  title: string | null;
  /** Their entry in the requesting family. */
  persons: readonly { name: string; nickname: string | null }[];
}

export function nameOf({ username, title, persons: [person] }: NamedAccount): string {
  return title ?? person?.nickname ?? person?.name ?? username;
}

/** For a User whose family is known only from the row: what `nameInFamily` needs. */
export const namesSelect = {
  username: true,
  title: true,
  persons: { select: { familyId: true, name: true, nickname: true } },
} as const;

export interface AccountOfFamilies extends NamedAccount {
  persons: readonly { familyId: string; name: string; nickname: string | null }[];
}

export const nameInFamily = ({ persons, ...account }: AccountOfFamilies, familyId: string): string =>
  nameOf({ ...account, persons: persons.filter((person) => person.familyId === familyId) });

/** For a FamilyMember: what `personNameOf` needs. */
export const personNameSelect = { name: true, nickname: true, user: { select: { title: true } } } as const;

export interface NamedPerson {
  name: string;
  nickname: string | null;
  user: { title: string | null } | null;
}

/** The name of a person, ignoring their account, as in an export. */
export const givenNameOf = ({ name, nickname }: Pick<NamedPerson, "name" | "nickname">): string =>
  nickname ?? name;

export const personNameOf = ({ name, nickname, user }: NamedPerson): string =>
  user?.title ?? nickname ?? name;
