import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { withAlbum } from "./album-server.mjs";
import { withWarmMemory } from "./memory.mjs";
import { signIn } from "./people.mjs";
import { uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { megabytes, row, seconds, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Backup";

const maxRatio = 1.5;

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** As `npm run backup` does, over a running album, into a new folder that is removed again. */
async function timeBackup(bench, album, options) {
  const folder = path.join(bench.folder, "backup-copy");
  rmSync(folder, { recursive: true, force: true });
  const began = performance.now();
  const code = await childProgram(bench.programs.backup, [folder, ...options], album.env).ended;
  const took = (performance.now() - began) / 1000;
  if (code !== 0) throw new Error(`The backup ended with code ${code}.`);
  const bytes = bytesIn(folder);
  rmSync(folder, { recursive: true });
  return { took, bytes };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const files = await preparePictures(bench, bench.isQuick ? 20 : 400);
  const rounds = bench.isQuick ? 1 : 5;
  const recipient = await identityToRecipient(await generateIdentity());
  return withAlbum(bench, { name: "backup", env: { WORKER_IN_PROCESS: "off" } }, async (album) => {
    const { cookie } = await signIn(album, "owner");
    await uploadPictures({ url: album.url, cookie, files, format: "multipart", uploaders: 2 });
    const runs = { plain: [], encrypted: [] };
    const { bytes } = await timeBackup(bench, album, []);
    for (let round = 0; round < rounds; round++) {
      for (const [kind, options] of [
        ["plain", []],
        ["encrypted", ["--to", recipient]],
      ]) {
        const memory = { bytes: 2 * bytes, seconds: 1 };
        runs[kind].push((await withWarmMemory(album, memory, () => timeBackup(bench, album, options))).took);
      }
    }
    const ratio = median(runs.encrypted) / median(runs.plain);
    return [
      row({
        what: `Encrypted backup of ${files.length} pictures`,
        measured: seconds(median(runs.encrypted)),
        limit: seconds(median(runs.plain)),
        ratio: times(ratio),
        target: `<= ${maxRatio} x`,
        isMet: ratio <= maxRatio,
        note: `${megabytes(bytes)}, for one public key of age; median of ${rounds} in turn; limit: the same backup without a key`,
      }),
    ];
  });
}
