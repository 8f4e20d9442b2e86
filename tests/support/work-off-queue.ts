import { databasePool } from "@/lib/db";
import { startWorkers } from "@/server/tasks";
import { until } from "@/tests/support/until";

/** Time for encoding videos, perhaps on a busy machine. */
const patienceMs = 100_000;

/** Runs the product's own worker until no job is due; failed ones wait for their next attempt. */
export async function workOffQueue(): Promise<void> {
  const worker = await startWorkers();
  try {
    await until(async () => {
      const { rows } = await databasePool().query<{ due: number }>(
        `SELECT count(*)::int AS due FROM graphile_worker._private_jobs
         WHERE locked_at IS NOT NULL OR (run_at <= now() AND attempts < max_attempts)`,
      );
      return rows[0]?.due === 0;
    }, patienceMs);
  } finally {
    await worker.stop();
  }
}

/** Makes jobs that wait for another attempt due now. */
export async function hurryQueue(): Promise<void> {
  await databasePool().query("UPDATE graphile_worker._private_jobs SET run_at = now()");
}
