import { z } from "zod";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { logError } from "@/lib/http/log";
import type { IntegrityReportDto } from "@/lib/operations/integrity/schema";
import { compare, requireUsedRoot } from "@/lib/operations/integrity/server/comparison-service";
import { countFindings } from "@/lib/operations/integrity/server/findings-service";
import { defineTask, type JobOptions, noPayload } from "@/lib/platform/queue/task";
import { workAlone } from "@/lib/platform/queue/work-alone";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { isUniqueViolation } from "@/lib/shared/database-errors";

/** After pictures, mail and clips. */
const priority = 50;

const reportSelect = {
  id: true,
  status: true,
  reason: true,
  startedAt: true,
  finishedAt: true,
  isListing: true,
  lastMediaId: true,
  mediaChecked: true,
  filesSeen: true,
} as const;
type ReportRow = Prisma.IntegrityReportGetPayload<{ select: typeof reportSelect }>;

async function enqueueCheck(reportId: string, options: JobOptions = {}): Promise<void> {
  const jobKey = `${checkIntegrityTask.name}:${reportId}`;
  await checkIntegrityTask.enqueue({ reportId }, { ...options, jobKey, priority });
}

/** Starts a check, or continues the one that is running. @returns its id */
export async function startIntegrityCheck(): Promise<string> {
  let reportId: string;
  try {
    reportId = (await db.integrityReport.create({ data: {}, select: { id: true } })).id;
  } catch (error) {
    // The partial unique index decides.
    if (!isUniqueViolation(error)) throw error;
    const running = await db.integrityReport.findFirst({
      where: { status: "running" },
      select: { id: true },
    });
    if (!running) return startIntegrityCheck();
    reportId = running.id;
  }
  await enqueueCheck(reportId);
  return reportId;
}

/** Requeues a check that a stopped server left behind; the failed attempts of another count. */
export async function requeueIntegrityCheck(): Promise<void> {
  const running = await db.integrityReport.findFirst({
    where: { status: "running" },
    select: { id: true },
  });
  if (running) await enqueueCheck(running.id, { keepsWaiting: true });
}

/**
 * Continues a check for a while. It records its findings and changes nothing else: people decide what to do.
 * @param signal the worker is stopping
 */
export async function checkIntegrity(reportId: string, signal?: AbortSignal): Promise<void> {
  const enqueueAgain = (runAt?: Date) => enqueueCheck(reportId, { runAt });
  await workAlone(`integrity:${reportId}`, enqueueAgain, async () => {
    const report = await db.integrityReport.findFirst({
      where: { id: reportId, status: "running" },
      select: reportSelect,
    });
    if (!report) return true;
    try {
      await requireUsedRoot();
      return await compare(report, signal);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // A single lost answer is retried; with an empty, unmounted or unreachable storage every file would seem missing,
      // so no file is reported.
      const lost = await requireUsedRoot().then(
        () => null,
        (reason: Error) => reason,
      );
      if (!lost) throw error;
      await refuse(reportId, lost.message);
      logError(lost, { part: "integrity" });
      return true;
    }
  });
}

async function refuse(reportId: string, reason: string): Promise<void> {
  await db.integrityFinding.deleteMany({ where: { reportId } });
  await db.integrityReport.updateMany({
    where: { id: reportId },
    data: { status: "refused", reason, finishedAt: new Date() },
  });
}

async function reportDto(report: ReportRow, familyId?: string): Promise<IntegrityReportDto> {
  const { status, reason, startedAt, finishedAt, mediaChecked, filesSeen } = report;
  return {
    status,
    reason,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    mediaChecked,
    filesSeen,
    counts: await countFindings(report.id, familyId),
  };
}

async function latest(): Promise<ReportRow | null> {
  return db.integrityReport.findFirst({
    where: { status: { not: "running" } },
    select: reportSelect,
    orderBy: { startedAt: "desc" },
  });
}

/** The last finished check of the whole installation; null before the first. For the super admin's pages. */
export async function latestIntegrityReport(): Promise<IntegrityReportDto | null> {
  const report = await latest();
  return report && reportDto(report);
}

/** The same with the counts of the actor's family only. */
export async function latestFamilyIntegrity(
  actor: MemberActor,
): Promise<Omit<IntegrityReportDto, "mediaChecked" | "filesSeen"> | null> {
  const report = await latest();
  if (!report) return null;
  const { mediaChecked: _, filesSeen: __, ...dto } = await reportDto(report, actor.familyId);
  return dto;
}

/** Starts the nightly check of rows, files and hashes. */
export const startIntegrityTask = defineTask("integrity.begin", noPayload, () => startIntegrityCheck());

/** Continues a check that was started. */
export const checkIntegrityTask = defineTask(
  "integrity.check",
  z.object({ reportId: z.uuid() }),
  ({ reportId }, { signal }) => checkIntegrity(reportId, signal),
);
