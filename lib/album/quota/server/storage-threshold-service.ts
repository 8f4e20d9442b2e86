import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { storageSize } from "@/lib/shared/storage-size";
import { storageCriticalPercent, storageWarningPercent } from "@/lib/shared/storage-thresholds";

interface Change<T> {
  before: T;
  after: T;
}

const percentOf = (bytes: number, limit: number | null) =>
  limit === null ? 0 : Math.floor((bytes / limit) * 100);

const notifyAdmins = (client: Prisma.TransactionClient, familyId: string, title: string, message: string) =>
  notify({ kind: "account", familyId, actorId: null, title, message, url: "/billing" }, "admins", { client });

/**
 * Notifies the family's admins when its storage has crossed 80 or 95 percent (specification 3, 4.6). Storing and
 * freeing lock the family's row, so of many concurrent uploads exactly one crosses; after space has been freed, the
 * next crossing is reported again.
 * @param bytes stored before and after
 * @param limits of the plan before and after
 */
export async function notifyStorageThreshold(
  client: Prisma.TransactionClient,
  familyId: string,
  bytes: Change<number>,
  limits: Change<number | null>,
): Promise<void> {
  const before = percentOf(bytes.before, limits.before);
  const after = percentOf(bytes.after, limits.after);
  const crosses = (threshold: number) => before < threshold && after >= threshold;
  const taken = `You've used ${after}% of your plan's ${storageSize(limits.after)}.`;
  if (crosses(storageCriticalPercent)) {
    await notifyAdmins(
      client,
      familyId,
      "Storage almost full",
      `${taken} Soon you won't be able to add anything. Nothing will be lost.`,
    );
    // If the storage fills up later, that is a new event.
    await client.storageAlert.deleteMany({ where: { familyId } });
  } else if (crosses(storageWarningPercent)) {
    await notifyAdmins(client, familyId, "Storage Low", `${taken} There's still room, but not for long.`);
  }
}

/** Notifies the family's admins, once, that an upload was rejected for lack of storage. */
export async function notifyStorageFull(familyId: string, message: string): Promise<void> {
  await db.$transaction(async (client) => {
    // One row, one message: the insert decides.
    const { count } = await client.storageAlert.createMany({ data: [{ familyId }], skipDuplicates: true });
    if (count > 0) {
      await notifyAdmins(
        client,
        familyId,
        "Storage Full",
        `${message} A photo or video couldn't be added; everything you already have is safe.`,
      );
    }
  });
}
