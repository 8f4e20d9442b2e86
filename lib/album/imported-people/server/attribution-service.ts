import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import type { ImportedAttributionKind } from "@/lib/generated/prisma/enums";

export interface Attribution {
  kind: ImportedAttributionKind;
  objectId: string;
  at: Date;
}

/**
 * Records that someone without an account did this elsewhere, under the name they have there.
 * @param memberId which family member they are, if known; a name that already exists keeps its match
 */
export async function recordAttribution(
  client: Prisma.TransactionClient,
  familyId: string,
  { name, memberId }: { name: string; memberId: string | null },
  { kind, objectId, at }: Attribution,
): Promise<void> {
  // Without the member if they are removed at this moment.
  await client.$executeRaw`
    INSERT INTO "ImportedPerson" (id, "familyId", name, "memberId")
    SELECT gen_random_uuid(), ${familyId}::uuid, ${name}, (
      SELECT id FROM "FamilyMember" WHERE id = ${memberId}::uuid AND "familyId" = ${familyId}::uuid FOR KEY SHARE)
    ON CONFLICT DO NOTHING`;
  await client.$executeRaw`
    INSERT INTO "ImportedAttribution" ("personId", kind, "objectId", "familyId", "createdAt")
    SELECT id, ${kind}::"ImportedAttributionKind", ${objectId}::uuid, "familyId", ${at} FROM "ImportedPerson"
    WHERE "familyId" = ${familyId}::uuid AND name = ${name}
    ON CONFLICT DO NOTHING`;
}

/** Gives these people, who now have accounts, what they did. */
export async function claimAttributions(
  client: Prisma.TransactionClient,
  familyId: string,
  people: readonly { id: string; userId: string }[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const userIds = people.map(({ userId }) => userId);
  const theirs = (kind: ImportedAttributionKind) => Sql.sql`
    SELECT d."objectId", d."createdAt", account."userId" FROM "ImportedAttribution" d
    JOIN unnest(${ids}::uuid[], ${userIds}::uuid[]) AS account(id, "userId") ON account.id = d."personId"
    WHERE d."familyId" = ${familyId}::uuid AND d.kind = ${kind}::"ImportedAttributionKind"`;
  await client.$executeRaw`
    UPDATE "Media" m SET "uploaderId" = attribution."userId" FROM (${theirs("upload")}) attribution
    WHERE m.id = attribution."objectId" AND m."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    UPDATE "Album" a SET "createdById" = attribution."userId" FROM (${theirs("album")}) attribution
    WHERE a.id = attribution."objectId" AND a."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    UPDATE "Notice" n SET "createdById" = attribution."userId" FROM (${theirs("notice")}) attribution
    WHERE n.id = attribution."objectId" AND n."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    UPDATE "PrintOrder" o SET "userId" = attribution."userId" FROM (${theirs("printOrder")}) attribution
    WHERE o.id = attribution."objectId" AND o."familyId" = ${familyId}::uuid AND o."isImported"`;
  await client.$executeRaw`
    INSERT INTO "NoticeLike" (id, "noticeId", "userId", "createdAt")
    SELECT gen_random_uuid(), n.id, attribution."userId", min(attribution."createdAt") FROM (${theirs("noticeLike")}) attribution
    JOIN "Notice" n ON n.id = attribution."objectId" AND n."familyId" = ${familyId}::uuid
    GROUP BY n.id, attribution."userId" ORDER BY n.id
    ON CONFLICT DO NOTHING`;
  await client.importedAttribution.deleteMany({ where: { personId: { in: ids }, familyId } });
}

/** The people without an account who did this, by object. */
export async function findAttributions(
  familyId: string,
  kind: ImportedAttributionKind,
  objectIds: readonly string[],
): Promise<Map<string, { importedPersonId: string; at: Date }[]>> {
  const rows = await db.importedAttribution.findMany({
    where: { familyId, kind, objectId: { in: [...objectIds] } },
    orderBy: [{ createdAt: "asc" }, { personId: "asc" }],
  });
  const found = new Map<string, { importedPersonId: string; at: Date }[]>();
  for (const { objectId, personId: importedPersonId, createdAt: at } of rows) {
    found.set(objectId, [...(found.get(objectId) ?? []), { importedPersonId, at }]);
  }
  return found;
}
