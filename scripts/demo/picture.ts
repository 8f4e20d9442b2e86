import sharp from "sharp";
import { Canvas } from "./canvas";
import { Random } from "./random";
import { subjects } from "./subjects";

// The album refuses to open SVG, in this process too: here it is our own.
sharp.unblock({ operation: ["VipsForeignLoadSvg"] });

export interface DemoPicture {
  fileName: string;
  description: string;
  takenAt: Date;
  /** A JPEG with the time in its EXIF data, as a camera leaves it. */
  bytes: Buffer;
}

/** Where a picture of that month was taken, what is in it and when: all from the seed. */
export async function drawPicture(year: number, month: number, seed: number): Promise<DemoPicture> {
  const random = new Random(seed);
  const fitting = subjects.filter((subject) => subject.months.includes(month));
  const subject = fitting[random.integer(0, fitting.length - 1)];
  if (!subject) throw new Error(`There is nothing to draw in month ${month}.`);
  const [width, height] = random.pick([
    [1280, 960],
    [1280, 960],
    [1440, 810],
    [960, 1280],
    [1080, 1080],
  ] as const);
  const canvas = new Canvas(width, height, random);
  subject.draw(canvas);

  const takenAt = new Date(
    Date.UTC(year, month - 1, random.integer(1, 28), random.integer(7, 21), random.integer(0, 59)),
  );
  const cameraTime = takenAt.toISOString().slice(0, 19).replace("T", " ").replaceAll("-", ":");
  const bytes = await sharp(canvas.svg())
    .jpeg({ quality: 86 })
    .withExif({ IFD0: { Make: "Keepsake", Model: "Demo" }, IFD2: { DateTimeOriginal: cameraTime } })
    .toBuffer();
  return { fileName: `IMG_${1000 + seed}.jpg`, description: random.pick(subject.captions), takenAt, bytes };
}
