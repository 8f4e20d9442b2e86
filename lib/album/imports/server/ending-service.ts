import { claimWhatWasSaid } from "@/lib/album/imported-people/server/claiming-service";
import type { ImportReason } from "@/lib/album/imports/schema";
import { lockFamilyFirst } from "@/lib/album/imports/server/import-people";
import { removeFilesTask } from "@/lib/album/media/server/removal-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { counted } from "@/lib/shared/counted";
import { dayMs } from "@/lib/shared/units";

/** Days after which an import that nobody continues is abandoned. */
const abandonedDays = 14;

/** Removes the archives, whose files are in the album or unwanted, and the key of a server. */
export async function removeArchives(client: Prisma.TransactionClient, importId: string): Promise<void> {
  const archives = await client.importArchive.findMany({
    where: { importId, storagePath: { not: null } },
    select: { storagePath: true },
  });
  const keys = archives.flatMap(({ storagePath }) => storagePath ?? []);
  await client.importArchive.updateMany({ where: { importId }, data: { storagePath: null } });
  await client.import.updateMany({ where: { id: importId }, data: { sealedKey: null } });
  if (keys.length > 0) await removeFilesTask.enqueue({ keys }, {}, client);
}

/**
 * Stops an import until a person decides. A dry run that can't be finished has failed; an undo that can't get any
 * further can be tried again.
 */
export async function stopImport(importId: string, reason: ImportReason): Promise<void> {
  await db.import.updateMany({
    where: { id: importId, state: "running" },
    data: { state: "paused", reason },
  });
  await db.import.updateMany({
    where: { id: importId, state: "reading" },
    data: { state: "failed", reason, finishedAt: new Date(), sealedKey: null },
  });
  await db.import.updateMany({ where: { id: importId, state: "undoing" }, data: { state: "done", reason } });
  // A folder whose files stay there will be checked again.
  await db.import.updateMany({
    where: { id: importId, state: "done", isInPlace: true },
    data: { reason: reason === "archive_gone" ? "folder_away" : reason, lookedAt: new Date() },
  });
}

/** Ends an import whose last file has been processed, and notifies the family once. @returns true */
export async function finishImport(row: {
  id: string;
  familyId: string;
  userId: string | null;
}): Promise<true> {
  await db.$transaction(async (client) => {
    await lockFamilyFirst(client, row.familyId);
    const [done] = await client.import.updateManyAndReturn({
      where: { id: row.id, state: "running" },
      data: { state: "done", reason: null, finishedAt: new Date(), lookedAt: new Date() },
      select: { addedCount: true, announcedCount: true },
    });
    if (!done) return;
    const added = done.addedCount - done.announcedCount;
    await client.import.update({
      where: { id: row.id },
      data: { announcedCount: done.addedCount },
      select: { id: true },
    });
    await removeArchives(client, row.id);
    const { familyId, userId: actorId } = row;
    // Someone may have joined while their comments were added.
    await claimWhatWasSaid(client, familyId);
    await recordActivity({ action: "import.done", actorId, familyId, detail: { added } }, client);
    if (added <= 0) return;
    const event = {
      kind: "newPictures",
      familyId,
      actorId,
      title: "New in the album",
      message: `${counted(added, "photo or video was", "photos and videos were")} imported.`,
      url: "/recent-uploads",
      eventKey: `import:${row.id}:${done.addedCount}`,
    } as const;
    await notify(event, "family", { client });
  });
  return true;
}

/**
 * Removes imports that nobody continued, with their archives. A paused one is marked as done with what it added.
 * @returns how many
 */
export async function removeAbandonedImports(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - abandonedDays * dayMs);
  const abandoned = await db.import.findMany({
    where: { state: { in: ["uploading", "ready", "failed", "paused"] }, updatedAt: { lt: before } },
    select: { id: true, state: true },
    take: 100,
  });
  for (const { id, state } of abandoned) {
    if (state === "paused") await giveUp(id);
    else await deleteImportRows(id);
  }
  return abandoned.length;
}

async function giveUp(importId: string): Promise<void> {
  await db.$transaction(async (client) => {
    const { count } = await client.import.updateMany({
      where: { id: importId, state: "paused" },
      data: { state: "done", reason: "archive_gone", finishedAt: new Date() },
    });
    if (count > 0) await removeArchives(client, importId);
  });
}

/** Deletes an import; what it added stays. */
export async function deleteImportRows(importId: string): Promise<void> {
  await db.$transaction(async (client) => {
    await removeArchives(client, importId);
    // Chunks of incomplete archives are removed by the regular cleanup.
    await client.upload.updateMany({ where: { importId }, data: { expiresAt: new Date(0) } });
    await client.import.deleteMany({ where: { id: importId } });
  });
}
