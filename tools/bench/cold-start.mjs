import { rmSync } from "node:fs";
import { withMinimalNext } from "./minimal-next.mjs";
import { row, seconds, times } from "./row.mjs";
import { median } from "./statistics.mjs";
import { emptyDataDir, withWholeStart } from "./whole-start.mjs";

export const title = "Cold start to the first 200";

/** What the embedded PostgreSQL takes to start (quality.md, Anchors). */
const postgresSeconds = 0.8;
const maxRatio = 1.5;

const startSecondsOf = async ({ startSeconds }) => startSeconds;

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const rounds = bench.isQuick ? 1 : 5;
  const dataDir = emptyDataDir(bench, "cold-start");
  try {
    // The first one creates the database, and Next's folder is read once.
    await withWholeStart(bench, dataDir, startSecondsOf);
    await withMinimalNext(bench, startSecondsOf);
    const ours = [];
    const alone = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(await withMinimalNext(bench, startSecondsOf));
      ours.push(await withWholeStart(bench, dataDir, startSecondsOf));
    }
    const limit = median(alone) + postgresSeconds;
    const ratio = median(ours) / limit;
    return [
      row({
        what: title,
        measured: seconds(median(ours)),
        limit: seconds(limit),
        ratio: times(ratio),
        target: `<= ${maxRatio} x`,
        isMet: ratio <= maxRatio,
        note: `the whole start script until the first page, median of ${rounds}; limit: next start on a minimal app, ${seconds(median(alone))}, and ${postgresSeconds} s for PostgreSQL`,
      }),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
