import type { ImportedPersonDto, MatchImportedPersonInput } from "@/lib/album/imported-people/schema";
import { claimWhatWasSaid } from "@/lib/album/imported-people/server/claiming-service";
import { unknownPerson } from "@/lib/album/tags/server/service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";

/** No import lists more names. */
const maxListed = 2_000;

/** By name. */
const readPeople = (client: Prisma.TransactionClient, people: Prisma.Sql) =>
  // Prisma's own counts of relations group all comments and hearts of the installation.
  client.$queryRaw<ImportedPersonDto[]>`
    SELECT p.id, p.name, p."memberId",
      (SELECT count(*)::int FROM "ImportedHeart" h WHERE h."personId" = p.id) AS hearts,
      (SELECT count(*)::int FROM "Comment" c WHERE c."importedPersonId" = p.id) AS comments,
      (SELECT count(*)::int FROM "ImportedAttribution" a
        WHERE a."personId" = p.id AND a.kind = 'upload') AS uploads
    FROM "ImportedPerson" p WHERE ${people} ORDER BY p.name, p.id LIMIT ${maxListed}`;

/** Everyone with imported comments, hearts or photos, by name, and the family member each one is matched to. */
export const listImportedPeople = ({ familyId }: MemberActor): Promise<ImportedPersonDto[]> =>
  readPeople(db, Prisma.sql`p."familyId" = ${familyId}::uuid`);

/**
 * Matches someone to a family member. What they said becomes theirs at once if they have an account, or else when they
 * get one; it can't be taken back from them.
 * @throws AppError 404, 422 for someone outside the family
 */
export async function matchImportedPerson(
  actor: MemberActor,
  id: string,
  { memberId }: MatchImportedPersonInput,
): Promise<ImportedPersonDto> {
  const { familyId, userId: actorId } = actor;
  return db.$transaction(async (client) => {
    if (memberId !== null && (await client.familyMember.count({ where: { id: memberId, familyId } })) === 0) {
      throw unknownPerson("memberId");
    }
    const { count } = await client.importedPerson.updateMany({ where: { id, familyId }, data: { memberId } });
    if (count === 0) throw notFound();
    await claimWhatWasSaid(client, familyId);
    await recordActivity({ action: "family.importedPersonMatched", actorId, familyId }, client);
    const [person] = await readPeople(client, Prisma.sql`p.id = ${id}::uuid`);
    return person as ImportedPersonDto;
  });
}

/** Removes a name with the hearts and comments under it; photos stay with their importer. @throws AppError 404 */
export async function deleteImportedPerson(actor: MemberActor, id: string): Promise<void> {
  const { familyId, userId: actorId } = actor;
  await db.$transaction(async (client) => {
    const { count } = await client.importedPerson.deleteMany({ where: { id, familyId } });
    if (count === 0) throw notFound();
    await recordActivity({ action: "family.importedPersonRemoved", actorId, familyId }, client);
  });
}
