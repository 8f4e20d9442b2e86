import { withLock } from "@/lib/platform/locks";

const busyMs = 15_000;

/**
 * Does a job's work, unless another process is doing it: then the job comes back a little later. That process may be
 * dead, which PostgreSQL can take hours to notice.
 * @param enqueueAgain adds the job once more
 * @param work returns false if there is more to do; the job then comes back at once
 */
export async function workAlone(
  lockName: string,
  enqueueAgain: (runAt?: Date) => Promise<void>,
  work: () => Promise<unknown>,
): Promise<void> {
  const isFinished = await withLock(lockName, { wait: false }, async () => (await work()) !== false);
  if (isFinished === null) await enqueueAgain(new Date(Date.now() + busyMs));
  else if (!isFinished) await enqueueAgain();
}
