import { readFileSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { memoryOf, requireProcFiles, treeOf } from "./process-tree.mjs";
import { megabytes, row } from "./row.mjs";
import { median } from "./statistics.mjs";
import { emptyDataDir, withWholeStart } from "./whole-start.mjs";

export const title = "Idle memory";

const maxBytes = 200e6;
const maxWithDatabase = 350e6;
const settleMs = 15_000;

const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};
const isPostgres = (command) => /^postgres:|postgres\0-D/.test(command);
const isServer = (command) => /(cluster|serve)\.mjs/.test(command);

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const rounds = bench.isQuick ? 1 : 3;
  const waitMs = bench.isQuick ? 3_000 : settleMs;
  const dataDir = emptyDataDir(bench, "idle");
  const servers = [];
  const wholes = [];
  const all = [];
  try {
    for (let round = 0; round < rounds; round++) {
      await withWholeStart(bench, dataDir, async ({ pid }) => {
        await wait(waitMs);
        const processes = treeOf(pid).map((found) => ({ command: commandOf(found), ...memoryOf(found) }));
        const ours = processes.filter(({ command }) => !isPostgres(command));
        servers.push(
          ours.filter(({ command }) => isServer(command)).reduce((sum, { rssBytes }) => sum + rssBytes, 0),
        );
        wholes.push(ours.reduce((sum, { pssBytes }) => sum + pssBytes, 0));
        all.push(processes.reduce((sum, { pssBytes }) => sum + pssBytes, 0));
      });
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const target = `<= ${megabytes(maxBytes)}`;
  const how = `${waitMs / 1000} s after the first page, median of ${rounds}; PostgreSQL not included`;
  return [
    row({
      what: "Idle memory, web and worker in one",
      measured: `${megabytes(median(servers))} RSS`,
      target,
      isMet: median(servers) <= maxBytes,
      note: how,
    }),
    row({
      what: "Idle memory, with the start script that holds PostgreSQL",
      measured: `${megabytes(median(wholes))} PSS`,
      target,
      isMet: median(wholes) <= maxBytes,
      note: how,
    }),
    row({
      what: "Idle memory, with PostgreSQL",
      measured: `${megabytes(median(all))} PSS`,
      target: `<= ${megabytes(maxWithDatabase)}`,
      isMet: median(all) <= maxWithDatabase,
      note: `${waitMs / 1000} s after the first page, median of ${rounds}; what its processes share counted once`,
    }),
  ];
}
