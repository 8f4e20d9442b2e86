import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fillAlbum } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { runDownload, startDownload } from "./downloader.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { withPlainDownload } from "./plain-node-download.mjs";
import { cpuSecondsOfTree, memoryOfTree, requireProcFiles, whileWatching } from "./process-tree.mjs";
import { figure, megabytes, ms, row, seconds, times } from "./row.mjs";
import { median, percentile } from "./statistics.mjs";

export const title = "Choosing many";

const items = 5_000;
const maxSeconds = 3;
const minRatio = 0.7;
const maxGrowth = 1.25;
/** What the sockets of both ends can buffer, up to 32 MB on Linux, and blocks of a file. */
const maxAheadBytes = 48e6;
const cutsOfADownload = 50;
const downloadsAtOnce = 20;
const settleMs = 3_000;
const files = (count) => `${count.toLocaleString("en-GB")} originals`;

/** Originals of 1 to 3 MB, as long as their rows say. The ZIP neither decodes nor inspects them. */
async function writeOriginals(album, count) {
  await album.query('UPDATE "Media" SET bytes = 1000000 + abs(hashtext(id::text)) % 2000000');
  const rows = await album.query('SELECT id, bytes::int, "storagePath" FROM "Media" ORDER BY id LIMIT $1', [
    count,
  ]);
  const content = randomBytes(3_000_000);
  for (const [index, { bytes, storagePath }] of rows.entries()) {
    const file = path.join(album.dataDir, "media", storagePath);
    mkdirSync(path.dirname(file), { recursive: true });
    content.writeUInt32LE(index);
    writeFileSync(file, content.subarray(0, bytes));
  }
  // Not during a measurement.
  execFileSync("sync");
  return {
    ids: rows.map(({ id }) => id),
    paths: rows.map(({ storagePath }) => path.join(album.dataDir, "media", storagePath)),
  };
}

const forgetChecksums = (album) => album.query('UPDATE "Media" SET crc32 = NULL WHERE crc32 IS NOT NULL');

async function prepareZip(album, line, mediaIds) {
  const { value } = await line.json("/api/media/archives", "POST", { mediaIds });
  if (value.count !== mediaIds.length) throw new Error(`The ZIP has ${value.count} files.`);
  return { url: `${album.url}${value.url}`, bytes: value.bytes };
}

async function timed(pid, task) {
  const before = cpuSecondsOfTree(pid);
  const { bytes, seconds: took } = await runDownload("read", task);
  return { rate: bytes / 1e6 / took, cpuPerGb: ((cpuSecondsOfTree(pid) - before) * 1e9) / bytes };
}

/** In turn: the files alone, the ZIP for the first time, the ZIP with known CRC-32s. */
async function measureRates(album, plain, zip, rounds) {
  const tasks = {
    plain: () => timed(plain.pid, { url: `${plain.url}/` }),
    first: async () => {
      await forgetChecksums(album);
      return timed(album.pid, zip);
    },
    again: () => timed(album.pid, zip),
  };
  const runs = { plain: [], first: [], again: [] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of Object.entries(tasks)) {
      const result = await run();
      // The first round warms up the code.
      if (round >= 0) runs[name].push(result);
    }
  }
  const of = (name, what) => median(runs[name].map((run) => run[what]));
  const cpu = (name) => `${figure(of(name, "cpuPerGb"))} s`;
  const how = `median of ${rounds}, in turn; limit: plain Node reading the same files one after the other into one answer; CPU of the servers for a GB`;
  return ["first", "again"].map((name) => {
    const ratio = of(name, "rate") / of("plain", "rate");
    return row({
      what: `ZIP of ${files(zip.count)}, ${name === "first" ? "for the first time" : "again, CRC-32s known"}`,
      measured: `${figure(of(name, "rate"))} MB/s`,
      limit: `${figure(of("plain", "rate"))} MB/s`,
      ratio: times(ratio),
      target: `>= ${minRatio} x`,
      isMet: ratio >= minRatio,
      note: `${megabytes(zip.bytes)}; ${how} ${cpu(name)} and ${cpu("plain")}`,
    });
  });
}

/** @param idle before the first download */
async function measureMemory(album, { zip, tenth, idle }) {
  const watch = async (task) => {
    await forgetChecksums(album);
    await wait(settleMs);
    return (await whileWatching(album.pid, () => runDownload("read", task))).peak.rssBytes;
  };
  const [small, whole] = [await watch(tenth), await watch(zip)];
  return row({
    what: `ZIP of ${files(zip.count)}: memory`,
    measured: `${megabytes(whole)} RSS`,
    limit: `${megabytes(small)} for ${files(tenth.count)}`,
    ratio: times(whole / small),
    target: `<= ${maxGrowth} x`,
    isMet: whole / small <= maxGrowth,
    note: `the most, looked at every 50 ms, for the first time; ${megabytes(whole - idle)} more than before the first download`,
  });
}

async function measureCuts(album, zip) {
  const cuts = new Set();
  while (cuts.size < cutsOfADownload) cuts.add(randomInt(1, zip.bytes));
  const inOrder = [...cuts].sort((one, other) => one - other);
  const whole = await runDownload("resume", { ...zip, cuts: [] });
  await forgetChecksums(album);
  const resumed = await runDownload("resume", { ...zip, cuts: inOrder });
  const isSame = whole.sha256 === resumed.sha256 && resumed.bytes === zip.bytes;
  return row({
    what: `ZIP of ${files(zip.count)}, cut at ${cutsOfADownload} random bytes and resumed`,
    measured: isSame ? "the same" : "another",
    target: "the same SHA-256",
    isMet: isSame,
    note: `each connection cut and the next one's Range from there; CRC-32s not known before; SHA-256 ${resumed.sha256.slice(0, 12)}`,
  });
}

function openOriginals(pid) {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(path.join(folder, name)).includes("/originals/");
    } catch {
      return false;
    }
  }).length;
}

const bytesReadBy = (pid) => Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))[1]);

async function measureStalled(album, zip) {
  const before = bytesReadBy(album.pid);
  const { result, end } = await startDownload("stall", { ...zip, after: zip.bytes / 10 });
  await wait(settleMs);
  const ahead = bytesReadBy(album.pid) - before - result.bytes;
  const openBefore = openOriginals(album.pid);
  await end();
  const left = performance.now();
  while (openOriginals(album.pid) > 0 && performance.now() - left < settleMs) await wait(1);
  const closedMs = performance.now() - left;
  return row({
    what: "ZIP whose reader stops: read ahead",
    measured: megabytes(ahead),
    target: `<= ${megabytes(maxAheadBytes)}`,
    isMet: ahead <= maxAheadBytes && closedMs < 1_000,
    note: `what the server had read ${settleMs / 1000} s after the reader stopped; ${openBefore} original open, closed ${ms(closedMs)} after the reader was gone`,
  });
}

/** How long the server's health calls take until something is over. */
async function askHealth(album, until) {
  const line = new Line(album.url);
  const taken = [];
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  // Handled below, after the last call.
  over.catch(() => {});
  while (!isOver) {
    const { status, ms: took } = await line.call("/api/health");
    if (status !== 200) throw new Error(`The health was answered ${status}`);
    taken.push(took);
    await wait(10);
  }
  line.close();
  return { taken, result: await over };
}

async function measureCrowd(album, zip) {
  const quiet = await askHealth(album, wait(settleMs));
  const most = Math.floor(zip.bytes / downloadsAtOnce);
  const busy = await askHealth(album, runDownload("read", { ...zip, atOnce: downloadsAtOnce, most }));
  const { bytes, seconds: took } = busy.result;
  return row({
    what: `Health's p95 while one person downloads ${downloadsAtOnce} ZIPs`,
    measured: ms(percentile(busy.taken, 95)),
    limit: `${ms(percentile(quiet.taken, 95))} without`,
    ratio: times(percentile(busy.taken, 95) / percentile(quiet.taken, 95)),
    note: `${busy.taken.length} calls, the longest ${ms(Math.max(...busy.taken))}; the ZIPs came at ${figure(bytes / 1e6 / took)} MB/s together`,
  });
}

/** @returns rows for what one call does to 5,000 items */
async function measureChanges(album, line, person, rounds) {
  const mediaIds = (await album.query('SELECT id FROM "Media" ORDER BY id')).map(({ id }) => id);
  const change = async (name, more = {}) => {
    const { ms: took, value } = await line.json(`/api/media/batch/${name}`, "POST", { mediaIds, ...more });
    // A few may have been there already.
    if (value.changedIds.length < mediaIds.length * 0.9)
      throw new Error(`${name} changed ${value.changedIds.length}`);
    return took / 1000;
  };
  const taken = { moved: [], tagged: [], deleted: [], restored: [] };
  for (let round = 0; round < rounds; round++) {
    taken.moved.push(await change("move", { year: 2023, month: 1 + (round % 12) }));
    await album.query('DELETE FROM "MediaTag"');
    taken.tagged.push(await change("tag", { userIds: [person.userId] }));
    taken.deleted.push(await change("trash"));
    taken.restored.push(await change("restore"));
  }
  return Object.entries(taken).map(([name, all]) =>
    row({
      what: `${items.toLocaleString("en-GB")} pictures ${name}`,
      measured: seconds(median(all)),
      target: `<= ${maxSeconds} s`,
      isMet: median(all) <= maxSeconds,
      note: `one call, median of ${rounds}; the slowest ${seconds(Math.max(...all))}`,
    }),
  );
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const rounds = bench.isQuick ? 1 : 5;
  const count = bench.isQuick ? 200 : 2_000;
  return withAlbum(bench, { name: "many", env: { WORKER_IN_PROCESS: "off" } }, async (album) => {
    const person = await signIn(album, "chooser");
    await fillAlbum(bench, album, person, { items });
    const { ids, paths } = await writeOriginals(album, count);
    const line = new Line(album.url, person.cookie);
    const zipOf = async (mediaIds) => ({
      ...(await prepareZip(album, line, mediaIds)),
      count: mediaIds.length,
      cookie: person.cookie,
    });
    const zip = await zipOf(ids);
    const tenth = await zipOf(ids.slice(0, count / 10));
    await wait(settleMs);
    const idle = memoryOfTree(album.pid).rssBytes;
    const memory = await measureMemory(album, { zip, tenth, idle });
    const rates = await withPlainDownload(paths, (plain) => measureRates(album, plain, zip, rounds));
    const rows = [
      ...(await measureChanges(album, line, person, rounds)),
      ...rates,
      memory,
      await measureStalled(album, zip),
      await measureCuts(album, zip),
      await measureCrowd(album, zip),
    ];
    line.close();
    return rows;
  });
}
