import { setTimeout as wait } from "node:timers/promises";
import { withAlbum } from "./album-server.mjs";
import { withWarmMemory } from "./memory.mjs";
import { signIn } from "./people.mjs";
import { prepareJsonBodies, uploadPictures } from "./picture-uploader.mjs";
import { preparePictures, prepareSmallPictures } from "./pictures.mjs";
import { cpuSecondsOfTree, requireProcFiles, whileWatching } from "./process-tree.mjs";
import { cpuRow, figure, megabytes, row, seconds, times } from "./row.mjs";
import { timeSharpAlone } from "./sharp-alone.mjs";
import { median } from "./statistics.mjs";

export const title = "Ingest";

const uploaders = 2;
const minRate = 0.85;
const minSmallRate = 0.6;
const maxCpu = 1.2;
const maxPeakBytes = 350e6;
const lookEveryMs = 250;
/** A picture's size on disk, with a margin, and how many are written per second before their derivatives are made. */
const fileBytes = 6e6;
const writtenPerSecond = 20;
const giveUpMs = 30 * 60_000;

/** Waits until everything of a family has its derivatives. @throws Error when one of them failed */
export async function untilDerived(album, familyId, count) {
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
  return withWarmMemory(album, memory, () => ingestWarm(album, person, files, format));
}

async function ingestWarm(album, person, files, format) {
  const cpuBefore = cpuSecondsOfTree(album.pid);
  const databaseBefore = cpuSecondsOfTree(album.databasePid());
  const started = performance.now();
  const task = { url: album.url, cookie: person.cookie, files, format, uploaders };
  const { cpuSeconds: uploaderSeconds } = await uploadPictures(task);
  await untilDerived(album, person.familyId, files.length);
  const wallSeconds = (performance.now() - started) / 1000;
  return {
    perSecond: files.length / wallSeconds,
    cpuSeconds: (cpuSecondsOfTree(album.pid) - cpuBefore) / files.length,
    uploaderCpuSeconds: uploaderSeconds / files.length,
    databaseCpuSeconds: (cpuSecondsOfTree(album.databasePid()) - databaseBefore) / files.length,
  };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const count = bench.isQuick ? 20 : 400;
  const files = await preparePictures(bench, count);
  const small = await prepareSmallPictures(bench, count);
  await prepareJsonBodies(files);
  const rounds = bench.isQuick ? 1 : 3;
  return withAlbum(bench, { name: "ingest" }, async (album) => {
    const runs = { json: [], multipart: [], alone: [], immich: [], small: [], smallAlone: [], watched: [] };
    const warming = await signIn(album, "warming-up");
    await ingest(album, warming, files.slice(0, 4), "json");
    const ingestAs = async (name, pictures, format) => {
      const person = await signIn(album, `${name}-${runs[name].length}`);
      runs[name].push(await ingest(album, person, pictures, format));
    };
    for (let round = 0; round < rounds; round++) {
      runs.alone.push(await timeSharpAlone(files, "ours"));
      await ingestAs("json", files, "json");
      await ingestAs("multipart", files, "multipart");
      runs.smallAlone.push(await timeSharpAlone(small, "ours"));
      await ingestAs("small", small, "multipart");
      runs.immich.push(await timeSharpAlone(files, "immich"));
    }
    // Reading a process's memory map stops it for milliseconds: not while the rate is measured.
    const both = async () => {
      await ingestAs("watched", files, "json");
      await ingestAs("watched", files, "multipart");
    };
    const { peak } = await whileWatching(album.pid, both, lookEveryMs);
    return asRows(runs, peak, files.length, rounds);
  });
}

function asRows(runs, peak, count, rounds) {
  const of = (name, what) => median(runs[name].map((run) => run[what]));
  const perSecond = (value) => `${figure(value)} img/s`;
  const how = (kind) =>
    `${count} ${kind} by ${uploaders} uploaders until the last thumbnail exists, median of ${rounds}; limit: sharp alone, 2 at once`;
  const rate = (what, name, limit, least, kind) => {
    const ratio = of(name, "perSecond") / of(limit, "perSecond");
    return row({
      what,
      measured: perSecond(of(name, "perSecond")),
      limit: perSecond(of(limit, "perSecond")),
      ratio: times(ratio),
      target: `>= ${least} x`,
      isMet: ratio >= least,
      note: how(kind),
    });
  };
  const cpu = (what, name, limit, maxRatio) =>
    cpuRow(`${what}, CPU a picture`, of(name, "cpuSeconds"), of(limit, "cpuSeconds"), {
      maxRatio,
      note: `web and worker; not included: PostgreSQL's ${seconds(of(name, "databaseCpuSeconds"))} and the uploaders' ${seconds(of(name, "uploaderCpuSeconds"))} a picture`,
    });
  const large = (what, name) => [
    rate(what, name, "alone", minRate, "pictures of 12 MP"),
    cpu(what, name, "alone", maxCpu),
  ];
  return [
    ...large("Ingest as JSON", "json"),
    ...large("Ingest as multipart (the pages' way)", "multipart"),
    row({
      what: "Ingest, peak memory of web and worker",
      measured: `${megabytes(peak.pssBytes)} PSS`,
      target: `<= ${megabytes(maxPeakBytes)}`,
      isMet: peak.pssBytes <= maxPeakBytes,
      note: `the most of one more round of each kind after the others, looked at every ${lookEveryMs} ms: ${peak.partBytes.map(megabytes).join(" + ")}, the server first, then its decoders; what they share counted once, ${megabytes(peak.rssBytes)} when counted in each; PostgreSQL not included`,
    }),
    rate("Small pictures, as multipart", "small", "smallAlone", minSmallRate, "pictures of 1600 px"),
    cpu("Small pictures, as multipart", "small", "smallAlone"),
    row({
      what: "sharp alone at Immich's sizes (1440 JPEG, 250 WebP, shorter side)",
      measured: `${perSecond(of("immich", "perSecond"))}, ${seconds(of("immich", "cpuSeconds"))} CPU`,
      note: "for comparison; the album itself has no setting for these sizes",
    }),
  ];
}
