import { z } from "zod";
import { removeExpiredUploads } from "@/lib/album/uploads/server/chunked-service";
import { db, type Prisma } from "@/lib/db";
import { defineTask } from "@/lib/platform/queue/task";
import { unlessBackupRunning } from "@/lib/platform/storage/backup-lock";
import { getStorage } from "@/lib/platform/storage/storage";

const removeAgainMs = 5 * 60_000;

/** Lets the queue remove what a family leaves behind, once the transaction that ends it has committed. */
export async function removeEndedFamily(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  await removeFamilyTask.enqueue({ familyId }, { jobKey: `family:${familyId}` }, client);
}

/**
 * Removes what a deleted family leaves behind, in small steps: an album may hold a million pictures. Nobody belongs to
 * it any more, so nobody sees it meanwhile. If interrupted, it simply starts again.
 */
export async function removeFamily(familyId: string): Promise<void> {
  // A running backup may still need the files.
  const isDone = await unlessBackupRunning(() => removeRemaining(familyId));
  const runAt = new Date(Date.now() + removeAgainMs);
  if (!isDone) await removeFamilyTask.enqueue({ familyId }, { runAt });
}

async function removeRemaining(familyId: string): Promise<void> {
  // Only deleted families, whatever else may have queued this.
  const isLeft = await db.family.findFirst({
    where: { id: familyId, memberships: { none: {} } },
    select: { id: true },
  });
  if (!isLeft) return;
  await db.upload.updateMany({ where: { familyId }, data: { expiresAt: new Date(0) } });
  while ((await removeExpiredUploads()) > 0);
  await db.album.deleteMany({ where: { familyId } });
  await db.face.deleteMany({ where: { familyId } });
  await db.faceGroup.deleteMany({ where: { familyId } });
  // Rows before files: no row is ever left without its file.
  while ((await removeSomeMedia(familyId)) > 0);
  for await (const { key } of getStorage().list(`families/${familyId}/`)) await getStorage().delete(key);
  // An upload in progress may just have got its row: then the queue retries.
  const removed = await db.family.deleteMany({
    where: { id: familyId, memberships: { none: {} }, media: { none: {} } },
  });
  if (removed.count === 0) throw new Error("The family still has media");
}

async function removeSomeMedia(familyId: string): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "Media" WHERE id IN (
      SELECT id FROM "Media" WHERE "familyId" = ${familyId}::uuid LIMIT 1000)`;
}

export const removeFamilyTask = defineTask(
  "families.remove",
  z.object({ familyId: z.uuid() }),
  ({ familyId }) => removeFamily(familyId),
);
