import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { makeScene, randomNumbers } from "./scene.mjs";

const picturesOfScene = 40;
const smallQuality = 70;
const firstDay = Date.UTC(2022, 0, 1);
const lastDay = Date.UTC(2025, 11, 28);

function exifOf(index, count) {
  const taken = new Date(firstDay + ((lastDay - firstDay) * index) / count);
  const date = taken.toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ");
  const places = {
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: `${35 + (index % 20)}/1 ${index % 60}/1 0/1`,
      GPSLongitudeRef: "E",
      GPSLongitude: `${5 + (index % 30)}/1 ${index % 60}/1 0/1`,
    },
  };
  return {
    IFD0: { Make: "Bench", Model: `Camera ${index % 5}`, DateTime: date },
    IFD2: { DateTimeOriginal: date, DateTimeDigitized: date, ExposureTime: "1/125", FNumber: "28/10" },
    ...(index % 3 === 0 ? places : {}),
  };
}

/** One picture in ten was taken with the camera turned to each side. */
const orientationOf = (index) => ({ 3: 6, 7: 8 })[index % 10] ?? 1;

async function writePicture(scene, index, count, file) {
  const random = randomNumbers(31 + index);
  let picture = sharp(scene.data, { raw: scene.raw });
  if (index & 1) picture = picture.flop();
  if (index & 2) picture = picture.flip();
  await picture
    .modulate({ hue: Math.floor(random() * 360) })
    .linear(0.85 + 0.3 * random(), (random() - 0.5) * 20)
    .withMetadata({ orientation: orientationOf(index) })
    .withExifMerge(exifOf(index, count))
    .jpeg({ quality: 94 })
    .toFile(`${file}.part`);
  renameSync(`${file}.part`, file);
}

/**
 * JPEGs as a camera makes them: 12 MP, 4 to 6 MB, with EXIF. Generated once, always the same.
 * @param {{ folder: string, log: (text: string) => void }} bench
 * @param {number} count
 * @returns {Promise<string[]>} files
 */
export async function preparePictures(bench, count) {
  const folder = path.join(bench.folder, "pictures");
  mkdirSync(folder, { recursive: true });
  const files = Array.from({ length: count }, (_, index) =>
    path.join(folder, `IMG_${String(index).padStart(4, "0")}.jpg`),
  );
  for (let first = 0; first < count; first += picturesOfScene) {
    const missing = files
      .map((file, index) => ({ file, index }))
      .slice(first, first + picturesOfScene)
      .filter(({ file }) => !existsSync(file));
    if (missing.length === 0) continue;
    bench.log(`Making pictures ${first + 1} to ${Math.min(count, first + picturesOfScene)} of ${count} ...`);
    const scene = await makeScene(1 + first / picturesOfScene);
    for (const { file, index } of missing) await writePicture(scene, index, count, file);
  }
  return files;
}

/**
 * What messengers make of such pictures: 1600 pixels, about 200 KB, no EXIF. Generated once.
 * @param {{ folder: string, log: (text: string) => void }} bench
 * @param {number} count
 * @returns {Promise<string[]>} files
 */
export async function prepareSmallPictures(bench, count) {
  const originals = await preparePictures(bench, count);
  const folder = path.join(bench.folder, "small-pictures");
  mkdirSync(folder, { recursive: true });
  const files = originals.map((original) => path.join(folder, path.basename(original)));
  for (const [index, file] of files.entries()) {
    if (existsSync(file)) continue;
    const small = sharp(originals[index]).autoOrient().resize({ width: 1600, height: 1600, fit: "inside" });
    await small.jpeg({ quality: smallQuality }).toFile(`${file}.part`);
    renameSync(`${file}.part`, file);
  }
  return files;
}
