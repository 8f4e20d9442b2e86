import { setTimeout as delay } from "node:timers/promises";
import { Client, type QueryConfig } from "pg";
import { databasePool, db } from "@/lib/db";
import { enqueue, startWorker, type TaskHandler, type WorkerOptions } from "@/lib/platform/queue/queue";
import { withTestDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/until";

const running: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
});
// Runs after the workers have stopped: emptying the tables could deadlock with their last statements.
withTestDatabase();

async function work(tasks: Record<string, TaskHandler>, options: Partial<WorkerOptions> = {}) {
  const worker = await startWorker({ tasks, concurrency: 2, cron: [], ...options });
  running.push(worker);
  return worker;
}

interface JobRow {
  key: string | null;
  payload: { name?: string };
  priority: number;
  max_attempts: number;
  attempts: number;
  run_at: Date;
}
async function jobs(): Promise<JobRow[]> {
  const { rows } = await databasePool().query<JobRow>(
    `SELECT key, payload, priority, max_attempts, attempts, run_at FROM graphile_worker._private_jobs ORDER BY id`,
  );
  return rows;
}

/** Whether a worker is listening for new jobs. */
async function isListening(): Promise<boolean> {
  const { rows } = await databasePool().query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN "jobs:insert"%' AND state = 'idle'`,
  );
  return rows.length > 0;
}

describe("the queue", () => {
  test("runs a job with its payload, and forgets it", async () => {
    await enqueue("greet", { name: "Ada" });
    const greeted: unknown[] = [];
    await work({ greet: async (payload) => void greeted.push(payload) });
    await until(async () => greeted.length > 0 && (await jobs()).length === 0);
    expect(greeted).toEqual([{ name: "Ada" }]);
  });

  test("if jobs are rare, workers look for them at most twice a second, however many arrive", async () => {
    const looks = () =>
      query.mock.calls.filter(([one]) => (one as unknown as QueryConfig).name?.startsWith("get_job"));
    const query = jest.spyOn(Client.prototype, "query");
    await work({ greet: async () => {} }, { concurrency: 1, isRare: true });
    await until(isListening);
    query.mockClear();
    const start = performance.now();
    for (let job = 0; job < 40; job++) await enqueue("another", {});
    // One look for the first job, then one per half second, plus an occasional poll.
    const most = 3 + (performance.now() - start) / 400;
    expect(looks().length).toBeLessThanOrEqual(most);
    await until(() => looks().length > 0);
    query.mockRestore();
  });

  test("stores a job exactly if its transaction commits", async () => {
    await db.$transaction((client) => enqueue("greet", { name: "kept" }, {}, client));
    const broken = db.$transaction(async (client) => {
      await enqueue("greet", { name: "lost" }, {}, client);
      throw new Error("rolled back");
    });
    await expect(broken).rejects.toThrow("rolled back");
    expect((await jobs()).map((job) => job.payload.name)).toEqual(["kept"]);
  });

  test("given the same key twice, runs once with the last payload", async () => {
    await enqueue("greet", { name: "first" }, { jobKey: "ada" });
    await db.$transaction((client) => enqueue("greet", { name: "second" }, { jobKey: "ada" }, client));
    expect((await jobs()).map((job) => job.payload.name)).toEqual(["second"]);
  });

  test.each([
    ["alone", undefined],
    ["in a transaction", db],
  ])("takes time, attempts and priority %s", async (_, executor) => {
    const runAt = new Date("2099-01-02T03:04:05.678Z");
    await enqueue("greet", {}, { jobKey: "k", runAt, maxAttempts: 3, priority: 7 }, executor);
    const [job] = await jobs();
    expect(job).toMatchObject({ key: "k", priority: 7, max_attempts: 3 });
    expect(job?.run_at.toISOString()).toBe(runAt.toISOString());
  });

  test("a payload is data, whatever it contains", async () => {
    const name = "'); DROP TABLE x; -- \\ \" 💛";
    await enqueue("greet", { name });
    await enqueue("greet", { name }, {}, db);
    expect((await jobs()).map((job) => job.payload.name)).toEqual([name, name]);
  });

  test("retries a failed job later, and counts the attempts", async () => {
    await enqueue("greet", {}, { maxAttempts: 3 });
    const dueAt = async () => (await jobs())[0]?.run_at.getTime() ?? 0;
    const first = await dueAt();
    let attempt = 0;
    await work({
      greet: async (_, context) => {
        attempt = context.attempt;
        throw new Error("not today");
      },
    });
    await until(async () => (await dueAt()) > first + 1_000);
    expect(attempt).toBe(1);
    expect((await jobs())[0]?.attempts).toBe(1);
  });

  test("no more jobs run at once than the limit", async () => {
    for (let index = 0; index < 6; index += 1) await enqueue("greet", { index });
    let now = 0;
    let most = 0;
    let done = 0;
    await work({
      greet: async () => {
        now += 1;
        most = Math.max(most, now);
        await until(() => most > 1);
        // A third one would have started by then.
        await delay(30);
        now -= 1;
        done += 1;
      },
    });
    await until(() => done === 6);
    expect(most).toBe(2);
  });

  test("stopping waits for the running job and starts no other", async () => {
    let started = 0;
    let ended = 0;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const worker = await startWorker({
      tasks: {
        greet: async () => {
          started += 1;
          await held;
          ended += 1;
        },
      },
      concurrency: 1,
      cron: [],
    });
    await enqueue("greet", { name: "first" });
    await enqueue("greet", { name: "second" });
    await until(() => started === 1);
    const stopped = worker.stop().then(() => "stopped");
    expect(await Promise.race([stopped, delay(200, "waiting")])).toBe("waiting");
    letGo();
    await stopped;
    expect([started, ended]).toEqual([1, 1]);
    expect((await jobs()).map((job) => job.payload.name)).toEqual(["second"]);
  });

  test.each([
    ["while it worked", true],
    ["just when it had started", false],
  ])("continues after the database closed every connection %s", async (_, isAtWork) => {
    const greeted: unknown[] = [];
    await work({ greet: async (payload) => void greeted.push(payload) });
    if (isAtWork) {
      await enqueue("greet", { name: "before" });
      await until(() => greeted.length === 1);
    }
    await databasePool().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await enqueue("greet", { name: "afterwards" });
    await until(() => greeted.length === (isAtWork ? 2 : 1));
  });

  test("a killed worker's jobs and line are released at once; a living one's are not", async () => {
    const isDone: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const tasks: Record<string, TaskHandler> = {
      film: async (payload) => {
        if ((payload as { name: string }).name === "long") await held;
        isDone.push((payload as { name: string }).name);
      },
    };
    await enqueue("film", { name: "left" }, { line: "films" });
    // The state in which a killed pool leaves them.
    await databasePool().query(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', locked_at = now(), attempts = 1;
       UPDATE graphile_worker._private_job_queues SET locked_by = 'pool-dead', locked_at = now()`,
    );
    await work(tasks);
    await until(() => isDone.includes("left"));

    await enqueue("film", { name: "long" }, { line: "films" });
    await until(async () => (await jobs())[0]?.attempts === 1);
    await work(tasks);
    await enqueue("film", { name: "next" }, { line: "films" });
    await delay(300);
    expect(isDone).toEqual(["left"]);
    expect((await jobs())[0]?.attempts).toBe(1);
    letGo();
    await until(() => isDone.includes("next"));
    expect(isDone).toEqual(["left", "long", "next"]);
  });

  test("a wrong cron pattern is reported at the start", async () => {
    await expect(
      startWorker({
        tasks: {},
        concurrency: 1,
        cron: [{ task: "maintenance.cleanup", pattern: "whenever" }],
      }),
    ).rejects.toThrow();
  });
});
