import { z } from "zod";
import { defineTask } from "@/lib/platform/queue/task";
import { unlessBackupRunning } from "@/lib/platform/storage/backup-lock";
import { getStorage } from "@/lib/platform/storage/storage";

/** How long to wait while a backup is running. */
const removeAgainMs = 5 * 60_000;
export const inAWhile = () => new Date(Date.now() + removeAgainMs);

/** Removes files that no item has any more; missing ones are fine. Waits while a backup runs, which may need them. */
export async function removeFiles(keys: string[]): Promise<void> {
  const isDone = await unlessBackupRunning(async () => {
    for (const key of keys) await getStorage().delete(key);
  });
  if (!isDone) await removeFilesTask.enqueue({ keys }, { runAt: inAWhile() });
}

export const removeFilesTask = defineTask(
  "media.remove-files",
  z.object({ keys: z.array(z.string()) }),
  ({ keys }) => removeFiles(keys),
);
