import { mkdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { withAlbum } from "./album-server.mjs";
import { withWarmMemory } from "./memory.mjs";
import { signIn } from "./people.mjs";
import { uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { figure, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Uploads while a second copy is kept";

/** "Never slowing uploads by more than 5 %". */
const minRatio = 0.95;
const fileBytes = 6e6;

/** Until the last upload is acknowledged, with derivatives and the copy made meanwhile. @returns pictures per second */
async function timeUploads(album, files, name) {
  const { cookie } = await signIn(album, name);
  const task = { url: album.url, cookie, files, format: "multipart", uploaders: 2 };
  const memory = { bytes: files.length * fileBytes * 2, seconds: files.length / 20 };
  return withWarmMemory(album, memory, async () => {
    const began = performance.now();
    await uploadPictures(task);
    return files.length / ((performance.now() - began) / 1000);
  });
}

async function begin(bench, album) {
  const code = await childProgram(bench.programs["second-copy"], ["--begin"], album.env).ended;
  if (code !== 0) throw new Error("The second copy could not be begun.");
  // The daily copy of the whole database must not run while a minute of uploads is timed.
  for (let tries = 0; tries < 600; tries++) {
    const [{ has }] = await album.query(
      'SELECT count("baseAt") > 0 AND count("copiedUntil") > 0 AS has FROM "SecondCopy"',
    );
    if (has) return;
    await wait(200);
  }
  throw new Error("The database isn't in the second copy after two minutes.");
}

/** A separate disk, as intended for a copy: memory, if there is enough. */
const ownDisk = "/dev/shm";

/** @returns {{ name: string, folder: string }[]} the target applies to the first */
function placesOf(bench, bytes) {
  const places = [{ name: "on the same disk", folder: path.join(bench.folder, "second-copy") }];
  const { bavail, bsize } = statfsSync(ownDisk);
  if (bavail * bsize > 2 * bytes) {
    places.unshift({ name: "on a disk of its own", folder: path.join(ownDisk, "keepsake-second-copy") });
  }
  return places;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const count = bench.isQuick ? 20 : 400;
  const files = await preparePictures(bench, count);
  const rounds = bench.isQuick ? 1 : 3;
  const places = placesOf(bench, count * fileBytes);
  const recipient = await identityToRecipient(await generateIdentity());
  const without = [];
  const runs = new Map(places.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    await withAlbum(bench, { name: "without-copy" }, async (album) => {
      await timeUploads(album, files.slice(0, 8), "warming-up");
      without.push(await timeUploads(album, files, "owner"));
    });
    for (const { name, folder } of places) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
      const env = { SECOND_COPY: folder, SECOND_COPY_KEY: recipient };
      await withAlbum(bench, { name: "with-copy", env }, async (album) => {
        await timeUploads(album, files.slice(0, 8), "warming-up");
        await begin(bench, album);
        runs.get(name).push(await timeUploads(album, files, "owner"));
      });
      rmSync(folder, { recursive: true });
    }
  }
  return places.map(({ name }, at) => {
    const ratio = median(runs.get(name)) / median(without);
    return row({
      what: `${title}, ${name}`,
      measured: `${figure(median(runs.get(name)))} img/s`,
      limit: `${figure(median(without))} img/s`,
      ratio: times(ratio),
      // On the album's own disk it protects from nothing, and the album warns about that.
      ...(at === 0 ? { target: `>= ${minRatio} x`, isMet: ratio >= minRatio } : {}),
      note: `${count} pictures of 12 MP by 2 uploaders until the last is acknowledged, derivatives made meanwhile; median of ${rounds} in turn; limit: the same without a copy`,
    });
  });
}
