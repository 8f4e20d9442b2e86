import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import {
  compareFiles,
  compareRow,
  confirmUnclaimed,
  countFindings,
  dropUnclaimed,
  findingsByFamily,
  nextRows,
} from "@/lib/features/integrity/findings-service";
import type { IntegrityReportDto } from "@/lib/features/integrity/schema";
import { checkIntegrityTask } from "@/lib/features/integrity/tasks";
import { notify } from "@/lib/features/notifications/notify-service";
import type { Prisma } from "@/lib/generated/prisma/client";
import { logError } from "@/lib/http/log";
import { onlyOne } from "@/lib/platform/queue/only-one";
import { enqueue } from "@/lib/platform/queue/queue";
import { getStorage } from "@/lib/platform/storage/storage";
import { type ListedObject, StorageError } from "@/lib/platform/storage/storage-driver";
import { counted } from "@/lib/shared/counted";
import { isUniqueViolation } from "@/lib/shared/database-errors";

/** Pictures, mail and clips go first. */
const priority = 50;
/** A job that runs for hours counts as lost with the queue: this one hands over to the next. */
const sliceMs = 10 * 60_000;
const rowsAtOnce = 200;
const filesAtOnce = 1_000;
/** A month of nights. */
const reportsKept = 30;

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

async function enqueueCheck(reportId: string): Promise<void> {
  await enqueue(checkIntegrityTask, { reportId }, { jobKey: `${checkIntegrityTask}:${reportId}`, priority });
}

/** Begins a comparison, unless one is running: then that one is gone on with. @returns its id */
export async function beginIntegrityCheck(): Promise<string> {
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
    if (!running) return beginIntegrityCheck();
    reportId = running.id;
  }
  await enqueueCheck(reportId);
  return reportId;
}

/** Puts a comparison back into the queue that a stopped server left. */
export async function requeueIntegrityCheck(): Promise<void> {
  const running = await db.integrityReport.findFirst({
    where: { status: "running" },
    select: { id: true },
  });
  if (running) await enqueueCheck(running.id);
}

/**
 * Goes on with a comparison for a while. What it finds it writes down and nothing else: whoever reads it decides.
 * @param signal the worker is stopping
 */
export async function checkIntegrity(reportId: string, signal?: AbortSignal): Promise<void> {
  let isFinished = true;
  const ran = await onlyOne(`integrity:${reportId}`, async () => {
    const report = await db.integrityReport.findFirst({
      where: { id: reportId, status: "running" },
      select: reportSelect,
    });
    if (!report) return;
    try {
      await requireUsedRoot();
      isFinished = await compare(report, signal);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // Of an empty, unmounted or silent storage every file would be missing: nothing is said about any.
      await refuse(reportId, error.message);
      logError(error, { part: "integrity" });
    }
  });
  if (ran && !isFinished) await enqueueCheck(reportId);
}

/** @throws StorageError when the root isn't the album's: empty, not mounted, another bucket */
async function requireUsedRoot(): Promise<void> {
  await getStorage().ready();
  await getStorage().verifyRoot({ expectExisting: true });
}

async function refuse(reportId: string, reason: string): Promise<void> {
  await db.integrityFinding.deleteMany({ where: { reportId } });
  await db.integrityReport.updateMany({
    where: { id: reportId },
    data: { status: "refused", reason, finishedAt: new Date() },
  });
}

async function compare(report: ReportRow, signal?: AbortSignal): Promise<boolean> {
  const until = Date.now() + sliceMs;
  const isTimeUp = () => Boolean(signal?.aborted) || Date.now() > until;
  if (!report.isListing && !(await compareRows(report, isTimeUp))) return false;
  await db.integrityReport.updateMany({ where: { id: report.id }, data: { isListing: true } });
  // A listing has no place to go on from, but reads no file: it is done in one go.
  await dropUnclaimed(report.id);
  let filesSeen = 0;
  let files: ListedObject[] = [];
  for await (const file of getStorage().list("")) {
    files.push(file);
    if (files.length < filesAtOnce) continue;
    await compareFiles(report.id, files);
    filesSeen += files.length;
    files = [];
    if (signal?.aborted) return false;
  }
  await compareFiles(report.id, files);
  filesSeen += files.length;
  await confirmUnclaimed(report.id);
  // The disk may have gone while it was being read.
  await requireUsedRoot();
  await finish(report.id, filesSeen);
  return true;
}

/** @returns false when time was up before the last row */
async function compareRows(report: ReportRow, isTimeUp: () => boolean): Promise<boolean> {
  let { lastMediaId } = report;
  for (;;) {
    const rows = await nextRows(lastMediaId, rowsAtOnce);
    if (rows.length === 0) return true;
    let bytes = 0;
    let checked = 0;
    for (const row of rows) {
      await compareRow(report.id, row);
      lastMediaId = row.id;
      bytes += row.bytes;
      checked++;
      if (isTimeUp()) break;
    }
    await db.integrityReport.updateMany({
      where: { id: report.id },
      data: { lastMediaId, mediaChecked: { increment: checked }, bytesChecked: { increment: bytes } },
    });
    if (isTimeUp()) return false;
  }
}

async function finish(reportId: string, filesSeen: number): Promise<void> {
  await db.$transaction(async (client) => {
    await client.integrityReport.updateMany({
      where: { id: reportId },
      data: { status: "done", finishedAt: new Date(), filesSeen },
    });
    await tellAdmins(client, reportId);
  });
  const old = await db.integrityReport.findMany({
    where: { status: { not: "running" } },
    select: { id: true },
    orderBy: { startedAt: "desc" },
    skip: reportsKept,
  });
  await db.integrityReport.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}

/** Each family's admins are told once of the same findings, however many nights they stay. */
async function tellAdmins(client: Prisma.TransactionClient, reportId: string): Promise<void> {
  for (const { familyId, findings, mark } of await findingsByFamily(client, reportId)) {
    const event = {
      kind: "account",
      familyId,
      actorId: null,
      title: "The nightly check found something",
      message: `${counted(findings, "file of the album needs", "files of the album need")} a look. Nothing was deleted.`,
      url: "/admin/maintenance",
      eventKey: `integrity:${familyId}:${mark}`,
    } as const;
    await notify(event, "admins", { client });
  }
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

/** The last comparison that ended, over the whole house; null before the first. For the super admin's pages. */
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
