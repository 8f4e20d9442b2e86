import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The limit for the ingest: the same derivatives from one decode, by libvips and nothing else. */
export const sizes = {
  /** lib/platform/images. */
  ours: {
    medium: { width: 1280, height: 1280, fit: "inside", withoutEnlargement: true },
    thumbnail: { width: 320, height: 320, fit: "inside", withoutEnlargement: true },
    thumbnailQuality: 75,
  },
  /** The shorter sides of Immich's preview and thumbnail. */
  immich: {
    medium: { width: 1440, height: 1440, fit: "outside" },
    thumbnail: { width: 250, height: 250, fit: "outside" },
    thumbnailQuality: 80,
  },
};

async function derive(sharp, file, { medium, thumbnail, thumbnailQuality }) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize(medium)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  await sharp(data, { raw }).jpeg({ quality: 80 }).toBuffer();
  await sharp(data, { raw }).resize(thumbnail).webp({ quality: thumbnailQuality }).toBuffer();
}

/** Two pictures at once, one thread each, as the server works. */
async function run({ files, size, atOnce }) {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  await derive(sharp, files[0], sizes[size]);
  const before = process.cpuUsage();
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < files.length) await derive(sharp, files[next++], sizes[size]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const wallSeconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { perSecond: files.length / wallSeconds, cpuSeconds: (user + system) / 1e6 / files.length };
}

/**
 * @param {string[]} files
 * @param {keyof typeof sizes} size
 * @returns {Promise<{ perSecond: number, cpuSeconds: number }>} pictures a second; CPU seconds a picture
 */
export function timeSharpAlone(files, size) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`sharp alone ended with code ${code}`)));
    child.send({ files, size, atOnce: 2 });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("message", async (task) => {
    process.send(await run(task));
    process.disconnect();
  });
}
