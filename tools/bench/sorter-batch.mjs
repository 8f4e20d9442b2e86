import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { makeScene, randomNumbers } from "./scene.mjs";

/** One in five is a shot from a burst of three, one in ten has its date only in its name, one in ten has none. */
const burstEvery = 15;
const burstSize = 3;
const scenesMade = 6;
const width = 2000;
const height = 1500;

/**
 * A picture in the batch, and the truth about it.
 * @typedef {{ name: string, file: string, year: number, month: number, dated: "camera" | "name" | "nothing", burst:
 * string | null }} BatchPicture
 */

const two = (value) => String(value).padStart(2, "0");

/** A picture cut from a scene at a unique place, so that no two are alike. */
function cut(scene, random) {
  const left = Math.floor(random() * (scene.raw.width - width));
  const top = Math.floor(random() * (scene.raw.height - height));
  return { left, top };
}

const extract = (scene, { left, top }) =>
  sharp(scene.data, { raw: scene.raw }).extract({ left, top, width, height });

/**
 * Writes pictures as a family's phones would leave them.
 * @param {string} folder
 * @param {number} count
 * @returns {Promise<BatchPicture[]>}
 */
export async function makeBatch(folder, count) {
  mkdirSync(folder, { recursive: true });
  const random = randomNumbers(4711);
  const scenes = [];
  for (let seed = 1; seed <= Math.min(scenesMade, count); seed++) scenes.push(await makeScene(seed));
  const batch = [];
  for (let at = 0; batch.length < count; at++) {
    const scene = scenes[at % scenes.length];
    const place = cut(scene, random);
    // Every picture gets its own colours, because there are few scenes.
    const hue = Math.floor(random() * 360);
    const isMirrored = random() < 0.5;
    const taken = new Date(
      Date.UTC(
        2022 + Math.floor(random() * 4),
        Math.floor(random() * 12),
        1 + Math.floor(random() * 28),
        9 + Math.floor(random() * 10),
        Math.floor(random() * 60),
        Math.floor(random() * 50),
      ),
    );
    const isBurst = at % burstEvery === 0;
    const dated = isBurst ? "camera" : at % 10 === 3 ? "name" : at % 10 === 7 ? "nothing" : "camera";
    for (let shot = 0; shot < (isBurst ? burstSize : 1) && batch.length < count; shot++) {
      const when = new Date(taken.getTime() + shot * 1000);
      const moved = { left: Math.max(0, place.left - shot * 12), top: Math.max(0, place.top - shot * 8) };
      const day = `${when.getUTCFullYear()}${two(when.getUTCMonth() + 1)}${two(when.getUTCDate())}`;
      const time = `${two(when.getUTCHours())}:${two(when.getUTCMinutes())}:${two(when.getUTCSeconds())}`;
      const name =
        dated === "name" ? `IMG_${day}_${time.replaceAll(":", "")}_${at}.jpg` : `DSC${two(at)}x${shot}.jpg`;
      let picture = extract(scene, moved).modulate({ hue, brightness: 1 + shot * 0.01 });
      if (isMirrored) picture = picture.flop();
      if (dated === "camera") {
        const exif = `${day.slice(0, 4)}:${day.slice(4, 6)}:${day.slice(6)} ${time}`;
        picture = picture.withExifMerge({ IFD0: { Make: "Bench" }, IFD2: { DateTimeOriginal: exif } });
      }
      const file = path.join(folder, name);
      writeFileSync(file, await picture.jpeg({ quality: 84 }).toBuffer());
      utimesSync(file, when, when);
      batch.push({
        name,
        file,
        dated,
        year: when.getUTCFullYear(),
        month: when.getUTCMonth() + 1,
        burst: isBurst ? `burst ${at}` : null,
      });
    }
  }
  return batch;
}
