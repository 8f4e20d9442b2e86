import { EventEmitter } from "node:events";
import type { WorkerEvents, WorkerPool } from "graphile-worker";
import { limitNudges } from "@/lib/platform/queue/nudges";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A pool that is notified of new jobs, and the notifications that reach its workers. */
function startPool() {
  const events: WorkerEvents = new EventEmitter();
  const heard: number[] = [];
  const workerPool = { nudge: (count: number) => void heard.push(count) } as unknown as WorkerPool;
  limitNudges(events, 500);
  events.emit("pool:create", { ctx: undefined as never, workerPool });
  return { events, workerPool, heard };
}

test("the first job is announced at once, and those that follow together, half a second later", () => {
  const { workerPool, heard } = startPool();
  workerPool.nudge(1);
  expect(heard).toEqual([1]);
  for (let time = 0; time < 4; time++) workerPool.nudge(2);
  jest.advanceTimersByTime(499);
  expect(heard).toEqual([1]);
  jest.advanceTimersByTime(1);
  expect(heard).toEqual([1, 8]);
  workerPool.nudge(1);
  expect(heard).toEqual([1, 8]);
  jest.advanceTimersByTime(500);
  expect(heard).toEqual([1, 8, 1]);
});

test("after a quiet period the next job is announced at once again", () => {
  const { workerPool, heard } = startPool();
  workerPool.nudge(1);
  jest.advanceTimersByTime(500);
  workerPool.nudge(3);
  expect(heard).toEqual([1, 3]);
});

test.each(["pool:gracefulShutdown", "pool:forcefulShutdown", "pool:release"] as const)(
  "after %s the workers are not notified any more",
  (end) => {
    const { events, workerPool, heard } = startPool();
    workerPool.nudge(1);
    workerPool.nudge(1);
    events.emit(end, {} as never);
    jest.advanceTimersByTime(10_000);
    expect(heard).toEqual([1]);
  },
);
