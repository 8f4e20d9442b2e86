import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { MissingToolError } from "./tools.mjs";

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** Fields of /proc/<pid>/stat after the name, which may hold spaces and brackets. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return {
      parent: Number(fields[1]),
      ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
    };
  } catch {
    return undefined;
  }
}

/** @throws MissingToolError off Linux */
export function requireProcFiles() {
  if (!existsSync("/proc/self/smaps_rollup")) throw new MissingToolError("Linux's /proc");
}

/**
 * A process and all that it started.
 * @param {number} root
 * @returns {number[]} process ids
 */
export function treeOf(root) {
  const children = new Map();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)]);
  }
  const found = [];
  const todo = [root];
  while (todo.length > 0) {
    const pid = todo.pop();
    if (!existsSync(`/proc/${pid}`)) continue;
    found.push(pid);
    todo.push(...(children.get(pid) ?? []));
  }
  return found;
}

/** Memory of one process. @param {number} pid */
export function memoryOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const bytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) * 1024;
    return { rssBytes: bytes("Rss"), pssBytes: bytes("Pss") };
  } catch {
    return { rssBytes: 0, pssBytes: 0 };
  }
}

/**
 * Memory of a process and all that it started. PSS counts what several share once.
 * @param {number} root
 * @returns {{ rssBytes: number, pssBytes: number, partBytes: number[] }} partBytes: each process's PSS, the root's first
 */
export function memoryOfTree(root) {
  const each = treeOf(root).map(memoryOf);
  const sum = (name) => each.reduce((total, memory) => total + memory[name], 0);
  return {
    rssBytes: sum("rssBytes"),
    pssBytes: sum("pssBytes"),
    partBytes: each.map(({ pssBytes }) => pssBytes),
  };
}

/**
 * CPU seconds of a process and all that it started, ended children included.
 * @param {number} root
 */
export function cpuSecondsOfTree(root) {
  return treeOf(root).reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) / ticksPerSecond;
}

/**
 * Samples a process tree's memory while something runs.
 * @template T
 * @param {number} root
 * @param {() => Promise<T>} work
 * @param {number} [intervalMs]
 * @returns {Promise<{ result: T, before: ReturnType<typeof memoryOfTree>, peak: ReturnType<typeof memoryOfTree>,
 * cpuSeconds: number }>}
 */
export async function whileWatching(root, work, intervalMs = 50) {
  requireProcFiles();
  const before = memoryOfTree(root);
  const peak = { ...before };
  const cpuBefore = cpuSecondsOfTree(root);
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const now = memoryOfTree(root);
      peak.rssBytes = Math.max(peak.rssBytes, now.rssBytes);
      if (now.pssBytes > peak.pssBytes)
        Object.assign(peak, { pssBytes: now.pssBytes, partBytes: now.partBytes });
      await wait(intervalMs);
    }
  })();
  try {
    const result = await work();
    return { result, before, peak, cpuSeconds: cpuSecondsOfTree(root) - cpuBefore };
  } finally {
    isOver = true;
    await watching;
  }
}
