import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { emit } from "@/lib/core/events/server/events";
import { db, longTransaction, type Prisma } from "@/lib/db";
import type {
  CreateFamilyMemberInput,
  FamilyMemberDto,
  UpdateFamilyMemberInput,
} from "@/lib/family/families/schema";
import { personDto, personSelect } from "@/lib/family/families/server/dto";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import { listFamilyPeople } from "@/lib/family/families/server/service";
import { AppError, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** People without accounts: no real family has this many, but no list must grow without limit. */
const maxPeople = 200;

/** The people of the current family; another one must be switched to first. @throws AppError 404 */
export async function listPeopleOf(actor: MemberActor, familyId?: string): Promise<FamilyMemberDto[]> {
  if (familyId !== undefined && familyId !== actor.familyId) throw notFound();
  return listFamilyPeople(actor);
}

const dateOf = (birthDate: string | null) => (birthDate ? new Date(`${birthDate}T00:00:00Z`) : null);

/**
 * Links a person to an account. Every account has one entry per family, so its previous entry is merged into this one,
 * including what only that entry knew. Call with the family locked.
 * @throws AppError 404 for an account that is not in the family
 */
async function linkAccount(
  client: Prisma.TransactionClient,
  familyId: string,
  personId: string,
  userId: string,
): Promise<void> {
  const account = isUuid(userId)
    ? await client.membership.findFirst({ where: { familyId, userId }, select: { userId: true } })
    : null;
  if (!account) throw notFound();
  const former = await client.familyMember.findFirst({
    where: { familyId, userId, id: { not: personId } },
    select: { id: true, nickname: true, birthDate: true },
  });
  const person = await client.familyMember.findFirstOrThrow({
    where: { id: personId, familyId },
    select: { nickname: true, birthDate: true, userId: true },
  });
  if (person.userId !== null && person.userId !== userId) {
    throw new AppError("person_has_account", 422, "This person already has another account.", {
      field: "userId",
    });
  }
  if (former) {
    await emit("person.merged", { formerId: former.id, memberId: personId }, client);
    // Pictures of one are pictures of the other: they are the same person.
    await client.$executeRaw`
      INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId", "taggedById", "createdAt")
      SELECT "mediaId", ${personId}::uuid, "familyId", "taggedById", "createdAt" FROM "MediaTag"
      WHERE "memberId" = ${former.id}::uuid ON CONFLICT DO NOTHING`;
    await client.familyMember.delete({ where: { id: former.id }, select: { id: true } });
  }
  await client.familyMember.update({
    where: { id: personId },
    data: {
      userId,
      nickname: person.nickname ?? former?.nickname ?? null,
      birthDate: person.birthDate ?? former?.birthDate ?? null,
    },
    select: { id: true },
  });
  await emit("person.linked", { familyId }, client);
}

/** Adds a person, who doesn't need an account: a baby has none. @throws AppError 404 for a foreign userId, 422 */
export async function createPerson(
  actor: MemberActor,
  input: CreateFamilyMemberInput,
): Promise<FamilyMemberDto> {
  return db.$transaction((client) => createPersonIn(client, actor, input), longTransaction);
}

/** createPerson as part of a larger transaction. */
export async function createPersonIn(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  input: CreateFamilyMemberInput,
): Promise<FamilyMemberDto> {
  await lockOwnFamily(client, actor, "family.manageUsers");
  const { familyId } = actor;
  if ((await client.familyMember.count({ where: { familyId, userId: null } })) >= maxPeople) {
    throw new AppError(
      "too_many_people",
      422,
      `A family can have at most ${maxPeople} people without an account.`,
    );
  }
  const { id } = await client.familyMember.create({
    data: {
      familyId,
      name: input.name,
      nickname: input.nickname ?? null,
      birthDate: dateOf(input.birthDate ?? null),
    },
    select: { id: true },
  });
  if (input.userId !== undefined) await linkAccount(client, familyId, id, input.userId);
  await recordActivity({ action: "family.personAdded", actorId: actor.userId, familyId }, client);
  return personDto(await client.familyMember.findUniqueOrThrow({ where: { id }, select: personSelect }));
}

/** Changes what is given; the rest stays. @throws AppError 404, 422 */
export async function updatePerson(
  actor: MemberActor,
  id: string,
  change: UpdateFamilyMemberInput,
): Promise<FamilyMemberDto> {
  return db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.manageUsers");
    const { familyId } = actor;
    const { name, nickname, birthDate, userId } = change;
    const changed = await client.familyMember.updateMany({
      where: { id, familyId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(nickname === undefined ? {} : { nickname }),
        ...(birthDate === undefined ? {} : { birthDate: dateOf(birthDate) }),
      },
    });
    if (changed.count === 0) throw notFound();
    if (userId !== undefined) await linkAccount(client, familyId, id, userId);
    await recordActivity({ action: "family.personChanged", actorId: actor.userId, familyId }, client);
    return personDto(await client.familyMember.findUniqueOrThrow({ where: { id }, select: personSelect }));
  }, longTransaction);
}

/** Only for people without an account: others are removed with theirs. @throws AppError 404, 422 */
export async function deletePerson(actor: MemberActor, id: string): Promise<void> {
  await db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.manageUsers");
    const { familyId } = actor;
    const person = await client.familyMember.findFirst({
      where: { id, familyId },
      select: { userId: true },
    });
    if (!person) throw notFound();
    if (person.userId !== null) {
      throw new AppError(
        "person_has_account",
        422,
        "This person has an account. Remove the account from the family instead.",
      );
    }
    // It is no longer known whose face it was, so it must not stay behind without a name.
    await emit("person.removed", { memberId: id }, client);
    await client.familyMember.delete({ where: { id }, select: { id: true } });
    await recordActivity({ action: "family.personRemoved", actorId: actor.userId, familyId }, client);
  }, longTransaction);
}
