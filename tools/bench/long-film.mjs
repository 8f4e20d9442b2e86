import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "../../ops/lib/run-quietly.mjs";
import { withAlbum } from "./album-server.mjs";
import { openPage, withChromium } from "./chromium.mjs";
import { signIn } from "./people.mjs";
import { megabytes, row, seconds } from "./row.mjs";
import { median } from "./statistics.mjs";
import { requireTool } from "./tools.mjs";
import { timeOurs } from "./video.mjs";

export const title = "Film of ten minutes";

const partSeconds = 10;
const filmSeconds = 600;
const seekSeconds = 420;
/** DevTools' presets. */
const lines = {
  "Fast 3G": { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  "Slow 3G": { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
};
const qualities = {
  360: { what: "small", key: "playable-small" },
  720: { what: "playable", key: "playable" },
};

/** Ten seconds, made as the album makes them, sixty times: encoding all of it would take longer and change nothing. */
async function prepareFilm(bench, quality) {
  const ffmpeg = requireTool("ffmpeg");
  const folder = path.join(bench.folder, "films");
  mkdirSync(folder, { recursive: true });
  const [source, part, film] = ["source.avi", `part-${quality}.mp4`, `film-${quality}.mp4`].map((name) =>
    path.join(folder, name),
  );
  if (existsSync(film)) return film;
  const run = (args) =>
    runQuietly("Making a film", ffmpeg, ["-y", "-loglevel", "error", ...args.flat()], { cwd: bench.root });
  if (!existsSync(source)) {
    await run([
      ["-f", "lavfi", "-i", `testsrc2=s=1920x1080:r=30:d=${partSeconds}`],
      ["-f", "lavfi", "-i", `sine=d=${partSeconds}`, "-vf", "noise=alls=3:allf=t"],
      // No browser plays it, so that its streams are not copied.
      ["-c:v", "mpeg4", "-q:v", "3", "-c:a", "mp3", source],
    ]);
  }
  await timeOurs(bench, qualities[quality].what, source, part);
  const loop = ["-stream_loop", String(filmSeconds / partSeconds - 1), "-i", part];
  await run([loop, ["-c", "copy", "-movflags", "+faststart", "-f", "mp4", `${film}.part`]]);
  renameSync(`${film}.part`, film);
  return film;
}

/** Puts the renditions where the worker would, and marks them as ready. @returns the item's id */
async function storeFilm(album, cookie, files) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ year: "2024", month: "7", fileType: "video" })) {
    form.set(name, value);
  }
  form.set("fileData", new Blob([readFileSync(files[360]).subarray(0, 1_000_000)]), "film.mp4");
  const answer = await fetch(`${album.url}/api/media`, { method: "POST", headers: { cookie }, body: form });
  const { id } = await answer.json();
  const [{ familyId }] = await album.query(
    `UPDATE "Media" SET derivatives = 'failed', playable = 'ready', "playableSmall" = 'ready', width = 1920,
       height = 1080, "durationMs" = $2 WHERE id = $1 RETURNING "familyId"`,
    [id, filmSeconds * 1000],
  );
  const folder = path.join(album.dataDir, "media", "families", familyId, "derived", id);
  mkdirSync(folder, { recursive: true });
  for (const [quality, { key }] of Object.entries(qualities))
    copyFileSync(files[quality], path.join(folder, key));
  return id;
}

/** From asking for the film to its first picture, and from choosing the seventh minute to that picture. @returns seconds */
async function watch(browser, session, { id, quality, line }) {
  const { page, tools, close } = await openPage(browser, session);
  await page.goto(`${session.url}/settings`);
  await tools.send("Network.emulateNetworkConditions", line);
  const taken = await page.evaluate(
    async ([src, at]) => {
      const video = document.createElement("video");
      const once = (name) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true });
          video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
        });
      const began = performance.now();
      Object.assign(video, { muted: true, preload: "auto", src });
      document.body.append(video);
      await once("loadeddata");
      const first = performance.now() - began;
      await video.play();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const sought = performance.now();
      video.currentTime = at;
      await once("seeked");
      return { first: first / 1000, seek: (performance.now() - sought) / 1000 };
    },
    [`/api/video/stream/${id}?quality=${quality}`, seekSeconds],
  );
  await close();
  return taken;
}

/** Where its index ends and the pictures begin: what has to arrive before the first one. */
function indexBytes(file) {
  return readFileSync(file).indexOf("mdat");
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const rounds = bench.isQuick ? 1 : 3;
  const files = {};
  for (const quality of Object.keys(qualities)) files[quality] = await prepareFilm(bench, quality);
  const rows = [];
  await withChromium((browser) =>
    withAlbum(bench, { name: "long-film", env: { WORKER_IN_PROCESS: "off" } }, async (album) => {
      const { cookie } = await signIn(album, "viewer");
      const id = await storeFilm(album, cookie, files);
      for (const [name, line] of Object.entries(lines)) {
        for (const [quality, file] of Object.entries(files)) {
          const taken = [];
          for (let round = 0; round < rounds; round++) {
            taken.push(
              await watch(browser, { url: album.url, cookie, isPhone: true }, { id, quality, line }),
            );
          }
          const kilobits = (statSync(file).size * 8) / filmSeconds / 1000;
          rows.push(
            row({
              what: `${name}, ${quality}p: first frame, and frame after a seek to minute 7`,
              measured: `${seconds(median(taken.map(({ first }) => first)))}, ${seconds(median(taken.map(({ seek }) => seek)))}`,
              note: `median of ${rounds}, nothing cached; ${megabytes(statSync(file).size)}, ${Math.round(kilobits)} kbit/s, of which the index in front is ${Math.round(indexBytes(file) / 1000)} KB; the line carries ${(line.downloadThroughput * 8) / 1000} kbit/s, ${line.latency} ms a request`,
            }),
          );
        }
      }
    }),
  );
  return rows;
}
