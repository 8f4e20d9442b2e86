import type { WorkerEvents } from "graphile-worker";

/**
 * Limits how often a pool looks for new jobs. Every pool is notified of every new job, whatever its task: ten times a
 * second while photos arrive.
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
