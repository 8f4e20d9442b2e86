import { setTimeout as delay } from "node:timers/promises";

/** A little less than a test's own limit (jest.config.mjs), so that the failure names the wait. */
const usualMs = 110_000;

/** Waits until something is true. @throws Error when it isn't in time */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs = usualMs): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("It did not come true in time");
    await delay(25);
  }
}
