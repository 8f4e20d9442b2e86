import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { entryFactsSchema, type ImportReason, reportSchema } from "@/lib/album/imports/schema";
import { listArchiveRows, type PlannedImport } from "@/lib/album/imports/server/dry-run";
import { finishImport, stopImport } from "@/lib/album/imports/server/ending-service";
import { type Bytes, type EntryJob, type EntryRow, entrySelect } from "@/lib/album/imports/server/entry-rows";
import { failEntry, ImportPausedError, takeEntry } from "@/lib/album/imports/server/entry-service";
import type { ImmichClient } from "@/lib/album/imports/server/immich-client";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { readPeople } from "@/lib/album/imports/server/import-people";
import { lookAgain } from "@/lib/album/imports/server/in-place-service";
import { planImport } from "@/lib/album/imports/server/planning-service";
import { RemoteError } from "@/lib/album/imports/server/remote-server";
import { restoreRest } from "@/lib/album/imports/server/rest-service";
import { mayBringWords } from "@/lib/album/imports/server/said-service";
import { openServer } from "@/lib/album/imports/server/server-import-service";
import {
  ArchiveGoneError,
  type ArchiveRow,
  readFolderFile,
  readTgz,
  sourceOf,
  zipMember,
} from "@/lib/album/imports/server/sources";
import { restoreStacks } from "@/lib/album/imports/server/stacks-service";
import { enqueueImport } from "@/lib/album/imports/server/tasks";
import { undoSome } from "@/lib/album/imports/server/undoing-service";
import { deriveTask } from "@/lib/album/media/server/derivatives-service";
import { zipType } from "@/lib/album/uploads/server/archive-type";
import { db, type Prisma } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { ArchiveError, ZipReader } from "@/lib/platform/files/zip-reader";
import { countWaiting } from "@/lib/platform/queue/failed-jobs";
import { workAlone } from "@/lib/platform/queue/work-alone";

/** After this, other families' imports get their turn. A TGZ can only be read from its beginning, so it gets longer. */
const sliceMs = 60_000;
const tgzSliceMs = 60 * 60_000;
const entriesAtOnce = 60;
/** While one file is written, the next is read. */
const filesAtOnce = 3;
/** More waiting photos than this would fill the disk with work before anyone sees the first. */
const maxWaitingPhotos = 200;
const restMs = 250;
/** Consecutive failures that aren't a file's fault: the database down, the storage unreachable. */
const maxAttempts = 10;

const importSelect = {
  id: true,
  familyId: true,
  userId: true,
  undoneById: true,
  folder: true,
  isInPlace: true,
  address: true,
  sealedKey: true,
  state: true,
  timeZone: true,
  choices: true,
  report: true,
} as const satisfies Prisma.ImportSelect;
type ImportRow = Prisma.ImportGetPayload<{ select: typeof importSelect }>;

/** Puts imports that a stopped server left behind back into the queue. */
export async function requeueImports(): Promise<void> {
  const open = await db.import.findMany({
    where: { state: { in: ["reading", "running", "undoing"] } },
    select: { id: true },
    take: 1_000,
  });
  for (const { id } of open) await enqueueImport(id, { keepsWaiting: true });
}

/**
 * Continues an import for a while, one per family at a time.
 * @throws errors that aren't a file's fault, to be retried; after the last attempt the import is paused
 */
export async function workOnImport(importId: string, attempt: number, signal?: AbortSignal): Promise<void> {
  const row = await db.import.findUnique({ where: { id: importId }, select: importSelect });
  if (!row) return;
  const enqueueAgain = (runAt?: Date) => enqueueImport(importId, { runAt });
  await workAlone(`import:${row.familyId}`, enqueueAgain, async () => {
    try {
      return await workOn(row, signal);
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason && attempt < maxAttempts && !signal?.aborted) throw error;
      if (signal?.aborted) return false;
      if (!reason) logError(error, { importId });
      await stopImport(row.id, reason ?? lastReasonOf(error));
      return true;
    }
  });
}

/** The reason for an error that retrying hasn't resolved. */
const lastReasonOf = (error: unknown): ImportReason =>
  error instanceof RemoteError ? "server_unreachable" : "storage_unavailable";

/** The reason for an error that a person has to act on; null for one that may be transient. */
function reasonOf(error: unknown): ImportReason | null {
  if (error instanceof ImportPausedError) return error.reason;
  if (error instanceof RemoteError && error.fault !== "unreachable") return "server_refused";
  if (error instanceof ArchiveGoneError) return "archive_gone";
  if ((error as NodeJS.ErrnoException).code === "ENOSPC") return "disk_full";
  return error instanceof ArchiveError ? "archive_damaged" : null;
}

/** @returns whether nothing is left to do */
async function workOn(row: ImportRow, signal?: AbortSignal): Promise<boolean> {
  if (row.state === "reading") {
    await planImport(row, signal);
    return true;
  }
  if (row.state === "undoing") return undoSome(row, Date.now() + sliceMs, signal);
  if (row.state === "done" && row.isInPlace) return lookAgain(row, signal);
  if (row.state !== "running") return true;
  const startedAt = performance.now();
  try {
    return await runSome(row, signal);
  } finally {
    const workedMs = Math.round(performance.now() - startedAt);
    await db.import.updateMany({ where: { id: row.id }, data: { workedMs: { increment: workedMs } } });
  }
}

async function jobOf(row: ImportRow): Promise<EntryJob> {
  const actor = await importActor(row.userId, row.familyId);
  if (!actor) throw new ImportPausedError("not_member");
  const bringsWords = mayBringWords(actor, reportSchema.parse(row.report).kind);
  return {
    importId: row.id,
    actor,
    timeZone: row.timeZone,
    folderInPlace: row.isInPlace ? row.folder : null,
    ...(await readPeople(db, row.id)),
    bringsWords,
  };
}

const isRunning = async ({ id }: Pick<PlannedImport, "id">) =>
  (await db.import.count({ where: { id, state: "running" } })) > 0;

/** Waits while many photos are due: work that uploads wait for comes first, and added photos before more are added. */
async function waitForPhotos(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await countWaiting(deriveTask.name, maxWaitingPhotos)) >= maxWaitingPhotos) {
    await delay(restMs);
  }
}

async function runSome(row: ImportRow, signal?: AbortSignal): Promise<boolean> {
  const job = await jobOf(row);
  const archives = new Map((await listArchiveRows(row.id)).map((archive) => [archive.id, archive]));
  const server = row.address === null ? null : await openServer(job.actor, row, signal);
  const opened = new OpenedArchives(archives, row.folder, server);
  const until = Date.now() + sliceMs;
  try {
    for (;;) {
      const entries = await nextEntries(row.id);
      const [first] = entries;
      if (!first) {
        await restoreRest(job, row, archives);
        await restoreStacks(job);
        return await finishImport(row);
      }
      const archive = first.archiveId === null ? undefined : archives.get(first.archiveId);
      if (archive && archive.mimeType !== zipType) {
        if (!(await takeFromTgz(job, { row, archive, turn: first.turn }, signal))) return false;
        continue;
      }
      // A clip waits for its photo, and a TGZ for its turn.
      const isAfter = ({ archiveId, turn }: EntryRow) =>
        turn !== first.turn || (archiveId !== null && archives.get(archiveId)?.mimeType !== zipType);
      const after = entries.findIndex(isAfter);
      const together = after < 0 ? entries : entries.slice(0, after);
      const read = async (entry: EntryRow) => untilStopped(await opened.read(entry), signal);
      await takeAll(job, together, read, row, signal);
      if (!(await isRunning(row))) return true;
      if (signal?.aborted || Date.now() > until) return false;
      await waitForPhotos(signal);
    }
  } finally {
    opened.close();
  }
}

const nextEntries = (importId: string): Promise<EntryRow[]> =>
  db.importEntry.findMany({
    where: { importId, state: "waiting" },
    select: entrySelect,
    // As in the index, since an import can have hundreds of thousands of files.
    orderBy: [{ turn: "asc" }, { archiveId: "asc" }, { position: "asc" }, { id: "asc" }],
    take: entriesAtOnce,
  });

/** A stopping worker doesn't wait for a video of gigabytes: the next worker reads it again. */
async function* untilStopped(bytes: Bytes, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/** Takes several at once, in order; starts none after a failure, or once the import is no longer running. */
async function takeAll(
  job: EntryJob,
  entries: readonly EntryRow[],
  read: (entry: EntryRow) => Promise<Bytes>,
  row: ImportRow,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = [...entries];
  const failures: unknown[] = [];
  const take = async () => {
    for (let entry = waiting.shift(); entry && failures.length === 0; entry = waiting.shift()) {
      const next = entry;
      if (signal?.aborted || !(await isRunning(row))) return;
      await takeEntry(job, next, () => read(next)).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, take));
  if (failures.length > 0) throw failures[0];
}

/** The ZIPs being read: one, and the next while the last files of the first are still on their way. */
class OpenedArchives {
  readonly #zips = new Map<string, Promise<ZipReader>>();

  constructor(
    private readonly archives: ReadonlyMap<string, ArchiveRow>,
    private readonly folder: string | null,
    private readonly server: ImmichClient | null,
  ) {}

  async read(entry: EntryRow): Promise<Bytes> {
    if (this.server) return this.server.original(entryFactsSchema.parse(entry.facts).remoteId ?? "");
    if (entry.archiveId === null) {
      if (this.folder === null) throw new ArchiveGoneError();
      return readFolderFile(this.folder, entry.path);
    }
    const zip = await this.#open(entry.archiveId);
    const { position, bytes, compressedBytes } = entry;
    const numbers = {
      position: Number(position),
      bytes: Number(bytes),
      compressedBytes: Number(compressedBytes),
    };
    return zip.read(zipMember({ ...entry, ...numbers }));
  }

  #open(id: string): Promise<ZipReader> {
    const known = this.#zips.get(id);
    if (known) return known;
    const archive = this.archives.get(id);
    if (!archive) throw new ArchiveGoneError();
    const opening = sourceOf(archive, this.folder).then((source) => ZipReader.open(source));
    this.#zips.set(id, opening);
    return opening;
  }

  close(): void {
    this.server?.close();
    for (const zip of this.#zips.values()) void zip.then((opened) => opened.close()).catch(() => {});
  }
}

/**
 * Takes the wanted files of a TGZ, in one pass from its beginning. One file at a time is on disk, since it may have to
 * be read twice; if the archive turns out to be damaged, everything after that point is lost.
 * @returns false if time was up, or it was paused, before its end
 */
async function takeFromTgz(
  job: EntryJob,
  { row, archive, turn }: { row: ImportRow; archive: ArchiveRow; turn: number },
  signal?: AbortSignal,
): Promise<boolean> {
  const where = { importId: row.id, archiveId: archive.id, state: "waiting" as const, turn };
  const wanted = await db.importEntry.findMany({ where, select: entrySelect });
  const byPosition = new Map(wanted.map((entry) => [Number(entry.position), entry]));
  const until = Date.now() + tgzSliceMs;
  try {
    for await (const { position, content } of readTgz(await sourceOf(archive, row.folder))) {
      const entry = byPosition.get(position);
      if (!entry) continue;
      if (signal?.aborted || Date.now() > until || !(await isRunning(row))) return false;
      await waitForPhotos(signal);
      await withTemporaryFile("bin", async (file) => {
        await pipeline(content, createWriteStream(file));
        await takeEntry(job, entry, async () => createReadStream(file));
      });
      byPosition.delete(position);
      if (byPosition.size === 0) break;
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
  }
  // No longer there, although the dry run saw them.
  for (const entry of byPosition.values()) await failEntry(job, entry);
  return true;
}
