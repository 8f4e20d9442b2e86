// Stands in for server/recognizer/recognize.ts: uses the same protocol, and is quick. A strongly coloured patch is a
// face, identified by its hue; green is a dog and blue a cake. A black picture is never answered, one 3 pixels wide
// ends the program.
import sharp from "sharp";

const columns = 64;
const rows = 48;
const minPatch = 16;
const hues = 12;
const green = 4;
const blue = 8;
const things = { [green]: "dog", [blue]: "cake" };

/** Numbers between -1 and 1, determined by the seed alone. */
function* numbers(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) / 2 ** 31 - 1;
  }
}

/** Close together for one hue, far apart for two; slightly apart for different shades of one. */
function descriptorOf(hue, shade) {
  const face = numbers(hue + 1);
  const look = numbers(1000 + hue * 100 + shade);
  const values = Array.from({ length: 128 }, () => face.next().value + 0.12 * look.next().value);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

function patchesIn(data) {
  const patches = new Map();
  for (let at = 0; at < columns * rows; at++) {
    const [red, leaf, sky] = data.subarray(at * 3, at * 3 + 3);
    const most = Math.max(red, leaf, sky);
    const spread = most - Math.min(red, leaf, sky);
    if (spread < 100) continue;
    const turn =
      most === red
        ? (leaf - sky) / spread
        : most === leaf
          ? 2 + (sky - red) / spread
          : 4 + (red - leaf) / spread;
    const hue = Math.round(turn * 2 + hues) % hues;
    const patch = patches.get(hue) ?? { count: 0, left: columns, top: rows, right: 0, bottom: 0, most: 0 };
    patches.set(hue, patch);
    const x = at % columns;
    const y = Math.floor(at / columns);
    patch.count++;
    patch.most += most;
    patch.left = Math.min(patch.left, x);
    patch.top = Math.min(patch.top, y);
    patch.right = Math.max(patch.right, x + 1);
    patch.bottom = Math.max(patch.bottom, y + 1);
  }
  return [...patches].filter(([, { count }]) => count >= minPatch);
}

async function read(picture, wanted) {
  const image = sharp(picture);
  const { width } = await image.metadata();
  if (width === 3) process.exit(1);
  const data = await image
    .resize(columns, rows, { fit: "fill", kernel: "nearest" })
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" })
    .raw()
    .toBuffer();
  if (data.every((value) => value < 5)) return new Promise(() => {});
  const patches = patchesIn(data);
  const faces = patches
    .filter(([hue]) => !(hue in things))
    .map(([hue, { left, top, right, bottom, count, most }]) => ({
      left: left / columns,
      top: top / rows,
      width: (right - left) / columns,
      height: (bottom - top) / rows,
      score: 0.9,
      descriptor: descriptorOf(hue, Math.round(most / count / 8)),
    }));
  return {
    faces: wanted.faces ? faces : [],
    labels: wanted.labels ? patches.flatMap(([hue]) => things[hue] ?? []) : [],
  };
}

process.on("message", async ({ id, picture, wanted }) => {
  const memoryBytes = process.memoryUsage.rss();
  try {
    process.send({ id, reading: await read(picture, wanted), memoryBytes });
  } catch (error) {
    process.send({ id, error: String(error?.message ?? error), memoryBytes });
  }
});
process.on("disconnect", () => process.exit(0));
process.send({ isReady: true });
