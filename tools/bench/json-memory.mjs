import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withAlbum } from "./album-server.mjs";
import { Line, requireSuccess } from "./line.mjs";
import { signIn } from "./people.mjs";
import { jsonBody } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { memoryOfTree, whileWatching } from "./process-tree.mjs";
import { megabytes, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "12 MP picture as JSON base64";

const maxTimes = 4;
const settleMs = 3_000;
const looks = 3;

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const rounds = bench.isQuick ? 2 : 7;
  const warming = 3;
  const files = await preparePictures(bench, warming + rounds);
  // Without the worker: the memory for decoding is in the ingest's peak.
  return withAlbum(bench, { name: "json-memory", env: { WORKER_IN_PROCESS: "off" } }, async (album) => {
    const person = await signIn(album, "uploader");
    const line = new Line(album.url, person.cookie);
    const upload = async (file) => {
      const call = jsonBody(path.basename(file), await readFile(file));
      requireSuccess(await line.call("/api/media", { method: "POST", ...call }), "An upload");
    };
    for (const file of files.slice(0, warming)) await upload(file);
    const ratios = [];
    const settled = [];
    let largest = 0;
    for (const file of files.slice(warming)) {
      await wait(settleMs);
      const watched = await whileWatching(album.pid, () => upload(file), 2);
      settled.push(watched.before.rssBytes);
      largest = Math.max(largest, (await readFile(file)).length);
      ratios.push((watched.peak.rssBytes - watched.before.rssBytes) / largest);
    }
    line.close();
    await wait(settleMs);
    settled.push(memoryOfTree(album.pid).rssBytes);
    // A process's memory varies by megabytes: what was retained shows in the median of several samples.
    const kept = median(settled.slice(-looks)) - median(settled.slice(0, looks));
    const most = Math.max(...ratios);
    return [
      row({
        what: "12 MP picture as JSON base64, memory growth",
        measured: megabytes(most * largest),
        limit: `${megabytes(largest)} picture`,
        ratio: times(most),
        target: `<= ${maxTimes} x its bytes`,
        isMet: most <= maxTimes,
        note: `RSS of the server looked at every 2 ms, the most of ${rounds} uploads`,
      }),
      row({
        what: "12 MP picture as JSON base64, freed after",
        measured: `${megabytes(Math.max(0, kept))} kept`,
        target: "less than one upload's growth",
        isMet: kept < Math.max(most, 1) * largest,
        note: `RSS ${settleMs / 1000} s after an upload: the median of the last ${looks} of ${settled.length} looks, less that of the first ${looks}`,
      }),
    ];
  });
}
