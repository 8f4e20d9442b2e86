import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { folderOf, yearOfFolder } from "@/lib/album/imports/folders";
import { ImportPlanner, type Plan, type PlannedFile } from "@/lib/album/imports/plan";
import type { EntryReason } from "@/lib/album/imports/schema";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { ReportCounter } from "@/lib/album/imports/server/report";
import { type ArchiveRow, listArchive, listFolder, type Member } from "@/lib/album/imports/server/sources";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { keyInPlace } from "@/lib/platform/storage/in-place-storage";

const rowsAtOnce = 500;

export interface PlannedImport {
  id: string;
  familyId: string;
  userId: string | null;
  folder: string | null;
  isInPlace: boolean;
  timeZone: string;
}

/** A member with where it is. */
export interface PlacedMember extends Member {
  archiveId: string | null;
  id: string;
}

export async function listArchiveRows(importId: string): Promise<ArchiveRow[]> {
  const rows = await db.importArchive.findMany({
    where: { importId },
    select: { id: true, fileName: true, bytes: true, mimeType: true, storagePath: true },
    orderBy: [{ fileName: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** Lists everything once; sidecars are read, and nothing else. */
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
    // What an interrupted dry run found.
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

/** What belongs together, folder by folder. @throws ArchiveError, ArchiveGoneError, StorageError */
export async function* planFolders(
  job: PlannedImport,
  signal?: AbortSignal,
): AsyncGenerator<Plan<PlacedMember>> {
  const planner = new ImportPlanner<PlacedMember>();
  await listAll(job, planner, signal);
  for (const plan of planner.plan()) {
    await nextTurn();
    signal?.throwIfAborted();
    yield plan;
  }
}

/** Why a file can't come, as far as that can be seen without reading it. */
function refusalOf(
  { member, kind }: PlannedFile<PlacedMember>,
  { limits, job }: { limits: UploadLimits; job: PlannedImport },
): EntryReason | null {
  if (member.refusal) return member.refusal;
  if (member.bytes === 0) return "empty";
  if (job.isInPlace && keyInPlace(`${job.folder}/${member.path}`) === null) return "name";
  const maxBytes = kind === "photo" ? limits.maxImageBytes : limits.maxVideoBytes;
  return member.bytes > maxBytes ? "too_large" : null;
}

/**
 * A photo of an album is in its year's folder too, where it has its sidecar: that one comes first. Clips come last, since it
 * is the photo that says whether it has the clip in it.
 */
const turns = { year: 0, other: 1, clip: 2 };
const turnOf = ({ path }: Member) => (yearOfFolder(folderOf(path)) === null ? turns.other : turns.year);

type EntryRow = Prisma.ImportEntryCreateManyInput;

/** Writes down files, many at a time. */
export class EntryWriter {
  #rows: EntryRow[] = [];

  constructor(
    private readonly job: PlannedImport,
    private readonly limits: UploadLimits,
  ) {}

  /** @returns why it can't come */
  async add(file: PlannedFile<PlacedMember>): Promise<EntryReason | null> {
    const { member, facts, albums, photo } = file;
    const reason = refusalOf(file, { limits: this.limits, job: this.job });
    const clip = { turn: photo ? turns.clip : turnOf(member), photoId: photo?.id ?? null };
    const left = reason ? { state: "left" as const, reason } : {};
    await this.#write(member, { facts: { ...facts }, albums, ...clip, ...left });
    return reason;
  }

  leave(member: PlacedMember, reason: EntryReason): Promise<void> {
    return this.#write(member, { state: "left", reason });
  }

  async #write(member: PlacedMember, row: Partial<EntryRow>): Promise<void> {
    const { id, archiveId, path, position, bytes, compressedBytes, method, crc32 } = member;
    const place = { id, archiveId, path, position, bytes, compressedBytes, method, crc32 };
    this.#rows.push({ importId: this.job.id, familyId: this.job.familyId, ...place, ...row });
    if (this.#rows.length >= rowsAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    const data = this.#rows;
    this.#rows = [];
    if (data.length > 0) await db.importEntry.createMany({ data });
  }
}

/**
 * Notes which files are probably in the album already, by length and checksum: those are compared before they are stored.
 * @returns how many
 */
function markKnown({ id, familyId }: PlannedImport): Promise<number> {
  return db.$executeRaw`
    UPDATE "ImportEntry" e SET "mediaId" = m.id FROM "Media" m
    WHERE e."importId" = ${id}::uuid AND e."familyId" = ${familyId}::uuid AND e.state = 'waiting'
      AND m."familyId" = ${familyId}::uuid AND m."deletedAt" IS NULL AND m.bytes = e.bytes AND m.crc32 = e.crc32`;
}

/**
 * The dry run: lists what is there, finds what belongs together, writes down each file, and counts. Nothing is added to
 * the album. Repeating it starts again.
 * @throws ArchiveError, ArchiveGoneError, StorageError
 */
export async function planImport(job: PlannedImport, signal?: AbortSignal): Promise<void> {
  await db.importEntry.deleteMany({ where: { importId: job.id } });
  const actor = await importActor(job.userId, job.familyId);
  const counter = new ReportCounter(job.timeZone, actor?.firstYear ?? 0);
  const writer = new EntryWriter(job, await getUploadLimits(job.familyId));
  for await (const { files, others, withoutFile } of planFolders(job, signal)) {
    for (const file of files) counter.add(file, await writer.add(file));
    for (const { member, reason } of others) {
      counter.leave(reason);
      await writer.leave(member, reason);
    }
    counter.addWithoutFile(withoutFile);
  }
  await writer.flush();
  const report = counter.report(await markKnown(job));
  const isEmpty = report.photos + report.videos === 0;
  await db.import.updateMany({
    where: { id: job.id, state: "reading" },
    data: isEmpty
      ? { state: "failed", reason: "nothing_found", report, finishedAt: new Date() }
      : { state: "ready", reason: null, report },
  });
}
