import sharp, { type Sharp } from "sharp";
import { Canvas } from "./canvas";
import { photographs, takePhotograph } from "./photographs";
import type { Shot } from "./plan";
import { Random } from "./random";
import { subjects } from "./subjects";

// The album refuses to open SVG, even in this process: here it is our own.
sharp.unblock({ operation: ["VipsForeignLoadSvg"] });

export interface DemoPicture {
  fileName: string;
  description: string;
  takenAt: Date;
  /** A JPEG with the time in its EXIF data, as a camera leaves it. */
  bytes: Buffer;
}

const sizes = [
  [1280, 960],
  [1280, 960],
  [1440, 810],
  [960, 1280],
  [1080, 1080],
] as const;

function ofMonth<T extends { months: readonly number[] }>(
  all: readonly T[],
  month: number,
  random: Random,
): T {
  const fitting = all.filter(({ months }) => months.includes(month));
  const chosen = fitting[random.integer(0, fitting.length - 1)];
  if (!chosen) throw new Error(`There is nothing to see in month ${month}.`);
  return chosen;
}

async function expose(
  { month, isPhotograph }: Shot,
  random: Random,
): Promise<{ image: Sharp; description: string }> {
  if (isPhotograph) {
    const { file, captions } = ofMonth(photographs, month, random);
    return { image: await takePhotograph(file, random), description: random.pick(captions) };
  }
  const subject = ofMonth(subjects, month, random);
  const [width, height] = random.pick(sizes);
  const canvas = new Canvas(width, height, random);
  subject.draw(canvas);
  return { image: sharp(canvas.svg()), description: random.pick(subject.captions) };
}

/** What was taken and when: all derived from the shot's seed. */
export async function takePicture(shot: Shot): Promise<DemoPicture> {
  const { year, month, seed } = shot;
  const random = new Random(seed);
  const { image, description } = await expose(shot, random);
  const takenAt = new Date(
    Date.UTC(year, month - 1, random.integer(1, 28), random.integer(7, 21), random.integer(0, 59)),
  );
  const cameraTime = takenAt.toISOString().slice(0, 19).replace("T", " ").replaceAll("-", ":");
  const bytes = await image
    .jpeg({ quality: 86 })
    .withExif({ IFD0: { Make: "Keepsake", Model: "Demo" }, IFD2: { DateTimeOriginal: cameraTime } })
    .toBuffer();
  return { fileName: `IMG_${1000 + seed}.jpg`, description, takenAt, bytes };
}
