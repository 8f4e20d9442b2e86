import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MissingToolError } from "./tools.mjs";

/** Linux has two generations of control groups, which count and limit memory under different names. */
const generations = [
  {
    place: "/sys/fs/cgroup/memory",
    isThere: (place) => existsSync(`${place}/memory.limit_in_bytes`),
    limit: ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"],
    kills: "memory.oom_control",
  },
  {
    place: "/sys/fs/cgroup",
    isThere: (place) => existsSync(`${place}/cgroup.controllers`),
    limit: ["memory.max", "memory.swap.max"],
    kills: "memory.events",
  },
];

/**
 * Runs something that can start programs under a memory limit, like a container's.
 * @template T
 * @param {number | null} bytes null: without a limit
 * @param {(group: { prefix: string[], kills: () => number }) => Promise<T>} work prefix: words before a command that is
 *   to be in the group, with everything it starts; kills: how many of its processes the kernel has killed for lack of
 *   memory
 * @returns {Promise<T>}
 * @throws MissingToolError where this process can't make such a group
 */
export async function withMemoryLimit(bytes, work) {
  const generation = generations.find(({ place, isThere }) => isThere(place));
  const folder = path.join(generation?.place ?? "", `keepsake-bench-${process.pid}`);
  try {
    if (!generation) throw new Error();
    mkdirSync(folder);
    const [memory, swap] = generation.limit.map((name) => path.join(folder, name));
    if (!existsSync(memory)) throw new Error();
    if (bytes !== null) writeFileSync(memory, String(bytes));
    // No swap, if it is counted; the second generation counts it separately.
    if (bytes !== null && existsSync(swap))
      writeFileSync(swap, swap.endsWith("swap.max") ? "0" : String(bytes));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    throw new MissingToolError("control groups of Linux, and root, to limit memory");
  }
  const group = {
    prefix: ["sh", "-c", 'echo $$ > "$0" && exec "$@"', path.join(folder, "cgroup.procs")],
    kills: () =>
      Number(/^oom_kill (\d+)$/m.exec(readFileSync(path.join(folder, generation.kills), "utf8"))?.[1]),
  };
  try {
    return await work(group);
  } finally {
    for (let tries = 0; existsSync(folder) && tries < 100; tries++) {
      try {
        rmdirSync(folder);
      } catch {
        // Its last process has ended, but the kernel still counts it.
        await wait(50);
      }
    }
  }
}
