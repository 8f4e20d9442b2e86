/** @typedef {{ ms: number, cpuMs: number }} Task */

/** The main thread of the page that did the most. */
function busiestThread(events) {
  const mains = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const sums = mains.map(({ pid, tid }) => {
    const own = events.filter((event) => event.pid === pid && event.tid === tid);
    return { own, sum: own.reduce((sum, { dur = 0 }) => sum + dur, 0) };
  });
  return sums.sort((one, other) => other.sum - one.sum)[0]?.own ?? [];
}

/**
 * The tasks of the page's main thread that took longer than this while `work` ran. `cpuMs` is what the thread itself
 * computed; for the rest it waited for one of the cores, which it shares with the page's workers, the browser's other
 * processes and the server.
 * @template T
 * @param {number} overMs
 * @param {{ browser: import("@playwright/test").Browser, page: import("@playwright/test").Page }} where
 * @param {() => Promise<T>} work
 * @returns {Promise<{ tasks: Task[], result: T }>}
 */
export async function longTasksDuring(overMs, { browser, page }, work) {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8"));
  const tasks = busiestThread(traceEvents)
    .filter(
      ({ name, ph, dur = 0 }) =>
        name === "ThreadControllerImpl::RunTask" && ph === "X" && dur > overMs * 1000,
    )
    .map(({ dur, tdur = dur }) => ({ ms: dur / 1000, cpuMs: tdur / 1000 }));
  return { tasks, result };
}
