import path from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Random } from "./random";

interface Photograph {
  /** In tools/demo/photographs; its README names who took it, and the licence. */
  file: string;
  /** Months of the year it can be from. */
  months: readonly number[];
  captions: readonly [string, ...string[]];
}

const anyMonth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** What the family photographed. Every month has at least four of them. */
export const photographs: readonly Photograph[] = [
  {
    file: "two-dogs",
    months: anyMonth,
    captions: [
      "They heard the car #dogs",
      "Waiting for Kofi #dogs #home",
      "Bruno and Bella at the window #dogs",
      "",
    ],
  },
  {
    file: "mountain-meadow",
    months: [4, 5, 9, 10, 11],
    captions: [
      "Larches turning #mountains #autumn",
      "Sunday walk #mountains #walk",
      "Our favourite meadow #walk",
    ],
  },
  {
    file: "forest-stream",
    months: [3, 4, 5, 6, 7, 8, 9, 10],
    captions: [
      "Cold feet #forest #walk",
      "Zuri found a frog here #forest",
      "Stepping stones #forest #summer",
      "",
    ],
  },
  {
    file: "mountain-path",
    months: [5, 6, 7, 8, 9],
    captions: [
      "Still snow up there #mountains #holiday",
      "Four hours up #mountains",
      "Dayo said it was flat #mountains",
    ],
  },
  {
    file: "sunset",
    months: anyMonth,
    captions: ["Made it to the top #sunset #mountains", "Worth getting up for #mountains", "#sunset", ""],
  },
  {
    file: "dandelions",
    months: [4, 5, 6, 7],
    captions: [
      "Make a wish #garden #spring",
      "Zuri blew them all away #spring",
      "Evening in the garden #garden",
    ],
  },
  {
    file: "fig",
    months: [7, 8, 9, 10, 11, 12, 1, 2],
    captions: ["From Grandma's tree #food #garden", "The first fig #food", "Breakfast #food"],
  },
  {
    file: "paintbrushes",
    months: anyMonth,
    captions: ["Kofi's painting day #art", "Blue hands everywhere #art #home", "Rainy afternoon #art"],
  },
  {
    file: "drum",
    months: [10, 11, 12, 1, 2, 3, 4],
    captions: [
      "Chidi brought his drum #music #family",
      "After the party #music #home",
      "Ready for tonight #music",
    ],
  },
];

const opened = new Map<string, Promise<{ data: Buffer; width: number; height: number }>>();

/** Each is decoded once: a demo shows it dozens of times. */
function open(file: string) {
  const known = opened.get(file);
  if (known) return known;
  const opening = sharp(path.resolve("tools/demo/photographs", `${file}.avif`))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ data, width: info.width, height: info.height }));
  opened.set(file, opening);
  return opening;
}

const longSide = 1280;

/** A detail of a photograph as if retaken: another crop, perhaps mirrored, in another light. */
export async function takePhotograph(file: string, random: Random): Promise<Sharp> {
  const { data, width, height } = await open(file);
  const [across, down] = random.pick([
    [4, 3],
    [4, 3],
    [3, 2],
    [3, 4],
    [1, 1],
  ] as const);
  const part = random.between(0.62, 1);
  const scale = Math.min(width / across, height / down) * part;
  const frame = { width: Math.floor(across * scale), height: Math.floor(down * scale) };
  const left = random.integer(0, width - frame.width);
  const top = random.integer(0, height - frame.height);
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, ...frame })
    .resize(longSide, longSide, { fit: "inside" })
    .modulate({ brightness: random.between(0.93, 1.08), saturation: random.between(0.9, 1.12) });
  return random.chance(0.4) ? picture.flop() : picture;
}
