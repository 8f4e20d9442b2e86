import { fillAlbum, fillVersion, pastMonths } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { ms, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Years and months with counts";

const maxMs = 1;

/** PostgreSQL's own timing of the statements that the server actually sends. */
const statistics = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track_planning=on"];

async function statementsOf(album) {
  return album.query(`
    SELECT query, calls::int AS calls, mean_exec_time + mean_plan_time AS "meanMs" FROM pg_stat_statements
    WHERE query LIKE '%"MediaMonth"%' AND query NOT LIKE '%pg_stat_statements%' AND calls >= 10 ORDER BY query`);
}

async function timeGroupBy(album, familyId, rounds) {
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const [{ "QUERY PLAN": plan }] = await album.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT year, month, count(*) FROM "Media"
       WHERE "familyId" = '${familyId}' AND "deletedAt" IS NULL GROUP BY 1, 2`,
    );
    measured.push(plan[0]["Execution Time"]);
  }
  return median(measured);
}

/** Makes the calls `rounds` times, with the statements' mean per round. */
async function timeStatements(album, line, rounds) {
  const { year } = pastMonths().at(-1);
  const byQuery = new Map();
  for (let round = 0; round < rounds; round++) {
    await album.query("SELECT pg_stat_statements_reset()");
    for (let call = 0; call < 40; call++) {
      await line.json("/api/years");
      await line.json(`/api/media/year/${year}?limit=1`);
    }
    for (const { query, meanMs } of await statementsOf(album)) {
      byQuery.set(query, [...(byQuery.get(query) ?? []), meanMs]);
    }
  }
  return [...byQuery].map(([query, means]) => ({ query, meanMs: median(means) }));
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const items = bench.isQuick ? 20_000 : 1_000_000;
  const rounds = bench.isQuick ? 2 : 5;
  const options = { name: `rows-${items}-1-${fillVersion}`, isKept: true, settings: statistics };
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items });
    await album.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    const line = new Line(album.url, reader.cookie);
    await timeStatements(album, line, 1);
    const found = await timeStatements(album, line, rounds);
    line.close();
    const years = found.find(({ query }) => /GROUP BY year/.test(query));
    const months = found.find(({ query }) => /LATERAL/.test(query));
    if (!years || !months) throw new Error("The statements that count were not seen.");
    const groupedMs = await timeGroupBy(album, reader.familyId, rounds);
    const lineOf = (what, meanMs) =>
      row({
        what: `${what} at ${items.toLocaleString("en-GB")} rows`,
        measured: ms(meanMs),
        limit: `${ms(groupedMs)} by counting rows`,
        ratio: times(meanMs / groupedMs),
        target: `<= ${maxMs} ms`,
        isMet: meanMs <= maxMs,
        note: `planning and execution of the server's own statement (pg_stat_statements), median of ${rounds} means of 40`,
      });
    return [
      lineOf("Years with counts", years.meanMs),
      lineOf("A year's months with counts and covers", months.meanMs),
    ];
  });
}
