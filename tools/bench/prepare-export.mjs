import { setTimeout as wait } from "node:timers/promises";
import { password } from "./people.mjs";

const pollMs = 100;

/**
 * Has the worker prepare an export of the whole album.
 * @param {import("./line.mjs").Line} line of an owner
 * @param {string} [since] an earlier export; only what is new since then is included
 */
export async function prepareExport(line, since) {
  const wanted = { password, ...(since ? { since } : {}) };
  let { value } = await line.json("/api/exports/family", "POST", wanted);
  const begun = performance.now();
  while (value.state === "preparing") {
    await wait(pollMs);
    ({ value } = await line.json(`/api/exports/${value.id}`));
  }
  if (value.state !== "ready") throw new Error(`The export is ${value.state}.`);
  return { ...value, seconds: (performance.now() - begun) / 1000 };
}
