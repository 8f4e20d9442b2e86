import { db } from "@/lib/db";
import { exportDays, exportListDays, maxExportLists, maxReadyExports } from "@/lib/operations/exports/schema";
import { StoredExport } from "@/lib/operations/exports/server/stored-export";
import { dayMs } from "@/lib/shared/units";

const removedAtOnce = 100;

interface ExportId {
  id: string;
  familyId: string;
}

/** Removes its files except their list, so that a later export can still leave them out. */
async function expire({ id, familyId }: ExportId): Promise<void> {
  await db.export.updateMany({ where: { id, state: { not: "preparing" } }, data: { state: "expired" } });
  await new StoredExport({ id, familyId }).remove({ keepsList: true });
}

/** Removes an export with everything it made. */
export async function removeExport({ id, familyId }: ExportId): Promise<void> {
  await db.export.deleteMany({ where: { id } });
  await new StoredExport({ id, familyId }).remove();
}

/** Expires a person's oldest exports to make room for a new one. */
export async function expireBeyondLimits(row: {
  familyId: string;
  userId: string | null;
  scope: "family" | "own";
}): Promise<void> {
  const { familyId, userId, scope } = row;
  const own = await db.export.findMany({
    where: { familyId, userId, scope, state: { not: "preparing" } },
    select: { id: true, familyId: true, state: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  for (const old of own.slice(maxExportLists)) await removeExport(old);
  const ready = own.slice(0, maxExportLists).filter(({ state }) => state === "ready");
  for (const old of ready.slice(maxReadyExports)) await expire(old);
}

/** Removes files of exports that can't be downloaded any more, and then their lists. @returns how many exports */
export async function removeExpiredExports(now = new Date()): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const select = { id: true, familyId: true } as const;
  const useless = await db.export.findMany({
    where: {
      OR: [
        { createdAt: { lt: before(exportListDays) } },
        { userId: null },
        { state: "failed", createdAt: { lt: before(exportDays) } },
      ],
    },
    select,
    take: removedAtOnce,
  });
  for (const row of useless) await removeExport(row);
  const over = await db.export.findMany({
    where: { state: { in: ["ready", "outdated"] }, readyAt: { lt: before(exportDays) } },
    select,
    take: removedAtOnce,
  });
  for (const row of over) await expire(row);
  return useless.length + over.length;
}
