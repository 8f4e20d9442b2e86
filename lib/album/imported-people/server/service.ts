import type { ImportedPersonDto, MatchImportedPersonInput } from "@/lib/album/imported-people/schema";
import { claimWhatWasSaid } from "@/lib/album/imported-people/server/claiming-service";
import { unknownPerson } from "@/lib/album/tags/server/service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { notFound } from "@/lib/http/errors";

/** No import lists more names. */
const maxListed = 2_000;

const personSelect = {
  id: true,
  name: true,
  memberId: true,
  _count: { select: { hearts: true, comments: true, attributions: { where: { kind: "upload" } } } },
} as const satisfies Prisma.ImportedPersonSelect;

const importedPersonDto = ({
  _count: { attributions: uploads, ...said },
  ...person
}: Prisma.ImportedPersonGetPayload<{ select: typeof personSelect }>): ImportedPersonDto => ({
  ...person,
  ...said,
  uploads,
});

/** Everyone with imported comments, hearts or photos, by name, and the family member each one is matched to. */
export async function listImportedPeople({ familyId }: MemberActor): Promise<ImportedPersonDto[]> {
  const people = await db.importedPerson.findMany({
    where: { familyId },
    select: personSelect,
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: maxListed,
  });
  return people.map(importedPersonDto);
}

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
    return importedPersonDto(
      await client.importedPerson.findUniqueOrThrow({ where: { id }, select: personSelect }),
    );
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
