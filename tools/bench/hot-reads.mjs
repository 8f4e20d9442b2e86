import pg from "pg";
import { fillAlbum, fillVersion } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { withMinimalNext } from "./minimal-next.mjs";
import { signIn } from "./people.mjs";
import { plainCookie, withPlainServer } from "./plain-node-server.mjs";
import { cpuSecondsOfTree, requireProcFiles } from "./process-tree.mjs";
import { cpuRow, ms, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Hot calls";

const maxTimesNext = 2;

/** The minimum that the month's and the years' calls need. */
const statements = {
  month: `SELECT m.id, m."fileName", m."mediaType", m."mimeType", m.year, m.month, m.description, m.bytes, m.width, m.height,
      m."uploadDate", m."thumbHash", (SELECT count(*)::int FROM "Heart" h WHERE h."mediaId" = m.id) AS "heartCount"
    FROM "Media" m WHERE m."familyId" = $1 AND m.year = $2 AND m.month = $3 AND m."deletedAt" IS NULL
    ORDER BY m."sortAt" DESC, m.id DESC LIMIT 20`,
  years: `SELECT year, sum("itemCount")::int AS "itemCount" FROM "MediaMonth" WHERE "familyId" = $1 GROUP BY year`,
};

/** The same statements sent to PostgreSQL itself. @returns milliseconds, median */
async function readAlone(databaseUrl, { text, values }, { rounds, calls }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const times = [];
  for (let call = 0; call < rounds * calls; call++) {
    const started = performance.now();
    await client.query({ name: "alone", text, values });
    times.push(performance.now() - started);
  }
  await client.end();
  return median(times);
}

async function callOften(call, pid, calls) {
  const before = cpuSecondsOfTree(pid);
  const times = [];
  for (let count = 0; count < calls; count++) times.push((await call()).ms);
  return { cpuSeconds: (cpuSecondsOfTree(pid) - before) / calls, ms: median(times) };
}

async function measureInTurn(tasks, { rounds, calls }) {
  for (const { call, pid } of Object.values(tasks)) await callOften(call, pid, calls / 2);
  const runs = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, { call, pid }] of Object.entries(tasks)) {
      runs[name].push(await callOften(call, pid, calls));
    }
  }
  return runs;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const items = bench.isQuick ? 2_000 : 100_000;
  const amount = bench.isQuick ? { rounds: 1, calls: 200 } : { rounds: 5, calls: 1_000 };
  const folder = { name: `rows-${items}-1-${fillVersion}`, isKept: true };
  return withAlbum(bench, folder, (album) =>
    withMinimalNext(bench, async (next) => {
      const reader = await signIn(album, "reader");
      await fillAlbum(bench, album, reader, { items });
      const { familyId } = reader;
      const [{ id, year, month }] = await album.query(
        `SELECT id, year, month FROM "Media" WHERE "familyId" = $1 ORDER BY "sortAt" DESC LIMIT 1`,
        [familyId],
      );
      const known = {
        month: { text: statements.month, values: [familyId, year, month] },
        years: { text: statements.years, values: [familyId] },
      };
      return withPlainServer({ databaseUrl: album.databaseUrl, statements: known }, async (plain) => {
        const lines = {
          album: new Line(album.url, reader.cookie),
          next: new Line(next.url),
          plain: new Line(plain.url, plainCookie),
        };
        const ours = (path, method, value) => ({
          pid: album.pid,
          call: () => lines.album.json(path, method, value),
        });
        const theirs = (name, { pid }, path) => ({ pid, call: () => lines[name].json(path) });
        const runs = await measureInTurn(
          {
            nothing: theirs("next", next, "/nothing"),
            plainMonth: theirs("plain", plain, "/rows/month"),
            plainYears: theirs("plain", plain, "/rows/years"),
            month: ours(`/api/media/month/${year}/${month}?limit=20`),
            feed: ours("/api/media?limit=20"),
            years: ours("/api/media/years"),
            me: ours("/api/auth/me"),
            heart: ours("/api/hearts", "POST", { mediaId: id }),
          },
          amount,
        );
        for (const line of Object.values(lines)) line.close();
        const alone = {};
        for (const [name, statement] of Object.entries(known))
          alone[name] = await readAlone(album.databaseUrl, statement, amount);
        return [...asRows(runs, amount), ...asRowsAlone(alone)];
      });
    }),
  );
}

function asRows(runs, { rounds, calls }) {
  const of = (name, what) => median(runs[name].map((run) => run[what]));
  const how = `one connection, median of ${rounds} rounds of ${calls} calls`;
  const nothing = of("nothing", "ms");
  const pair = (what, name, plain) => [
    row({
      what: `${what}, p50`,
      measured: ms(of(name, "ms")),
      limit: ms(nothing),
      ratio: times(of(name, "ms") / nothing),
      target: `<= ${maxTimesNext} x`,
      isMet: of(name, "ms") <= maxTimesNext * nothing,
      note: `${how}; limit: a Next route handler that does nothing`,
    }),
    cpuRow(`${what}, CPU each`, of(name, "cpuSeconds"), of(plain, "cpuSeconds"), {
      note:
        plain === "nothing"
          ? "the server's; limit: a Next route handler that does nothing"
          : "the server's; limit: plain Node that checks a cookie and sends the rows of one statement",
    }),
  ];
  return [
    ...pair("Month page of 20", "month", "plainMonth"),
    ...pair("Latest uploads, 20", "feed", "plainMonth"),
    ...pair("Years", "years", "plainYears"),
    ...pair("Who is signed in", "me", "nothing"),
    ...pair("A heart, given again", "heart", "nothing"),
  ];
}

const asRowsAlone = (alone) =>
  Object.entries({ month: "Month page of 20", years: "Years" }).map(([name, what]) =>
    row({
      what: `${what}, PostgreSQL alone, p50`,
      measured: ms(alone[name]),
      note: "for comparison: the statement and its rows, prepared, without HTTP or a check of who asks",
    }),
  );
