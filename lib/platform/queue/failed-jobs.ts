import { databasePool } from "@/lib/db";

/** A job that was abandoned. Never contains its payload, which may name people. */
export interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  /** The first line of what was thrown. */
  error: string | null;
  failedAt: Date;
}

/** Waiting jobs by task, and when the oldest became due. */
export async function waitingByTask(): Promise<
  { task: string; waiting: number; oldestDueAt: Date | null }[]
> {
  const { rows } = await databasePool().query(
    `SELECT task_identifier AS task, count(*)::int AS waiting,
            min(run_at) FILTER (WHERE run_at <= now()) AS "oldestDueAt"
     FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts
     GROUP BY task_identifier ORDER BY waiting DESC, task LIMIT 50`,
  );
  return rows;
}

/** How many jobs of a task are due, counted up to `most`. */
export async function countWaiting(task: string, most: number): Promise<number> {
  const { rows } = await databasePool().query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM (
       SELECT 1 FROM graphile_worker.jobs
       WHERE task_identifier = $1 AND locked_at IS NULL AND attempts < max_attempts AND run_at <= now() LIMIT $2) due`,
    [task, most],
  );
  return rows[0]?.waiting ?? 0;
}

/** Recently failed jobs, latest first. */
export async function listFailedJobs(limit = 50): Promise<FailedJob[]> {
  const { rows } = await databasePool().query<FailedJob>(
    `SELECT id::text, task_identifier AS task, attempts,
            left(split_part(last_error, E'\\n', 1), 300) AS error, updated_at AS "failedAt"
     FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts >= max_attempts
     ORDER BY updated_at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

const isJobId = (id: string) => /^\d{1,18}$/.test(id);

async function hasFailedForGood(id: string): Promise<boolean> {
  if (!isJobId(id)) return false;
  const { rowCount } = await databasePool().query(
    "SELECT 1 FROM graphile_worker.jobs WHERE id = $1 AND locked_at IS NULL AND attempts >= max_attempts",
    [id],
  );
  return rowCount === 1;
}

/** Gives a failed job another full set of attempts. @returns false if there is no such job */
export async function retryFailedJob(id: string): Promise<boolean> {
  if (!(await hasFailedForGood(id))) return false;
  const { rowCount } = await databasePool().query(
    "SELECT 1 FROM graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at => now(), attempts => 0)",
    [id],
  );
  return rowCount === 1;
}

/** Discards a failed job. @returns false if there is no such job */
export async function discardFailedJob(id: string): Promise<boolean> {
  if (!(await hasFailedForGood(id))) return false;
  const { rowCount } = await databasePool().query(
    "SELECT 1 FROM graphile_worker.complete_jobs(ARRAY[$1::bigint])",
    [id],
  );
  return rowCount === 1;
}
