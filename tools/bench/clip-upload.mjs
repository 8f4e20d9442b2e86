import path from "node:path";
import { withAlbum } from "./album-server.mjs";
import { uploadClips } from "./chunk-uploader.mjs";
import { clipBytes } from "./made-up-clip.mjs";
import { warmFileCache } from "./memory.mjs";
import { signIn } from "./people.mjs";
import { timeFileCopy, withPlainNode } from "./plain-node-upload.mjs";
import { cpuSecondsOfTree, requireProcFiles, whileWatching } from "./process-tree.mjs";
import { withRclone } from "./rclone.mjs";
import { cpuRow, figure, megabytes, notMeasured, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";
import { findTool } from "./tools.mjs";

export const title = "100 MB clip up";

const maxGrowthBytes = 50e6;
const names = {
  whole: "one streamed request",
  parts: "parts of 8 MB, one after the other",
  pages: "parts of 8 MB, three at once, as the pages",
  raw: "chunk calls, raw bytes",
  json: "chunk calls, JSON",
};
/** The specification's calls of 1 MB each are listed next to these. */
const minRatios = { whole: 0.7, parts: 0.5, pages: 0.5 };

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const rounds = bench.isQuick ? 1 : 5;
  const plainFolder = path.join(bench.folder, "plain-node");
  // Without the worker: inspecting the uploads is another row's subject.
  const options = { name: "clips-up", env: { WORKER_IN_PROCESS: "off" } };
  return withAlbum(bench, options, (album) =>
    withPlainNode(plainFolder, async (plainUrl, plainPid) => {
      const people = [];
      for (let index = 0; index < 8; index++) people.push(await signIn(album, `uploader-${index}`));
      const cookies = people.map(({ cookie }) => cookie);
      let firstSeed = 1;
      const upload = async (way, url, atOnce) => {
        const task = { url, way, cookies: cookies.slice(0, atOnce), firstSeed };
        firstSeed += atOnce;
        await warmFileCache(album, atOnce * clipBytes * 1.5);
        const server = url === plainUrl ? plainPid : album.pid;
        const before = cpuSecondsOfTree(server);
        const rate = await uploadClips(task);
        return { rate, cpu: (cpuSecondsOfTree(server) - before) / atOnce };
      };
      for (const way of Object.keys(names)) await upload(way, album.url, 1);

      const rows = [];
      for (const atOnce of [1, 8]) {
        const none = () => Object.fromEntries(Object.keys(names).map((way) => [way, []]));
        const runs = { plain: [], copy: [], ...none() };
        const growth = none();
        for (let round = 0; round < (atOnce === 1 ? rounds : Math.min(3, rounds)); round++) {
          await warmFileCache(album, clipBytes * 3);
          runs.copy.push(await timeFileCopy(path.join(bench.folder, "plain-copy")));
          runs.plain.push(await upload("plain", plainUrl, atOnce));
          for (const way of Object.keys(names)) {
            runs[way].push(await upload(way, album.url, atOnce));
            // In a separate upload: sampling a process's memory this often slows it down.
            const watched = await whileWatching(album.pid, () => upload(way, album.url, atOnce), 10);
            growth[way].push(watched.peak.rssBytes - watched.before.rssBytes);
          }
        }
        rows.push(...asRows(runs, growth, atOnce));
      }
      rows.push(await beside(bench, (url) => upload("rclone", url, 1), rounds));
      return rows;
    }),
  );
}

/** What else someone with large files might run; it neither hashes them nor waits for the disk. */
async function beside(bench, upload, rounds) {
  const what = "rclone serve webdav, 1 at once";
  if (!findTool("rclone")) return notMeasured(what, "needs rclone");
  return withRclone(path.join(bench.folder, "rclone"), async (url) => {
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push((await upload(url)).rate);
    return row({
      what,
      measured: `${figure(median(runs))} MB/s`,
      note: "for comparison; without a hash or an fsync",
    });
  });
}

function asRows(runs, growth, atOnce) {
  const rate = (value) => `${figure(value)} MB/s`;
  const rateOf = (way) => median(runs[way].map((run) => run.rate));
  const cpuOf = (way) => median(runs[way].map((run) => run.cpu));
  const how = `${atOnce} at once, median of ${runs.plain.length}; limit: plain Node receiving the clip in one request, SHA-256, written 1 MiB at a time, fsync; without a network ${rate(median(runs.copy))}`;
  const rates = Object.entries(names).flatMap(([way, name]) => {
    const what = `100 MB clip up, ${atOnce} at once, ${name}`;
    const ratio = rateOf(way) / rateOf("plain");
    const minRatio = minRatios[way];
    const target = minRatio ? { target: `>= ${minRatio} x`, isMet: ratio >= minRatio } : {};
    return [
      row({
        what,
        measured: rate(rateOf(way)),
        limit: rate(rateOf("plain")),
        ratio: times(ratio),
        ...target,
        note: how,
      }),
      cpuRow(`${what}, CPU`, cpuOf(way), cpuOf("plain"), { note: "the server's, for each clip" }),
    ];
  });
  const growths = Object.entries(names).map(([way, name]) => ({ name, bytes: Math.max(...growth[way]) }));
  const worst = growths.toSorted((a, b) => b.bytes - a.bytes)[0];
  const memory = row({
    what: `100 MB clip up, ${atOnce} at once, memory growth`,
    measured: megabytes(worst.bytes),
    target: `<= ${megabytes(maxGrowthBytes)}`,
    isMet: worst.bytes <= maxGrowthBytes,
    note: `the most of all rounds, RSS of the server: ${growths.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join("; ")}`,
  });
  return [...rates, memory];
}
