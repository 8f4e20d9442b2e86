import { rebuildThumbnails } from "@/lib/album/media/server/rebuild-service";
import { db, type Prisma } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { checkOriginal } from "@/lib/operations/integrity/server/original-check";
import {
  type MaintenanceResult,
  maintenanceResultSchema,
  maintenanceTaskSchema,
  maxNamedItems,
} from "@/lib/operations/maintenance/schema";
import { recountStorage } from "@/lib/operations/maintenance/server/recount-service";
import { enqueueMaintenance } from "@/lib/operations/maintenance/server/service";
import { workAlone } from "@/lib/platform/queue/work-alone";
import { getStorage } from "@/lib/platform/storage/storage";

/** The queue considers a job lost if it runs for hours, so each slice hands over to the next. */
const sliceMs = 10 * 60_000;
const itemsAtOnce = 100;
/** Consecutive failures that aren't an item's fault: the database down, the storage unreachable. */
const maxAttempts = 10;

const jobSelect = {
  id: true,
  familyId: true,
  task: true,
  status: true,
  lastMediaId: true,
  result: true,
} as const;
type JobRow = Prisma.MaintenanceJobGetPayload<{ select: typeof jobSelect }>;

const fileSelect = { storagePath: true, bytes: true, sha256: true } as const;
const itemSelect = { id: true, fileName: true, ...fileSelect, clip: { select: fileSelect } } as const;
type Item = Prisma.MediaGetPayload<{ select: typeof itemSelect }>;

/** Processes an item and counts it in `result`. @returns the problem with it, as a code; null when there is none */
type ItemWork = (item: Item, result: MaintenanceResult) => Promise<string | null>;

const increment = (count: number | undefined) => (count ?? 0) + 1;

const itemWork: Record<"rebuild-thumbnails" | "verify-originals", ItemWork> = {
  "rebuild-thumbnails": async (item, result) => {
    if (await rebuildThumbnails(item.id)) {
      result.rebuilt = increment(result.rebuilt);
      return null;
    }
    result.failed = increment(result.failed);
    return "failed";
  },
  "verify-originals": async (item, result) => {
    let state = await checkOriginal(item);
    if (state === "intact" && item.clip) state = await checkOriginal(item.clip);
    result[state] = increment(result[state]);
    return state === "intact" ? null : state;
  },
};

/** Requeues jobs that a stopped server left behind; the failed attempts of the others count. */
export async function requeueMaintenance(): Promise<void> {
  const open = await db.maintenanceJob.findMany({
    where: { status: { in: ["queued", "running"] } },
    select: { id: true },
    take: 1_000,
  });
  for (const { id } of open) await enqueueMaintenance(id, { keepsWaiting: true });
}

/**
 * Continues a job for a while. After an interruption, even by a killed worker, it resumes after the last item recorded.
 * @param signal the worker is stopping
 * @throws errors that aren't an item's fault, to be retried; after the last attempt the job is `failed`
 */
export async function runMaintenance(jobId: string, attempt: number, signal?: AbortSignal): Promise<void> {
  const enqueueAgain = (runAt?: Date) => enqueueMaintenance(jobId, { runAt });
  await workAlone(`maintenance:${jobId}`, enqueueAgain, async () => {
    const job = await begin(jobId);
    if (!job) return true;
    try {
      return await workOn(job, signal);
    } catch (error) {
      if (attempt < maxAttempts) throw error;
      logError(error, { maintenanceJobId: jobId });
      await db.maintenanceJob.updateMany({
        where: { id: jobId },
        data: {
          status: "failed",
          finishedAt: new Date(),
          error:
            "It could not be finished because the photo storage or the database didn't respond. Please try again.",
        },
      });
      return true;
    }
  });
}

async function begin(jobId: string): Promise<JobRow | null> {
  const job = await db.maintenanceJob.findFirst({
    where: { id: jobId, status: { in: ["queued", "running"] } },
    select: jobSelect,
  });
  if (job?.status === "queued") {
    const total = await db.media.count({ where: { familyId: job.familyId } });
    await db.maintenanceJob.updateMany({
      where: { id: jobId },
      data: { status: "running", startedAt: new Date(), total },
    });
  }
  return job;
}

async function workOn(job: JobRow, signal?: AbortSignal): Promise<boolean> {
  const task = maintenanceTaskSchema.parse(job.task);
  if (task === "recount-storage") {
    const result = await recountStorage(job.familyId);
    await db.maintenanceJob.updateMany({
      where: { id: job.id },
      data: { status: "done", finishedAt: new Date(), result },
    });
    return true;
  }
  // An unmounted disk doesn't mean that all of a family's originals are lost.
  await getStorage().ready();
  const result = maintenanceResultSchema.parse(job.result);
  const until = Date.now() + sliceMs;
  let { lastMediaId } = job;
  for (;;) {
    const items = await db.media.findMany({
      where: { familyId: job.familyId, ...(lastMediaId ? { id: { gt: lastMediaId } } : {}) },
      select: itemSelect,
      orderBy: { id: "asc" },
      take: itemsAtOnce,
    });
    if (items.length === 0) break;
    for (const item of items) {
      const problem = await itemWork[task](item, result);
      if (problem) {
        // It may have been unmounted meanwhile.
        await getStorage().ready();
        noteItem(result, item, problem);
      }
      lastMediaId = item.id;
      await db.maintenanceJob.updateMany({
        where: { id: job.id },
        data: { lastMediaId, processed: { increment: 1 }, result },
      });
      if (signal?.aborted || Date.now() > until) return false;
    }
  }
  await db.maintenanceJob.updateMany({
    where: { id: job.id },
    data: { status: "done", finishedAt: new Date() },
  });
  return true;
}

function noteItem(result: MaintenanceResult, { id, fileName }: Item, problem: string): void {
  result.items ??= [];
  if (result.items.length < maxNamedItems) result.items.push({ id, fileName, problem });
}
