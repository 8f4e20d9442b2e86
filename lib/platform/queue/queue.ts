import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { databasePool, directDatabasePool, type Prisma } from "@/lib/db";
import { forgetFutureRuns, onClockSetBack } from "@/lib/platform/queue/clock-steps";
import { limitNudges } from "@/lib/platform/queue/nudges";
import { queueLogger, writeFailure } from "@/lib/platform/queue/queue-log";
import {
  releaseOrphanedJobs,
  startWorkerHeartbeat,
  type WorkerHeartbeat,
} from "@/lib/platform/queue/worker-heartbeat";

export interface EnqueueOptions {
  /** While a job with this key waits, another replaces it: asked twice, done once. */
  jobKey?: string;
  /** Adds nothing while a job with this key waits, perhaps for its next attempt: replacing it would reset its attempts. */
  keepsWaiting?: boolean;
  runAt?: Date;
  /** Total attempts; 25 by default. */
  maxAttempts?: number;
  /** Lower runs first; 0 by default. */
  priority?: number;
  /** Jobs in the same line run one at a time, on whichever machine. */
  line?: string;
}

export interface TaskContext {
  /** 1 at the first attempt. */
  attempt: number;
  /** Aborted when the worker stops. */
  signal: AbortSignal;
}

/** The task checks the payload with its own schema: rows may be older than the code. */
export type TaskHandler = (payload: unknown, context: TaskContext) => Promise<void>;

export interface WorkerOptions {
  tasks: Record<string, TaskHandler>;
  /** Jobs at once in this process. */
  concurrency: number;
  /** Its jobs are rare compared with all others, and can wait half a second. */
  isRare?: boolean;
  /** Five cron fields, in UTC. Run by one worker each time, however many there are. */
  cron: { task: string; pattern: string }[];
}

const restartDelayMs = 1_000;
const rareNudgesMs = 500;
/** Marking the last jobs as done takes milliseconds. */
const leaveAfterMs = 5_000;

async function isWaiting(jobKey: string): Promise<boolean> {
  const { rowCount } = await databasePool().query(
    "SELECT 1 FROM graphile_worker.jobs WHERE key = $1 AND locked_at IS NULL AND attempts < max_attempts",
    [jobKey],
  );
  return rowCount === 1;
}

/**
 * Adds a job. With `executor`, a transaction, the job is committed together with the transaction's rows.
 * @param payload anything JSON can represent
 */
export async function enqueue(
  task: string,
  payload: object,
  options: EnqueueOptions = {},
  executor?: Pick<Prisma.TransactionClient, "$executeRaw">,
): Promise<void> {
  if (options.keepsWaiting && options.jobKey && (await isWaiting(options.jobKey))) return;
  const json = JSON.stringify(payload);
  const runAt = options.runAt?.toISOString() ?? null;
  const maxAttempts = options.maxAttempts ?? null;
  const jobKey = options.jobKey ?? null;
  const priority = options.priority ?? null;
  const line = options.line ?? null;
  if (executor) {
    await executor.$executeRaw`SELECT graphile_worker.add_job(
      ${task}::text, ${json}::json, run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::int,
      job_key => ${jobKey}::text, priority => ${priority}::int, queue_name => ${line}::text)`;
    return;
  }
  await databasePool().query(
    `SELECT graphile_worker.add_job(
      $1::text, $2::json, run_at => $3::timestamptz, max_attempts => $4::int,
      job_key => $5::text, priority => $6::int, queue_name => $7::text)`,
    [task, json, runAt, maxAttempts, jobKey, priority, line],
  );
}

export type BulkOptions = Pick<EnqueueOptions, "runAt" | "maxAttempts" | "priority">;

export interface BulkJob {
  payload: object;
  jobKey?: string;
}

/** Adds many jobs of one task in one statement: all of them or, if it fails, none. */
export async function enqueueAll(
  task: string,
  jobs: readonly BulkJob[],
  options: BulkOptions = {},
): Promise<void> {
  if (jobs.length === 0) return;
  const specs = jobs.map(({ payload, jobKey }) => ({
    identifier: task,
    payload,
    run_at: options.runAt?.toISOString() ?? null,
    max_attempts: options.maxAttempts ?? null,
    job_key: jobKey ?? null,
    priority: options.priority ?? null,
  }));
  // Counted, since it would otherwise return every row.
  await databasePool().query(
    `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
       SELECT spec FROM json_populate_recordset(NULL::graphile_worker.job_spec, $1::json) spec))`,
    [JSON.stringify(specs)],
  );
}

function toTaskList(tasks: Record<string, TaskHandler>): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, handler]) => [
      name,
      (payload: unknown, helpers: { job: { attempts: number }; abortSignal: AbortSignal }) =>
        handler(payload, { attempt: helpers.job.attempts, signal: helpers.abortSignal }),
    ]),
  );
}

/**
 * The library keeps the result of its first look at the database forever, even a failure: a runner whose first look
 * failed never finds a job. Ends it so that another replaces it; it has no job running.
 */
function endWhenFirstLookFails(runner: Runner): void {
  let hasLooked = false;
  const looked = () => {
    hasLooked = true;
  };
  runner.events.on("worker:getJob:empty", looked);
  runner.events.on("job:start", looked);
  runner.events.on("worker:getJob:error", () => {
    // Rejects when it is already stopping.
    if (!hasLooked) runner.stop().catch(() => {});
  });
}

/**
 * Resolves a while after this pool begins to shut down, once it has no job in hand: the pool can then be abandoned. If
 * the database was unreachable while jobs ended, the library can wait forever to mark them as done.
 */
async function endOf(events: WorkerEvents): Promise<void> {
  const inHand = new Set<string>();
  events.on("job:start", ({ job }) => inHand.add(job.id));
  events.on("job:complete", ({ job }) => inHand.delete(job.id));
  await new Promise((resolve) => events.once("pool:gracefulShutdown", resolve));
  do await delay(leaveAfterMs, undefined, { ref: false });
  while (inHand.size > 0);
}

interface RunningPool {
  runner: Runner;
  heartbeat: WorkerHeartbeat;
  /** Resolves when others may take its jobs. */
  ended: Promise<void>;
}

async function startPool(options: WorkerOptions): Promise<RunningPool> {
  await releaseOrphanedJobs();
  await forgetFutureRuns();
  const heartbeat = await startWorkerHeartbeat();
  try {
    const events: WorkerEvents = new EventEmitter();
    const left = endOf(events);
    if (options.isRare) limitNudges(events, rareNudgesMs);
    const made = new Promise<string>((resolve) => {
      events.once("pool:create", ({ workerPool }) => resolve(workerPool.id));
    });
    const runner = await run({
      events,
      pgPool: directDatabasePool(),
      taskList: toTaskList(options.tasks),
      concurrency: options.concurrency,
      parsedCronItems: parseCronItems(
        options.cron.map(({ task, pattern }) => ({
          task,
          match: pattern,
          identifier: task,
          // A clock that is set forward triggers every minute it skipped: once is enough.
          options: { jobKey: `cron:${task}` },
        })),
      ),
      noHandleSignals: true,
      logger: queueLogger,
      // Without batches, the library doesn't wait for the last jobs to be marked as done when it stops.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    endWhenFirstLookFails(runner);
    await heartbeat.show(await made);
    const ended = runner.promise.catch((error: unknown) => writeFailure("The worker stopped", error));
    return { runner, heartbeat, ended: Promise.race([ended, left]) };
  } catch (error) {
    await heartbeat.end();
    throw error;
  }
}

/**
 * Works through the queue until stopped. A temporary loss of the database must not end the work permanently: a runner
 * that ends unexpectedly is replaced.
 * @returns `stop`, which takes no new job and resolves when the running ones have ended
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  let running: RunningPool | undefined = await startPool(options);
  const stopWatching = onClockSetBack(() => running?.runner.stop().catch(() => {}));
  const supervise = async () => {
    while (running) {
      await running.ended;
      await running.heartbeat.end();
      running = undefined;
      while (!running && !stopping.signal.aborted) {
        await delay(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) continue;
        running = await startPool(options).catch(() => undefined);
        if (stopping.signal.aborted) await running?.runner.stop();
      }
    }
  };
  const supervision = supervise();
  return {
    stop: async () => {
      stopping.abort();
      stopWatching();
      // Rejects when it has just ended, which is just as good.
      void running?.runner.stop().catch(() => {});
      await supervision;
    },
  };
}
