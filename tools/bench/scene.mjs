import sharp from "sharp";

const width = 4000;
const height = 3000;
const channels = 3;
/** Columns, rows and strength of each layer of noise: roughly the spectrum of photographs. */
const layers = [
  [4, 3, 90],
  [12, 9, 40],
  [40, 30, 26],
  [160, 120, 18],
  [640, 480, 15],
  [2000, 1500, 18],
];
const shapes = 14;

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function noiseLayer(random, [columns, rows, strength]) {
  const small = Buffer.alloc(columns * rows * channels);
  for (let at = 0; at < small.length; at++) small[at] = 128 + (random() - 0.5) * 2 * strength;
  return sharp(small, { raw: { width: columns, height: rows, channels } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
}

/** A sensor's noise; without it a JPEG of this size would be a tenth as large as a camera's. */
function grainTable(random, strength) {
  const table = new Int8Array(65_536);
  for (let at = 0; at < table.length; at++) {
    table[at] = Math.round(((random() + random() + random()) / 1.5 - 1) * strength);
  }
  return table;
}

function shapesAsSvg(random) {
  const number = (most) => Math.floor(random() * most);
  const parts = Array.from({ length: shapes }, () => {
    const paint = `fill="rgb(${number(255)},${number(255)},${number(255)})" opacity="${(0.25 + 0.4 * random()).toFixed(2)}"`;
    if (random() < 0.5) {
      return `<ellipse cx="${number(width)}" cy="${number(height)}" rx="${40 + number(width / 6)}" ry="${40 + number(height / 6)}" ${paint}/>`;
    }
    const turn = `transform="rotate(${number(90)} ${width / 2} ${height / 2})"`;
    return `<rect x="${number(width)}" y="${number(height)}" width="${40 + number(width / 5)}" height="${40 + number(height / 5)}" ${paint} ${turn}/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`,
  );
}

/**
 * Something that is as hard on a JPEG coder as a photograph: smooth noise at many sizes, edges, grain.
 * @param {number} seed
 * @returns {Promise<{ data: Buffer, raw: { width: number, height: number, channels: 3 } }>} 12 MP, RGB
 */
export async function makeScene(seed) {
  const random = randomNumbers(seed);
  const planes = [];
  for (const layer of layers) planes.push(await noiseLayer(random, layer));
  const grain = grainTable(random, 4 + (seed % 8) * 0.6);
  const pixels = Buffer.allocUnsafe(width * height * channels);
  let grainAt = 0;
  for (let at = 0; at < pixels.length; at++) {
    // The grain restarts at another place in its table again and again, so that it shows no pattern.
    if ((at & 1023) === 0) grainAt = Math.floor(random() * 65_536);
    let value = 128 + grain[grainAt++ & 0xffff];
    for (const plane of planes) value += plane[at] - 128;
    pixels[at] = Math.min(255, Math.max(0, value));
  }
  const data = await sharp(pixels, { raw: { width, height, channels } })
    .composite([{ input: shapesAsSvg(random) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, raw: { width, height, channels } };
}
