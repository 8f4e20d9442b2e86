import type {
  ChoicesInput,
  ImportAction,
  ImportDto,
  ImportedProfile,
  ImportState,
} from "@/lib/album/imports/schema";
import { choicesSchema } from "@/lib/album/imports/schema";
import { matchNames, mayBringWords } from "@/lib/album/imports/server/said-service";
import { requireImport } from "@/lib/album/imports/server/service";
import { enqueueImport } from "@/lib/album/imports/server/tasks";
import { leaveUnwanted, retryRefused } from "@/lib/album/imports/server/unwanted-entries";
import { turns } from "@/lib/album/imports/turns";
import { unknownPerson } from "@/lib/album/tags/server/service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { emit } from "@/lib/core/events/server/events";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db, type Prisma } from "@/lib/db";
import { createPersonIn } from "@/lib/family/families/server/people-service";
import { updateFamily } from "@/lib/family/families/server/settings-service";
import { AppError, forbidden } from "@/lib/http/errors";

/** The states that each action leads from and to. Requesting the current state changes nothing. */
const moves: Record<ImportAction, { from: readonly ImportState[]; to: ImportState }> = {
  read: { from: ["uploading"], to: "reading" },
  start: { from: ["ready"], to: "running" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  look: { from: ["done"], to: "done" },
  undo: { from: ["running", "paused", "done"], to: "undoing" },
};

const notNow = () =>
  new AppError("not_now", 409, "This import isn't where you last saw it. Please look again.");

/**
 * Adds someone's birthday and nickname if the family doesn't know them, that their face must never be computed, and
 * that nobody is reminded of them.
 */
async function addToProfile(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  memberId: string,
  { birthDate, nickname, neverRecognize, leftOutOfMemories }: ImportedProfile,
): Promise<void> {
  if (!may(actor, "family.manageUsers")) return;
  const theirs = { id: memberId, familyId: actor.familyId };
  if (birthDate) {
    await client.familyMember.updateMany({
      where: { ...theirs, birthDate: null },
      data: { birthDate: new Date(`${birthDate}T00:00:00Z`) },
    });
  }
  if (nickname) {
    await client.familyMember.updateMany({ where: { ...theirs, nickname: null }, data: { nickname } });
  }
  if (leftOutOfMemories) {
    await client.familyMember.updateMany({ where: theirs, data: { leftOutOfMemories } });
  }
  const isKnown = (await client.familyMember.count({ where: { ...theirs, neverRecognize: false } })) > 0;
  if (neverRecognize && isKnown) await emit("person.shielded", { memberId }, client);
}

/** Creates the people who are new here. @returns the choices, with who everyone is */
async function createPeople(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { choices, report }: ImportDto,
): Promise<ChoicesInput> {
  const profiles = new Map(report.people.map(({ name, profile }) => [name, profile]));
  const people: ChoicesInput["people"] = [];
  for (const person of choices.people) {
    const profile = profiles.get(person.name);
    if (!person.isNew || person.memberId) {
      if (person.memberId && profile) await addToProfile(client, actor, person.memberId, profile);
      people.push(person);
      continue;
    }
    const { neverRecognize = false, leftOutOfMemories = false, ...known } = profile ?? {};
    const { id } = await createPersonIn(client, actor, { name: person.name, ...known });
    // Nobody knows yet what they look like, so nothing has to be erased.
    const where = { id, familyId: actor.familyId };
    if (neverRecognize || leftOutOfMemories) {
      await client.familyMember.updateMany({ where, data: { neverRecognize, leftOutOfMemories } });
    }
    people.push({ ...person, memberId: id, isNew: false });
  }
  return { ...choices, people };
}

/** Remembers the names with comments or hearts: they are matched once for this import and all later ones. */
async function matchSpeakers(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { report }: ImportDto,
  { people }: ChoicesInput,
): Promise<void> {
  if (!mayBringWords(actor, report.kind)) return;
  const speakers = new Set(report.people.filter(({ said }) => said > 0).map(({ name }) => name));
  await matchNames(
    client,
    actor.familyId,
    people.filter(({ name }) => speakers.has(name)),
  );
}

/** Counts what is waiting, once unwanted files have been left out. */
async function countWanted(client: Prisma.TransactionClient, importId: string): Promise<void> {
  await client.$executeRaw`
    UPDATE "Import" i SET "totalCount" = counted.files, "totalBytes" = counted.bytes, "leftCount" = counted.skipped
    FROM (
      SELECT count(*) FILTER (WHERE state = 'waiting')::int AS files, count(*) FILTER (WHERE state = 'left')::int AS skipped,
        coalesce(sum(bytes) FILTER (WHERE state = 'waiting'), 0)::bigint AS bytes
      FROM "ImportEntry" WHERE "importId" = ${importId}::uuid AND turn < ${turns.text}) counted
    WHERE i.id = ${importId}::uuid`;
}

/** Makes the album go back as far as what is imported, if this person may decide that. */
async function makeRoomForOlder(actor: MemberActor, { report, state }: ImportDto): Promise<void> {
  const { firstYear } = report;
  if (state !== "ready" || firstYear === null || firstYear >= actor.firstYear || !may(actor, "family.edit"))
    return;
  await updateFamily(actor, { firstYear });
}

/** @throws AppError 409 if its state doesn't allow this */
async function move(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  id: string,
  action: ImportAction,
): Promise<boolean> {
  const { from, to } = moves[action];
  const { count } = await client.import.updateMany({
    where: {
      ...{ id, familyId: actor.familyId, state: { in: [...from] } },
      // Archives don't change.
      ...(action === "look" ? { isInPlace: true } : {}),
    },
    data: {
      state: to,
      reason: action === "pause" ? "asked" : null,
      ...(action === "undo" ? { undoneById: actor.userId } : {}),
    },
  });
  if (count > 0) return true;
  const isThere = await client.import.count({ where: { id, familyId: actor.familyId, state: to } });
  if (isThere === 0 || action === "look") throw notNow();
  return false;
}

/**
 * Reads, starts, pauses, resumes or undoes an import; repeating it changes nothing.
 * @throws AppError 403 for an undo with an API key, 404, 409 if that isn't possible now
 */
export async function actOnImport(actor: MemberActor, id: string, action: ImportAction): Promise<ImportDto> {
  if (action === "undo" && actor.key !== null) throw forbidden("An API key can't undo an import.");
  const before = await requireImport(actor, id);
  if (
    action === "read" &&
    before.state === "uploading" &&
    before.archives.length === 0 &&
    before.folder === null &&
    before.address === null
  ) {
    throw new AppError("no_archives", 409, "Please add at least one archive first.");
  }
  if (action === "start") await makeRoomForOlder(actor, before);
  await db.$transaction(async (client) => {
    // This may mark someone whose face must never be computed.
    if (action === "start") await lockFamilyFaces(client, actor.familyId);
    if (!(await move(client, actor, id, action))) return;
    if (action === "start") {
      // As they are now: two entries may have become one while this waited.
      const row = await client.import.findUniqueOrThrow({ where: { id }, select: { choices: true } });
      const chosen = choicesSchema.parse(row.choices);
      const choices = await createPeople(client, actor, { ...before, choices: chosen });
      await client.import.update({ where: { id }, data: { choices }, select: { id: true } });
      await leaveUnwanted(client, id, choices);
      await countWanted(client, id);
      await matchSpeakers(client, actor, before, choices);
      // From now on, the added items count; the archives no longer do.
      await client.upload.updateMany({ where: { importId: id }, data: { expiresAt: new Date(0) } });
    }
    if (action === "look") await retryRefused(client, id);
    if (action !== "pause") await enqueueImport(id, { client });
    // A look adds nothing and can be requested again and again.
    if (action === "look") return;
    const { userId: actorId, familyId } = actor;
    await recordActivity({ action: `import.${action}`, actorId, familyId }, client);
  });
  return requireImport(actor, id);
}

/**
 * Saves what to import, and who the people in the source are here; this is final once the import has started.
 * @throws AppError 403 for someone who can't add people, 404, 409, 422 for someone outside the family
 */
export async function saveChoices(actor: MemberActor, id: string, input: ChoicesInput): Promise<ImportDto> {
  await requireImport(actor, id);
  if (input.people.some(({ isNew }) => isNew) && !may(actor, "family.manageUsers")) {
    throw forbidden("Only the family's admins can add people.");
  }
  const memberIds = [...new Set(input.people.flatMap(({ memberId }) => memberId ?? []))];
  const { familyId } = actor;
  const members = await db.familyMember.count({ where: { id: { in: memberIds }, familyId } });
  if (members < memberIds.length) throw unknownPerson("people");
  const { count } = await db.import.updateMany({
    where: { id, familyId, state: "ready" },
    data: { choices: choicesSchema.parse(input) },
  });
  if (count === 0) throw notNow();
  return requireImport(actor, id);
}

/** When two entries become one person, imports that were to tag the former tag that person. */
export async function passOnChoices(
  client: Prisma.TransactionClient,
  formerId: string,
  memberId: string,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Import" i SET choices = replace(i.choices::text, ${formerId}, ${memberId})::jsonb
    FROM "FamilyMember" p WHERE p.id = ${memberId}::uuid AND i."familyId" = p."familyId"
      AND i.choices -> 'people' @> jsonb_build_array(jsonb_build_object('memberId', ${formerId}::text))`;
}
