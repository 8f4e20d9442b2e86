import type { WorkerEvents } from "graphile-worker";

/**
 * Lets a pool look for new jobs once in this time at most. It is told of every job that anyone adds, and while photos
 * arrive that is ten times a second.
 * @param events of the pool, before it is started
 */
export function limitNudges(events: WorkerEvents, everyMs: number): void {
  events.once("pool:create", ({ workerPool }) => {
    const nudge = workerPool.nudge.bind(workerPool);
    let resting: NodeJS.Timeout | undefined;
    let missed = 0;
    workerPool.nudge = (count) => {
      if (resting) {
        missed += count;
        return;
      }
      resting = setTimeout(() => {
        const after = missed;
        resting = undefined;
        missed = 0;
        if (after > 0) workerPool.nudge(after);
      }, everyMs).unref();
      nudge(count);
    };
    // Workers that have ended can't be nudged.
    for (const end of ["pool:gracefulShutdown", "pool:forcefulShutdown", "pool:release"] as const) {
      events.once(end, () => clearTimeout(resting));
    }
  });
}
