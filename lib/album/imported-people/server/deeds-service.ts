import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import type { ImportedDeedKind } from "@/lib/generated/prisma/enums";

export interface Deed {
  kind: ImportedDeedKind;
  objectId: string;
  at: Date;
}

/**
 * Notes that someone without an account did this elsewhere, under the name that they have there.
 * @param memberId who of the family they are, where that is known; a name that is known already stays as it was matched
 */
export async function recordDeed(
  client: Prisma.TransactionClient,
  familyId: string,
  { name, memberId }: { name: string; memberId: string | null },
  { kind, objectId, at }: Deed,
): Promise<void> {
  await client.importedPerson.createMany({ data: [{ familyId, name, memberId }], skipDuplicates: true });
  await client.$executeRaw`
    INSERT INTO "ImportedDeed" ("personId", kind, "objectId", "familyId", "createdAt")
    SELECT id, ${kind}::"ImportedDeedKind", ${objectId}::uuid, "familyId", ${at} FROM "ImportedPerson"
    WHERE "familyId" = ${familyId}::uuid AND name = ${name}
    ON CONFLICT DO NOTHING`;
}

/** Gives these people, who have accounts now, what they did. */
export async function claimDeeds(
  client: Prisma.TransactionClient,
  familyId: string,
  people: readonly { id: string; userId: string }[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const userIds = people.map(({ userId }) => userId);
  const theirs = (kind: ImportedDeedKind) => Sql.sql`
    SELECT d."objectId", d."createdAt", account."userId" FROM "ImportedDeed" d
    JOIN unnest(${ids}::uuid[], ${userIds}::uuid[]) AS account(id, "userId") ON account.id = d."personId"
    WHERE d."familyId" = ${familyId}::uuid AND d.kind = ${kind}::"ImportedDeedKind"`;
  await client.$executeRaw`
    UPDATE "Media" m SET "uploaderId" = deed."userId" FROM (${theirs("upload")}) deed
    WHERE m.id = deed."objectId" AND m."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    UPDATE "Album" a SET "createdById" = deed."userId" FROM (${theirs("album")}) deed
    WHERE a.id = deed."objectId" AND a."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    UPDATE "Notice" n SET "createdById" = deed."userId" FROM (${theirs("notice")}) deed
    WHERE n.id = deed."objectId" AND n."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    UPDATE "PrintOrder" o SET "userId" = deed."userId" FROM (${theirs("printOrder")}) deed
    WHERE o.id = deed."objectId" AND o."familyId" = ${familyId}::uuid AND o."isImported"`;
  await client.$executeRaw`
    INSERT INTO "NoticeLike" (id, "noticeId", "userId", "createdAt")
    SELECT gen_random_uuid(), n.id, deed."userId", min(deed."createdAt") FROM (${theirs("noticeLike")}) deed
    JOIN "Notice" n ON n.id = deed."objectId" AND n."familyId" = ${familyId}::uuid
    GROUP BY n.id, deed."userId" ORDER BY n.id
    ON CONFLICT DO NOTHING`;
  await client.importedDeed.deleteMany({ where: { personId: { in: ids }, familyId } });
}

/** By object, who did this to it, as far as they have no account. */
export async function findDeeds(
  familyId: string,
  kind: ImportedDeedKind,
  objectIds: readonly string[],
): Promise<Map<string, { importedPersonId: string; at: Date }[]>> {
  const rows = await db.importedDeed.findMany({
    where: { familyId, kind, objectId: { in: [...objectIds] } },
    orderBy: [{ createdAt: "asc" }, { personId: "asc" }],
  });
  const found = new Map<string, { importedPersonId: string; at: Date }[]>();
  for (const { objectId, personId: importedPersonId, createdAt: at } of rows) {
    found.set(objectId, [...(found.get(objectId) ?? []), { importedPersonId, at }]);
  }
  return found;
}
