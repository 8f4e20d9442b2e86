import { setTimeout as delay } from "node:timers/promises";

/** Waits until something is true. @throws Error when it isn't in time */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("It did not come true in time");
    await delay(25);
  }
}
