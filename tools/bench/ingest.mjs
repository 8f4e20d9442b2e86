import { setTimeout as wait } from "node:timers/promises";
import { withAlbum } from "./album-server.mjs";
import { withWarmMemory } from "./memory.mjs";
import { signIn } from "./people.mjs";
import { prepareJsonBodies, uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { cpuSecondsOfTree, requireProcFiles, whileWatching } from "./process-tree.mjs";
import { cpuRow, figure, megabytes, row, seconds, times } from "./row.mjs";
import { timeSharpAlone } from "./sharp-alone.mjs";
import { median } from "./statistics.mjs";

export const title = "Ingest";

const uploaders = 2;
const minRate = 0.8;
const maxCpu = 1.25;
const maxPeakBytes = 400e6;
const lookEveryMs = 250;
/** A picture's size on disk, with a margin, and how many are written per second before their derivatives are made. */
const fileBytes = 6e6;
const writtenPerSecond = 20;
const giveUpMs = 30 * 60_000;

async function untilDerived(album, familyId, count) {
  const until = performance.now() + giveUpMs;
  while (performance.now() < until) {
    const [states] = await album.query(
      `SELECT count(*) FILTER (WHERE derivatives = 'ready')::int AS ready,
              count(*) FILTER (WHERE derivatives = 'failed')::int AS failed FROM "Media" WHERE "familyId" = $1`,
      [familyId],
    );
    if (states.failed > 0) throw new Error(`${states.failed} pictures could not be derived.`);
    if (states.ready === count) return;
    await wait(100);
  }
  throw new Error("The last thumbnail does not come.");
}

/** A separate family each time: one family accepts the same file only once. */
async function ingest(album, person, files, format) {
  const memory = { bytes: files.length * fileBytes, seconds: files.length / writtenPerSecond };
  return withWarmMemory(memory, () => ingestWarm(album, person, files, format));
}

async function ingestWarm(album, person, files, format) {
  const databaseBefore = cpuSecondsOfTree(album.databasePid());
  const started = performance.now();
  const upload = async () => {
    await uploadPictures({ url: album.url, cookie: person.cookie, files, format, uploaders });
    await untilDerived(album, person.familyId, files.length);
  };
  const { peak, cpuSeconds } = await whileWatching(album.pid, upload, lookEveryMs);
  const wallSeconds = (performance.now() - started) / 1000;
  return {
    perSecond: files.length / wallSeconds,
    cpuSeconds: cpuSeconds / files.length,
    databaseCpuSeconds: (cpuSecondsOfTree(album.databasePid()) - databaseBefore) / files.length,
    peak,
  };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const files = await preparePictures(bench, bench.isQuick ? 20 : 400);
  await prepareJsonBodies(files);
  const rounds = bench.isQuick ? 1 : 3;
  return withAlbum(bench, { name: "ingest" }, async (album) => {
    const runs = { json: [], multipart: [], alone: [], immich: [] };
    const warming = await signIn(album, "warming-up");
    await ingest(album, warming, files.slice(0, 4), "json");
    for (let round = 0; round < rounds; round++) {
      runs.alone.push(await timeSharpAlone(files, "ours"));
      for (const format of ["json", "multipart"]) {
        const person = await signIn(album, `${format}-${round}`);
        runs[format].push(await ingest(album, person, files, format));
      }
      runs.immich.push(await timeSharpAlone(files, "immich"));
    }
    return asRows(runs, files.length, rounds);
  });
}

function asRows(runs, count, rounds) {
  const of = (name, what) => median(runs[name].map((run) => run[what]));
  const perSecond = (value) => `${figure(value)} img/s`;
  const how = `${count} pictures of 12 MP by ${uploaders} uploaders until the last thumbnail exists, median of ${rounds}; limit: sharp alone, 2 at once`;
  const aloneRate = of("alone", "perSecond");
  const aloneCpu = of("alone", "cpuSeconds");
  const rate = (what, format) => {
    const ratio = of(format, "perSecond") / aloneRate;
    return row({
      what,
      measured: perSecond(of(format, "perSecond")),
      limit: perSecond(aloneRate),
      ratio: times(ratio),
      target: `>= ${minRate} x`,
      isMet: ratio >= minRate,
      note: how,
    });
  };
  const cpu = (what, format) =>
    cpuRow(what, of(format, "cpuSeconds"), aloneCpu, {
      maxRatio: maxCpu,
      note: `web and worker; PostgreSQL's not included: ${seconds(of(format, "databaseCpuSeconds"))} a picture`,
    });
  const peaks = [...runs.json, ...runs.multipart].map(({ peak }) => peak);
  const most = (what) => Math.max(...peaks.map((peak) => peak[what]));
  return [
    rate("Ingest as JSON (the pages' way)", "json"),
    cpu("Ingest as JSON, CPU a picture", "json"),
    rate("Ingest as multipart", "multipart"),
    cpu("Ingest as multipart, CPU a picture", "multipart"),
    row({
      what: "Ingest, peak memory of web and worker",
      measured: `${megabytes(most("pssBytes"))} PSS`,
      target: `<= ${megabytes(maxPeakBytes)}`,
      isMet: most("pssBytes") <= maxPeakBytes,
      note: `the most of all rounds, looked at every ${lookEveryMs} ms; what the decoders' processes share with the server counted once, ${megabytes(most("rssBytes"))} when counted in each; PostgreSQL not included`,
    }),
    row({
      what: "sharp alone at Immich's sizes (1440 JPEG, 250 WebP, shorter side)",
      measured: `${perSecond(of("immich", "perSecond"))}, ${seconds(of("immich", "cpuSeconds"))} CPU`,
      note: "for comparison; the album itself has no setting for these sizes",
    }),
  ];
}
