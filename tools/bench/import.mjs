import { createWriteStream, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { withAlbum } from "./album-server.mjs";
import { importFolder, untilDerived } from "./import-folder.mjs";
import { withWarmMemory } from "./memory.mjs";
import { signIn } from "./people.mjs";
import { uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { requireProcFiles, whileWatching } from "./process-tree.mjs";
import { figure, megabytes, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Import";

const minRate = 0.8;
const maxPeakBytes = 400e6;
const uploaders = 2;
const lookEveryMs = 250;
const parts = 4;

/** A Takeout of these pictures in several parts; each picture's sidecar is in the next one. */
async function writeTakeout(folder, files) {
  mkdirSync(folder, { recursive: true });
  const zips = Array.from({ length: parts }, () => new ZipFile());
  for (const [at, file] of files.entries()) {
    const name = `Takeout/Google Photos/Photos from 2024/${path.basename(file)}`;
    const said = {
      title: path.basename(file),
      description: `Picture ${at}`,
      photoTakenTime: { timestamp: "1720008000" },
    };
    zips[at % parts].addFile(file, name, { compress: false });
    zips[(at + 1) % parts].addBuffer(Buffer.from(JSON.stringify(said)), `${name}.supplemental-metadata.json`);
  }
  for (const [at, zip] of zips.entries()) {
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path.join(folder, `takeout-${at + 1}.zip`)));
  }
}

async function timed(album, person, files, work) {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return withWarmMemory(album, { bytes, seconds: files.length / 20 }, async () => {
    const started = performance.now();
    const { peak } = await whileWatching(
      album.pid,
      async () => {
        await work();
        await untilDerived(album, person.familyId, files.length);
      },
      lookEveryMs,
    );
    return { perSecond: (files.length * 1000) / (performance.now() - started), peak };
  });
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const count = bench.isQuick ? 24 : 400;
  const files = await preparePictures(bench, count);
  const folder = path.join(bench.folder, "takeout");
  await writeTakeout(folder, files);
  const rounds = bench.isQuick ? 1 : 3;
  return withAlbum(bench, { name: "import", env: { IMPORT_FOLDERS: folder } }, async (album) => {
    const runs = { uploaded: [], imported: [] };
    for (let round = 0; round < rounds; round++) {
      const uploader = await signIn(album, `uploader-${round}`);
      const upload = () =>
        uploadPictures({ url: album.url, cookie: uploader.cookie, files, format: "multipart", uploaders });
      runs.uploaded.push(await timed(album, uploader, files, upload));
      const importer = await signIn(album, `importer-${round}`);
      runs.imported.push(await timed(album, importer, files, () => importFolder(album, importer, "takeout")));
    }
    const rate = (name) => median(runs[name].map(({ perSecond }) => perSecond));
    const ratio = rate("imported") / rate("uploaded");
    const peaks = runs.imported.map(({ peak }) => peak);
    const [{ pssBytes, partBytes }] = peaks.toSorted((a, b) => b.pssBytes - a.pssBytes);
    return [
      row({
        what: "Import of a Takeout",
        measured: `${figure(rate("imported"))} img/s`,
        limit: `${figure(rate("uploaded"))} img/s`,
        ratio: times(ratio),
        target: `>= ${minRate} x`,
        isMet: ratio >= minRate,
        note: `${count} pictures of 12 MP in ${parts} archives of a folder, dry run included, until the last thumbnail exists, median of ${rounds}; limit: the same pictures by ${uploaders} uploaders`,
      }),
      row({
        what: "Import of a Takeout, peak memory of web and worker",
        measured: `${megabytes(pssBytes)} PSS`,
        target: `<= ${megabytes(maxPeakBytes)}`,
        isMet: pssBytes <= maxPeakBytes,
        note: `the most of all rounds, looked at every ${lookEveryMs} ms: ${partBytes.map(megabytes).join(" + ")}, the server first, then its decoders; PostgreSQL not included`,
      }),
    ];
  });
}
