import { databasePool } from "@/lib/db";

export interface QueueState {
  /** Due but not started. */
  waiting: number;
  running: number;
  /** Failed after their last attempt. */
  failed: number;
  oldestWaitingSeconds: number;
}

/** The state of the background jobs. */
export async function getQueueState(): Promise<QueueState> {
  const { rows } = await databasePool().query<QueueState>(
    `SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::int AS waiting,
            count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
            count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed,
            coalesce(extract(epoch FROM now() - min(run_at)
              FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())), 0)::float
              AS "oldestWaitingSeconds"
     FROM graphile_worker._private_jobs`,
  );
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, oldestWaitingSeconds: 0 };
}
