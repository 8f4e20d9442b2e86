import { z } from "zod";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import {
  type MaintenanceJobDto,
  type MaintenanceTaskName,
  maintenanceResultSchema,
  maintenanceTaskSchema,
} from "@/lib/operations/maintenance/schema";
import { declareTask, type JobOptions } from "@/lib/platform/queue/task";
import { isUniqueViolation } from "@/lib/shared/database-errors";

/** After anything that people wait for. */
const priority = 20;
const jobsListed = 20;

const jobSelect = {
  id: true,
  task: true,
  status: true,
  processed: true,
  total: true,
  result: true,
  error: true,
  createdAt: true,
  finishedAt: true,
} as const;
type JobRow = Prisma.MaintenanceJobGetPayload<{ select: typeof jobSelect }>;

function percent({ status, processed, total }: JobRow): number {
  if (status === "done") return 100;
  // Items added meanwhile don't push it past the end; only a finished job is at 100.
  return total === 0 ? 0 : Math.min(99, Math.floor((processed / total) * 100));
}

function jobDto(row: JobRow): MaintenanceJobDto {
  return {
    ...row,
    task: maintenanceTaskSchema.parse(row.task),
    progress: percent(row),
    result: maintenanceResultSchema.safeParse(row.result).data ?? {},
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export async function enqueueMaintenance(
  jobId: string,
  { client, ...options }: JobOptions = {},
): Promise<void> {
  const jobKey = `${maintenanceTask.name}:${jobId}`;
  await maintenanceTask.enqueue({ jobId }, { ...options, jobKey, priority }, client);
}

/** The family's jobs, latest first. */
export async function listMaintenanceJobs(actor: MemberActor): Promise<MaintenanceJobDto[]> {
  const rows = await db.maintenanceJob.findMany({
    where: { familyId: actor.familyId },
    select: jobSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: jobsListed,
  });
  return rows.map(jobDto);
}

/** Starts a job. If one of its kind is open for the family, returns that one: requesting it twice runs it once. */
export async function startMaintenance(
  actor: MemberActor,
  task: MaintenanceTaskName,
): Promise<MaintenanceJobDto> {
  try {
    return await db.$transaction(async (client) => {
      const row = await client.maintenanceJob.create({
        data: { familyId: actor.familyId, task, requestedById: actor.userId },
        select: jobSelect,
      });
      const happening = { actorId: actor.userId, familyId: actor.familyId, detail: { task } };
      await recordActivity({ action: "family.maintenanceStarted", ...happening }, client);
      await enqueueMaintenance(row.id, { client });
      return jobDto(row);
    });
  } catch (error) {
    // The partial unique index decides who starts it.
    if (!isUniqueViolation(error)) throw error;
    const open = await db.maintenanceJob.findFirst({
      where: { familyId: actor.familyId, task, status: { in: ["queued", "running"] } },
      select: jobSelect,
    });
    return open ? jobDto(open) : startMaintenance(actor, task);
  }
}

/** Continues a job that an admin started; run-service does the work and schedules its own next turn. */
export const maintenanceTask = declareTask("maintenance.run", z.object({ jobId: z.uuid() }));
