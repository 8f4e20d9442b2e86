import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ImportPlanner, type Plan } from "@/lib/album/imports/plan";
import {
  DryRun,
  listArchiveRows,
  type PlacedMember,
  type Planned,
  type PlannedImport,
} from "@/lib/album/imports/server/dry-run";
import { planOwnExport } from "@/lib/album/imports/server/export-planning";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { planServer } from "@/lib/album/imports/server/server-planning";
import { listArchive, listFolder, type Member } from "@/lib/album/imports/server/sources";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";

/** Lists everything once, reading only sidecars. */
async function listAll(
  job: PlannedImport,
  planner: ImportPlanner<PlacedMember>,
  signal?: AbortSignal,
): Promise<void> {
  const place = (member: Member, archiveId: string | null): PlacedMember => ({
    ...member,
    archiveId,
    id: randomUUID(),
  });
  if (job.folder !== null) {
    // Left by an interrupted dry run.
    await db.importArchive.deleteMany({ where: { importId: job.id } });
    for await (const found of listFolder(job.folder, { opensArchives: !job.isInPlace })) {
      signal?.throwIfAborted();
      if ("archive" in found) {
        const { id: importId, familyId } = job;
        const data = { id: randomUUID(), importId, familyId, ...found.archive };
        await db.importArchive.create({ data, select: { id: true } });
      } else {
        const { text, ...member } = found.member;
        planner.add(place(member, null), text);
      }
    }
  }
  for (const archive of await listArchiveRows(job.id)) {
    for await (const { text, ...member } of listArchive(archive, job.folder)) {
      signal?.throwIfAborted();
      planner.add(place(member, archive.id), text);
    }
  }
}

/**
 * Marks files that are probably in the album already, by length and checksum: they are compared before they are stored.
 * @returns how many
 */
function markKnown({ id, familyId }: PlannedImport): Promise<number> {
  return db.$executeRaw`
    UPDATE "ImportEntry" e SET "mediaId" = m.id FROM "Media" m
    WHERE e."importId" = ${id}::uuid AND e."familyId" = ${familyId}::uuid AND e.state = 'waiting'
      AND m."familyId" = ${familyId}::uuid AND m."deletedAt" IS NULL AND m.bytes = e.bytes AND m.crc32 = e.crc32`;
}

/** Finds what belongs together, folder by folder, so that other work gets a turn in between. */
async function* plansOf(
  planner: ImportPlanner<PlacedMember>,
  signal?: AbortSignal,
): AsyncGenerator<Plan<PlacedMember>> {
  for (const plan of planner.plan()) {
    await nextTurn();
    signal?.throwIfAborted();
    yield plan;
  }
}

/** Plans what is in an import's folder now. @throws ArchiveGoneError */
export async function* planFolder(
  job: PlannedImport,
  signal?: AbortSignal,
): AsyncGenerator<Plan<PlacedMember>> {
  const planner = new ImportPlanner<PlacedMember>();
  await listAll(job, planner, signal);
  yield* plansOf(planner, signal);
}

async function planFiles(
  run: DryRun,
  planner: ImportPlanner<PlacedMember>,
  signal?: AbortSignal,
): Promise<void> {
  for await (const { files, others, withoutFile } of plansOf(planner, signal)) {
    await run.add(files);
    for (const { member, reason } of others) await run.leave(member, reason);
    run.counter.addWithoutFile(withoutFile);
  }
}

async function planArchives(
  job: PlannedImport,
  run: DryRun,
  actor: MemberActor | null,
  signal?: AbortSignal,
): Promise<Planned> {
  const planner = new ImportPlanner<PlacedMember>();
  await listAll(job, planner, signal);
  const people = await planOwnExport(job, run, [...planner.members()], actor, signal);
  if (people) return { kind: "keepsake", people };
  await planFiles(run, planner, signal);
  return { kind: planner.kind, people: null };
}

/**
 * The dry run: lists what is there, finds what belongs together, records each file, and counts. Nothing is added to the
 * album. Repeating it starts over.
 * @throws ArchiveError, ArchiveGoneError, StorageError
 */
export async function planImport(job: PlannedImport, signal?: AbortSignal): Promise<void> {
  await db.importEntry.deleteMany({ where: { importId: job.id } });
  const actor = await importActor(job.userId, job.familyId);
  const run = new DryRun(job, actor?.firstYear ?? 0, await getUploadLimits(job.familyId));
  const { kind, people } =
    job.address === null
      ? await planArchives(job, run, actor, signal)
      : await planServer(job, run, actor, signal);
  await run.finish();
  const report = run.counter.report(kind, await markKnown(job));
  const isEmpty = report.photos + report.videos === 0;
  await db.import.updateMany({
    where: { id: job.id, state: "reading" },
    data: isEmpty
      ? { state: "failed", reason: "nothing_found", report, finishedAt: new Date(), sealedKey: null }
      : { state: "ready", reason: null, report, ...(people ? { choices: { people } } : {}) },
  });
}
