import type { ExportedPerson } from "@/lib/album/exports/format";
import { db } from "@/lib/db";
import type { Role } from "@/lib/generated/prisma/enums";

/** What to export. */
export interface ExportOf {
  familyId: string;
  scope: "family" | "own";
  /** The uploader; with `family`, the person who asked, or null for the operator. */
  userId: string | null;
  showsPlaces: boolean;
  /** What the camera recorded about a photo is for adults. */
  showsFacts: boolean;
}

export interface ExportedPeople {
  people: ExportedPerson[];
  /** An account's person; null if nothing is known about it any more. */
  personOf: (userId: string | null) => string | null;
  /** Someone without an account whose words came with an import. */
  importedPersonOf: (importedPersonId: string | null) => string | null;
  /** Whether `people` has them: someone may have been added meanwhile. */
  isKnown: (personId: string) => boolean;
}

interface FormerAuthor {
  id: string;
  name: string;
}

/** People whose words and photos are in the album although they have left the family. */
const formerAuthors = (familyId: string) =>
  db.$queryRaw<FormerAuthor[]>`
    SELECT u.id, COALESCE(u.title, u.username) AS name
    FROM (
      SELECT "uploaderId" AS id FROM "Media" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "userId" FROM "Heart" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "userId" FROM "Comment" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "taggedById" FROM "MediaTag" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "createdById" FROM "Album" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "addedById" FROM "AlbumItem" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "createdById" FROM "Notice" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT l."userId" FROM "NoticeLike" l JOIN "Notice" n ON n.id = l."noticeId"
        WHERE n."familyId" = ${familyId}::uuid
      UNION SELECT "createdById" FROM "GrowingNote" WHERE "familyId" = ${familyId}::uuid
      UNION SELECT "userId" FROM "PrintOrder" WHERE "familyId" = ${familyId}::uuid
    ) author
    JOIN "User" u ON u.id = author.id
    WHERE NOT EXISTS (
      SELECT 1 FROM "Membership" m WHERE m."familyId" = ${familyId}::uuid AND m."userId" = u.id)
    ORDER BY u.id`;

const accountOf = (membership: {
  role: Role;
  joinedAt: Date;
  user: { username: string; isChild: boolean };
}) => ({
  username: membership.user.username,
  role: membership.role,
  isChild: membership.user.isChild,
  joinedAt: membership.joinedAt.toISOString(),
});

/**
 * The family's people, and former members whose words are in the album. An export of one's own uploads only has names:
 * birthdays and roles are the family's.
 */
export async function readPeople({ familyId, scope, userId }: ExportOf): Promise<ExportedPeople> {
  const [listed, memberships, former, imported] = await Promise.all([
    db.familyMember.findMany({
      where: { familyId },
      select: {
        id: true,
        userId: true,
        name: true,
        nickname: true,
        birthDate: true,
        neverRecognize: true,
        leftOutOfMemories: true,
      },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
    db.membership.findMany({
      where: { familyId },
      select: {
        userId: true,
        role: true,
        joinedAt: true,
        user: { select: { username: true, isChild: true } },
      },
    }),
    formerAuthors(familyId),
    db.importedPerson.findMany({
      where: {
        familyId,
        OR: [{ comments: { some: {} } }, { hearts: { some: {} } }, { attributions: { some: {} } }],
      },
      select: { id: true, name: true, memberId: true },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
  ]);
  const accounts = new Map(memberships.map((membership) => [membership.userId, accountOf(membership)]));
  const isWhole = scope === "family";
  const people = listed.map(({ userId: account, birthDate, ...person }): ExportedPerson => {
    const isShown = account !== null && (isWhole || account === userId);
    return {
      id: person.id,
      name: person.name,
      nickname: person.nickname,
      birthDate: isWhole ? (birthDate?.toISOString().slice(0, 10) ?? null) : null,
      isListed: true,
      neverRecognize: person.neverRecognize,
      ...(isWhole && person.leftOutOfMemories ? { leftOutOfMemories: true } : {}),
      account: isShown ? (accounts.get(account) ?? null) : null,
    };
  });
  // Names that are matched to someone in the family are that person.
  const names = imported.filter(({ memberId }) => memberId === null);
  const others = [...former, ...names].map(
    ({ id, name }): ExportedPerson => ({
      id,
      name,
      nickname: null,
      birthDate: null,
      isListed: false,
      neverRecognize: false,
      account: null,
    }),
  );
  const persons = new Map(former.map(({ id }) => [id, id]));
  for (const { id, userId: account } of listed) if (account !== null) persons.set(account, id);
  const importedPersons = new Map(imported.map(({ id, memberId }) => [id, memberId ?? id]));
  const ids = new Set([...people, ...others].map(({ id }) => id));
  return {
    people: [...people, ...others],
    isKnown: (personId) => ids.has(personId),
    personOf: (account) => (account === null ? null : (persons.get(account) ?? null)),
    importedPersonOf: (id) => (id === null ? null : (importedPersons.get(id) ?? null)),
  };
}
