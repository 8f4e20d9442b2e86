import { claimAttributions } from "@/lib/album/imported-people/server/attribution-service";
import type { Prisma } from "@/lib/db";

/**
 * Gives people with accounts the comments and hearts imported under their names, and what they did. Called whenever an
 * account or a name is linked to one of the family's people, and when an import ends; repeating it changes nothing.
 */
export async function claimWhatWasSaid(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  // An import that is adding one of their comments at this moment has the row's key locked.
  const people = await client.$queryRaw<{ id: string; userId: string }[]>`
    SELECT i.id, p."userId" FROM "ImportedPerson" i
    JOIN "FamilyMember" p ON p.id = i."memberId" AND p."familyId" = i."familyId"
    WHERE i."familyId" = ${familyId}::uuid AND p."userId" IS NOT NULL ORDER BY i.id FOR UPDATE OF i`;
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  const userIds = people.map(({ userId }) => userId);
  await client.$executeRaw`
    UPDATE "Comment" c SET "userId" = theirs."userId", "importedPersonId" = NULL
    FROM unnest(${ids}::uuid[], ${userIds}::uuid[]) AS theirs(id, "userId")
    WHERE c."importedPersonId" = theirs.id AND c."familyId" = ${familyId}::uuid`;
  await client.$executeRaw`
    INSERT INTO "Heart" ("userId", "mediaId", "familyId", "createdAt")
    SELECT theirs."userId", h."mediaId", h."familyId", min(h."createdAt") FROM "ImportedHeart" h
    JOIN unnest(${ids}::uuid[], ${userIds}::uuid[]) AS theirs(id, "userId") ON theirs.id = h."personId"
    WHERE h."familyId" = ${familyId}::uuid
    GROUP BY theirs."userId", h."mediaId", h."familyId" ORDER BY h."mediaId"
    ON CONFLICT DO NOTHING`;
  await client.importedHeart.deleteMany({ where: { personId: { in: ids }, familyId } });
  await claimAttributions(client, familyId, people);
}

/** Two of the family's people were one, so names that were matched to the former become the other's. */
export async function passOnImportedNames(
  client: Prisma.TransactionClient,
  formerId: string,
  memberId: string,
): Promise<void> {
  await client.importedPerson.updateMany({ where: { memberId: formerId }, data: { memberId } });
}
