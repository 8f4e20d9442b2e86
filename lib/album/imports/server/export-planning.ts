import { type ExportHead, exportFileName } from "@/lib/album/exports/format";
import { nameIn } from "@/lib/album/imports/folders";
import type { PlannedFile, PlannedMember } from "@/lib/album/imports/plan";
import { type ChoicesInput, type ImportedProfile, maxPeople } from "@/lib/album/imports/schema";
import {
  type DryRun,
  listArchiveRows,
  type PlacedMember,
  type PlannedImport,
} from "@/lib/album/imports/server/dry-run";
import { ExportedPeople, ExportFiles, readExport, topOf } from "@/lib/album/imports/server/export-reading";
import type { Exported } from "@/lib/album/imports/server/report";
import { readMember } from "@/lib/album/imports/server/sources";
import { paragraph, personName } from "@/lib/album/imports/texts";
import { zipType } from "@/lib/album/uploads/server/archive-type";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { givenNameOf } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { birthDateSchema } from "@/lib/family/families/schema";

const isExportText = ({ path }: PlannedMember): boolean => nameIn(path) === exportFileName;

type Read<Member> = (member: Member) => AsyncIterable<Uint8Array>;

async function readHead(bytes: AsyncIterable<Uint8Array>): Promise<ExportHead | null> {
  for await (const line of readExport(bytes)) return "head" in line ? line.head : null;
  return null;
}

/** The latest one, which has everything that the others say. @throws ArchiveError if none can be read */
async function findLatest<Member extends PlannedMember>(
  candidates: readonly Member[],
  read: Read<Member>,
): Promise<{ member: Member; head: ExportHead } | null> {
  let latest: { member: Member; head: ExportHead } | null = null;
  for (const member of candidates) {
    const head = await readHead(read(member));
    if (head && (!latest || head.export.madeAt > latest.head.export.madeAt)) latest = { member, head };
  }
  return latest;
}

const isBirthDate = (text: string | null): text is string =>
  text !== null && birthDateSchema.safeParse(text).success;

/** The profiles of the people who were in the family's list. */
function profilesOf(people: ExportedPeople): Map<string, ImportedProfile> {
  return new Map(
    people
      .all()
      .flatMap(
        ([key, { name, nickname, birthDate, isListed, neverRecognize, leftOutOfMemories = false }]) => {
          if (!isListed) return [];
          const profile = {
            name: personName(name).slice(0, 80) || key,
            nickname: nickname === null ? null : personName(nickname).slice(0, 80) || null,
            birthDate: isBirthDate(birthDate) ? birthDate : null,
            neverRecognize,
            ...(leftOutOfMemories ? { leftOutOfMemories } : {}),
          };
          return [[key, profile] as const];
        },
      ),
  );
}

/** Guesses who is who: by username, then by the name that the family calls them; others are new. */
async function guessPeople(actor: MemberActor, people: ExportedPeople): Promise<ChoicesInput["people"]> {
  const family = await db.familyMember.findMany({
    where: { familyId: actor.familyId },
    select: { id: true, name: true, nickname: true, user: { select: { username: true } } },
  });
  const byUsername = new Map(family.flatMap(({ id, user }) => (user ? [[user.username, id] as const] : [])));
  const byName = new Map(family.map((person) => [givenNameOf(person), person.id] as const));
  const taken = new Set<string>();
  return people
    .all()
    .slice(0, maxPeople)
    .flatMap(([name, person]): ChoicesInput["people"] => {
      const memberId =
        byUsername.get(person.account?.username ?? "") ?? byName.get(givenNameOf(person)) ?? null;
      if (memberId !== null && !taken.has(memberId)) {
        taken.add(memberId);
        return [{ name, memberId, isNew: false }];
      }
      const isNew = person.isListed && may(actor, "family.manageUsers");
      return isNew ? [{ name, memberId: null, isNew }] : [];
    });
}

interface PlannedExport<Member extends PlannedMember> {
  /** The file that says it all. */
  text: Member;
  files(): AsyncGenerator<PlannedFile<Member>[]>;
  /** Once all files have been taken. */
  rest(): Exported;
  people(actor: MemberActor): Promise<ChoicesInput["people"]>;
}

/**
 * Plans a Keepsake export: `keepsake.json` says what each file is, so nothing has to be inferred from names.
 * @returns null if there is none
 * @throws ArchiveError if it is damaged
 */
async function planExport<Member extends PlannedMember>(
  members: readonly Member[],
  read: Read<Member>,
): Promise<PlannedExport<Member> | null> {
  const candidates = members.filter(isExportText);
  const latest = await findLatest(candidates, read);
  if (!latest) return null;
  const files = new ExportFiles(members, new Set(candidates.map(topOf)));
  const people = new ExportedPeople();
  const rest: Omit<Exported, "profiles"> = { albums: [], notices: 0, printOrders: 0, missing: 0 };
  return {
    text: latest.member,
    async *files() {
      for await (const line of readExport(read(latest.member))) {
        if ("head" in line) continue;
        if (line.list === "people") people.add(line.value);
        else if (line.list === "items") {
          const planned = files.plan(line.value, people);
          if (planned.length === 0) rest.missing++;
          yield planned;
        } else if (line.list === "albums") {
          const title = paragraph(line.value.title, 200);
          rest.albums.push({ title, count: line.value.items.length });
        } else if (line.list === "notices") rest.notices++;
        else if (line.list === "printOrders") rest.printOrders++;
      }
    },
    rest: () => ({ ...rest, profiles: profilesOf(people) }),
    people: (actor) => guessPeople(actor, people),
  };
}

/** Plans a Keepsake export, if it is one. @returns who is probably who, or null */
export async function planOwnExport(
  job: PlannedImport,
  run: DryRun,
  members: readonly PlacedMember[],
  actor: MemberActor | null,
  signal?: AbortSignal,
): Promise<ChoicesInput["people"] | null> {
  if (!members.some(isExportText)) return null;
  const archives = new Map((await listArchiveRows(job.id)).map((archive) => [archive.id, archive]));
  // A TGZ would have to be read from its beginning each time.
  const canRead = ({ archiveId }: PlacedMember) =>
    archiveId === null || archives.get(archiveId)?.mimeType === zipType;
  const found = await planExport(members.filter(canRead), (member) =>
    readMember(member, archives.get(member.archiveId ?? "") ?? null, job.folder),
  );
  if (!found) return null;
  for await (const files of found.files()) {
    signal?.throwIfAborted();
    await run.add(files);
  }
  run.counter.addExported(found.rest());
  await run.addText(found.text);
  return actor ? found.people(actor) : [];
}
