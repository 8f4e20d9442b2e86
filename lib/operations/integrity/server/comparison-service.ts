import { isPassingKey } from "@/lib/album/media/server/storage-keys";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import {
  compareFiles,
  compareRow,
  confirmUnclaimed,
  dropUnclaimed,
  findingsByFamily,
  nextRows,
} from "@/lib/operations/integrity/server/findings-service";
import { getStorage } from "@/lib/platform/storage/storage";
import type { ListedObject } from "@/lib/platform/storage/storage-driver";
import { counted } from "@/lib/shared/counted";

/** The queue considers a job lost if it runs for hours, so each slice hands over to the next. */
const sliceMs = 10 * 60_000;
const rowsAtOnce = 200;
const filesAtOnce = 1_000;
/** About a month of nightly reports. */
const maxReports = 30;

/** The progress of a check. */
export interface StartedComparison {
  id: string;
  isListing: boolean;
  lastMediaId: string | null;
}

/** @throws StorageError when the root isn't the album's: empty, not mounted, another bucket */
export async function requireUsedRoot(): Promise<void> {
  await getStorage().ready();
  await getStorage().verifyRoot({ expectExisting: true });
}

/**
 * Continues a check.
 * @returns false when time was up, or the worker was stopping, before the end
 * @throws StorageError
 */
export async function compare(report: StartedComparison, signal?: AbortSignal): Promise<boolean> {
  const until = Date.now() + sliceMs;
  const isTimeUp = () => Boolean(signal?.aborted) || Date.now() > until;
  if (!report.isListing && !(await compareRows(report, isTimeUp))) return false;
  await db.integrityReport.updateMany({ where: { id: report.id }, data: { isListing: true } });
  // A listing can't be resumed, but it reads no files, so it is done in one go.
  await dropUnclaimed(report.id);
  let filesSeen = 0;
  let files: ListedObject[] = [];
  for await (const file of getStorage().list("")) {
    if (isPassingKey(file.key)) continue;
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
  // The disk may have disappeared while it was being read.
  await requireUsedRoot();
  await finish(report.id, filesSeen);
  return true;
}

/** @returns false when time was up before the last row */
async function compareRows(report: StartedComparison, isTimeUp: () => boolean): Promise<boolean> {
  let { lastMediaId } = report;
  for (;;) {
    const rows = await nextRows(lastMediaId, rowsAtOnce);
    if (rows.length === 0) return true;
    let bytes = 0;
    let checked = 0;
    for (const row of rows) {
      bytes += await compareRow(report.id, row);
      lastMediaId = row.id;
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
    await notifyAdmins(client, reportId);
  });
  const old = await db.integrityReport.findMany({
    where: { status: { not: "running" } },
    select: { id: true },
    orderBy: { startedAt: "desc" },
    skip: maxReports,
  });
  await db.integrityReport.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}

/** Notifies each family's admins once of the same findings, however many nights they persist. */
async function notifyAdmins(client: Prisma.TransactionClient, reportId: string): Promise<void> {
  for (const { familyId, findings, mark } of await findingsByFamily(client, reportId)) {
    const event = {
      kind: "account",
      familyId,
      actorId: null,
      title: "The nightly check found something",
      message: `${counted(findings, "file in the album needs", "files in the album need")} a look. Nothing was deleted.`,
      url: "/admin/maintenance",
      eventKey: `integrity:${familyId}:${mark}`,
    } as const;
    await notify(event, "admins", { client });
  }
}
