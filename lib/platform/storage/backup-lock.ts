import { withLock } from "@/lib/platform/locks";

/**
 * Held exclusively by a backup: the files named in its snapshot of the rows must still exist when it copies them.
 * Shared by everything that deletes files permanently.
 */
export const backupLock = 7_301_995;

/**
 * Runs `remove` unless a backup is running.
 * @returns whether it ran; if not, ask again later
 */
export async function unlessBackupRunning(remove: () => Promise<void>): Promise<boolean> {
  const mode = { wait: false, shared: true } as const;
  const isDone = await withLock(backupLock, mode, () => remove().then(() => true));
  return isDone ?? false;
}
