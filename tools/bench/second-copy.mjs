import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
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
  const began = performance.now();
  await withWarmMemory({ bytes: files.length * fileBytes * 2, seconds: files.length / 20 }, () =>
    uploadPictures(task),
  );
  return files.length / ((performance.now() - began) / 1000);
}

async function begin(bench, album) {
  const code = await childProgram(bench.programs["second-copy"], ["--begin"], album.env).ended;
  if (code !== 0) throw new Error("The second copy could not be begun.");
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const count = bench.isQuick ? 20 : 400;
  const files = await preparePictures(bench, count);
  const rounds = bench.isQuick ? 1 : 5;
  const copy = path.join(bench.folder, "second-copy");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o700 });
  const env = { SECOND_COPY: copy, SECOND_COPY_KEY: await identityToRecipient(await generateIdentity()) };
  const runs = { without: [], with: [] };
  for (let round = 0; round < rounds; round++) {
    await withAlbum(bench, { name: "without-copy" }, async (album) => {
      await timeUploads(album, files.slice(0, 8), "warming-up");
      runs.without.push(await timeUploads(album, files, "owner"));
    });
    await withAlbum(bench, { name: "with-copy", env }, async (album) => {
      await timeUploads(album, files.slice(0, 8), "warming-up");
      await begin(bench, album);
      runs.with.push(await timeUploads(album, files, "owner"));
    });
    rmSync(copy, { recursive: true });
    mkdirSync(copy, { mode: 0o700 });
  }
  rmSync(copy, { recursive: true });
  const ratio = median(runs.with) / median(runs.without);
  return [
    row({
      what: title,
      measured: `${figure(median(runs.with))} img/s`,
      limit: `${figure(median(runs.without))} img/s`,
      ratio: times(ratio),
      target: `>= ${minRatio} x`,
      isMet: ratio >= minRatio,
      note: `${count} pictures of 12 MP by 2 uploaders until the last is acknowledged, derivatives made meanwhile; the copy is on the same disk, which is the worst place; median of ${rounds} in turn; limit: the same without a copy`,
    }),
  ];
}
