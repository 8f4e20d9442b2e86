import { fillAlbum, fillVersion, pastMonths } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { dropFileCache } from "./file-cache.mjs";
import { Line } from "./line.mjs";
import { withMinimalNext } from "./minimal-next.mjs";
import { signIn } from "./people.mjs";
import { ms, row, times } from "./row.mjs";
import { randomNumbers } from "./scene.mjs";
import { median, percentile } from "./statistics.mjs";

export const title = "Month page";

const pageSize = 20;
const maxTimesNext = 2;
const maxTimesWarm = 2;
const maxGrowth = 1.3;
const coldRestarts = 5;
const coldMonths = 12;
/** How long PostgreSQL waits for the disk in each statement. */
const statistics = ["shared_preload_libraries=pg_stat_statements", "track_io_timing=on"];

/** A month's first page or a later one, at random. */
async function readPage(line, random) {
  const months = pastMonths();
  const { year, month } = months[Math.floor(random() * months.length)];
  const path = `/api/media/month/${year}/${month}?limit=${pageSize}`;
  const first = await line.json(path);
  const times = [first.ms];
  if (random() < 0.5) times.push((await line.json(`${path}&cursor=${first.value.nextCursor}`)).ms);
  if (first.value.items.length !== pageSize)
    throw new Error(`A month shows ${first.value.items.length} items.`);
  return times;
}

async function readBlock(line, random, pages) {
  const times = [];
  while (times.length < pages) times.push(...(await readPage(line, random)));
  return { p50: median(times), p99: percentile(times, 99) };
}

async function readNothing(line, calls) {
  const times = [];
  for (let call = 0; call < calls; call++) times.push((await line.json("/nothing")).ms);
  return median(times);
}

async function waitedForDisk(album) {
  const [{ ms: waited }] = await album.query(
    `SELECT sum(shared_blk_read_time)::float8 AS ms FROM pg_stat_statements WHERE query LIKE '%"Media"%'`,
  );
  return waited;
}

/**
 * First reads of months not read since PostgreSQL started, with the connections restored: those are reopened by calls
 * that touch no media.
 */
async function readCold(bench, album, line) {
  const coldTimes = [];
  const diskTimes = [];
  let isFileCacheDropped = true;
  const months = pastMonths();
  for (let restart = 0; restart < (bench.isQuick ? 1 : coldRestarts); restart++) {
    await album.restartDatabase();
    isFileCacheDropped = dropFileCache() && isFileCacheDropped;
    for (let call = 0; call < 20; call++) await line.call("/api/auth/user");
    for (let index = 0; index < coldMonths; index++) {
      const { year, month } = months[(restart * 7 + index * 5) % months.length];
      await album.query("SELECT pg_stat_statements_reset()");
      coldTimes.push((await line.json(`/api/media/month/${year}/${month}?limit=${pageSize}`)).ms);
      diskTimes.push(await waitedForDisk(album));
    }
  }
  return {
    p50: median(coldTimes),
    diskMs: median(diskTimes),
    first: coldTimes.filter((_, at) => at % coldMonths === 0),
    isFileCacheDropped,
  };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const [few, many] = bench.isQuick ? [2_000, 20_000] : [100_000, 1_000_000];
  const rounds = bench.isQuick ? 2 : 5;
  const pages = bench.isQuick ? 100 : 1_000;
  const nameOf = (items) => ({
    name: `rows-${items}-1-${fillVersion}`,
    isKept: true,
    settings: statistics,
  });

  return withAlbum(bench, nameOf(few), (small) =>
    withAlbum(bench, nameOf(many), (large) =>
      withMinimalNext(bench, async (minimal) => {
        const lines = {};
        for (const [name, album, items] of [
          ["small", small, few],
          ["large", large, many],
        ]) {
          const reader = await signIn(album, "reader");
          await fillAlbum(bench, album, reader, { items });
          lines[name] = new Line(album.url, reader.cookie);
        }
        const bare = new Line(minimal.url);
        const random = randomNumbers(3);
        for (const name of ["small", "large"]) await readBlock(lines[name], random, pages / 2);
        const blocks = { small: [], large: [] };
        const nothing = [];
        for (let round = 0; round < rounds; round++) {
          nothing.push(await readNothing(bare, pages / 2));
          for (const name of ["small", "large"])
            blocks[name].push(await readBlock(lines[name], random, pages));
        }
        await large.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        const cold = await readCold(bench, large, lines.large);
        for (const line of [bare, lines.small, lines.large]) line.close();
        return asRows({ few, many, blocks, nothing: median(nothing), cold, rounds, pages });
      }),
    ),
  );
}

function asRows({ few, many, blocks, nothing, cold, rounds, pages }) {
  const of = (name, what) => median(blocks[name].map((block) => block[what]));
  const words = (items) => `${items.toLocaleString("en-GB")} rows`;
  const how = `one connection, median of ${rounds} rounds of ${pages} pages of ${pageSize}; limit: a Next route handler that does nothing`;
  const warm = (name, items) =>
    row({
      what: `Month page at ${words(items)}, p50`,
      measured: ms(of(name, "p50")),
      limit: ms(nothing),
      ratio: times(of(name, "p50") / nothing),
      target: `<= ${maxTimesNext} x`,
      isMet: of(name, "p50") <= maxTimesNext * nothing,
      note: how,
    });
  const growth = of("large", "p99") / of("small", "p99");
  const firstMs = cold.first.map((time) => time.toFixed(1)).join(", ");
  const dropped = cold.isFileCacheDropped
    ? "the system's file cache emptied"
    : "the system's file cache as it was";
  const coldLimit = maxTimesWarm * of("large", "p50") + cold.diskMs;
  return [
    warm("small", few),
    warm("large", many),
    row({
      what: `Month page at ${words(many)}, p99`,
      measured: ms(of("large", "p99")),
      limit: `${ms(of("small", "p99"))} at ${words(few)}`,
      ratio: times(growth),
      target: `<= ${maxGrowth} x`,
      isMet: growth <= maxGrowth,
      note: how,
    }),
    row({
      what: `Month page at ${words(many)}, cold, p50`,
      measured: ms(cold.p50),
      limit: `${ms(cold.diskMs)} waiting for the disk`,
      target: `<= ${ms(coldLimit)}`,
      isMet: cold.p50 <= coldLimit,
      note: `target: ${maxTimesWarm} x warm and the disk's reads; PostgreSQL restarted, ${dropped}; each month's first page for the first time; the very first after each restart: ${firstMs} ms`,
    }),
  ];
}
