import { z } from "zod";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { db, type Prisma } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { type ExportFile, exportDigest, exportLayout } from "@/lib/operations/exports/server/file-list";
import type { ExportOf } from "@/lib/operations/exports/server/people-service";
import { prepareExport } from "@/lib/operations/exports/server/preparing";
import { expireBeyondLimits } from "@/lib/operations/exports/server/retention-service";
import { StoredExport } from "@/lib/operations/exports/server/stored-export";
import { declareTask, type JobOptions } from "@/lib/platform/queue/task";
import { workAlone } from "@/lib/platform/queue/work-alone";
import { StorageError } from "@/lib/platform/storage/storage-driver";

/** After anything that people wait for in the album. */
const priority = 20;
const maxAttempts = 5;

/** Prepares an export; `runExport` does it. Jobs of older versions don't name the family. */
export const exportTask = declareTask(
  "exports.prepare",
  z.object({ exportId: z.uuid(), familyId: z.uuid().optional() }),
);

export async function enqueueExport(
  { id: exportId, familyId }: { id: string; familyId?: string | undefined },
  { client, runAt }: JobOptions = {},
): Promise<void> {
  await exportTask.enqueue(
    { exportId, familyId },
    { jobKey: `${exportTask.name}:${exportId}`, priority, runAt },
    client,
  );
}

/** Requeues exports that a stopped server left behind. */
export async function requeueExports(): Promise<void> {
  const open = await db.export.findMany({
    where: { state: "preparing" },
    select: { id: true, familyId: true },
    take: 1_000,
  });
  for (const row of open) await enqueueExport(row);
}

const rowSelect = { id: true, familyId: true, userId: true, scope: true, sinceId: true } as const;
type ExportRow = Prisma.ExportGetPayload<{ select: typeof rowSelect }>;

/** What the person is allowed to export now; null if that is nothing any more. */
async function exportOf({ userId, familyId, scope }: ExportRow): Promise<ExportOf | null> {
  const actor = await importActor(userId, familyId);
  if (!actor || (scope === "family" && actor.role !== "owner")) return null;
  const family = await db.family.findUnique({ where: { id: familyId }, select: { showsPlaces: true } });
  const showsFacts = !actor.isChild;
  return { familyId, scope, userId, showsFacts, showsPlaces: showsFacts && family?.showsPlaces === true };
}

/** The export that this one continues. If its list is lost, this one contains everything. */
async function earlierOf({ familyId, sinceId }: ExportRow): Promise<{
  since: { id: string; madeAt: string } | null;
  earlier: ExportFile[];
}> {
  const nothing = { since: null, earlier: [] };
  if (sinceId === null) return nothing;
  const since = await db.export.findFirst({
    where: { id: sinceId, familyId },
    select: { id: true, createdAt: true },
  });
  if (!since) return nothing;
  try {
    const earlier = await new StoredExport({ familyId, id: since.id }).readFileList();
    return { since: { id: since.id, madeAt: since.createdAt.toISOString() }, earlier };
  } catch (error) {
    if (error instanceof StorageError && error.code === "missing") return nothing;
    throw error;
  }
}

async function prepare(row: ExportRow, of: ExportOf, signal?: AbortSignal): Promise<void> {
  const { id, familyId } = row;
  const store = new StoredExport({ familyId, id });
  // Files left by a killed worker can't be overwritten.
  await store.remove();
  const { since, earlier } = await earlierOf(row);
  const onProgress = async (doneCount: number, totalCount: number) => {
    const where = { id, state: "preparing" } as const;
    const { count } = await db.export.updateMany({ where, data: { doneCount, totalCount } });
    if (count === 0) throw new Error("The export was cancelled");
  };
  const { files, lostCount } = await prepareExport({ of, id, since, earlier, store, onProgress, signal });
  await store.writeFileList(files);
  const included = files.filter(({ isIncluded }) => isIncluded);
  const { count } = await db.export.updateMany({
    where: { id, state: "preparing" },
    data: {
      state: "ready",
      sinceId: since?.id ?? null,
      fileCount: included.length,
      bytes: exportLayout(included).length,
      lostCount,
      digest: exportDigest(included, store.hashes),
      readyAt: new Date(),
    },
  });
  // Cancelled meanwhile.
  if (count === 0) await store.remove();
}

const fail = (id: string) =>
  db.export.updateMany({ where: { id, state: "preparing" }, data: { state: "failed" } });

const isGone = async (id: string) => (await db.export.count({ where: { id } })) === 0;

/** @throws errors worth another attempt; after the last one the export has failed */
export async function runExport(
  exportId: string,
  attempt: number,
  { familyId, signal }: { familyId?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const enqueueAgain = (runAt?: Date) => enqueueExport({ id: exportId, familyId }, { runAt });
  await workAlone(`export:${exportId}`, enqueueAgain, async () => {
    const row = await db.export.findFirst({
      where: { id: exportId, state: "preparing" },
      select: rowSelect,
    });
    if (!row) {
      // Cancelled while a worker that was then killed was writing files.
      if (familyId && (await isGone(exportId))) await new StoredExport({ id: exportId, familyId }).remove();
      return;
    }
    const of = await exportOf(row);
    if (!of) {
      await fail(exportId);
      return;
    }
    try {
      await prepare(row, of, signal);
    } catch (error) {
      const isCancelled = await isGone(exportId);
      if (!isCancelled) {
        if (attempt < maxAttempts || signal?.aborted) throw error;
        logError(error, { exportId });
        await fail(exportId);
      }
      await new StoredExport(row).remove();
      return;
    }
    await expireBeyondLimits(row);
  });
}
