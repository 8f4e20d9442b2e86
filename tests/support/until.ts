import { setTimeout as delay } from "node:timers/promises";

/** Slightly less than a test's own timeout (jest.config.mjs), so that the failure names the wait. */
const usualMs = 110_000;

/** Waits until something is true. @throws Error when it doesn't become true in time */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs = usualMs): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("It did not come true in time");
    await delay(25);
  }
}
