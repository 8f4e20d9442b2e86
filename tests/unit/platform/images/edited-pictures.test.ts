import sharp from "sharp";
import { animatedPicture } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { makeEditedPicture, makePrintImage } from "@/lib/platform/images/print-image";
import { noEdits, type PictureEdits } from "@/lib/shared/picture-edits";
import { heifPicture } from "@/tests/support/pictures";
import { quartersOf, upright } from "@/tests/support/quarters";

const [width, height] = [1600, 1200];
const quarter = (background: string) => ({
  create: { width: width / 2, height: height / 2, channels: 3 as const, background },
});
/** Red and green above, blue and grey below. */
const fourColours = () =>
  sharp({ create: { width, height, channels: 3, background: "#c81e1e" } }).composite([
    { input: quarter("#1ea03c"), left: width / 2, top: 0 },
    { input: quarter("#1e3cc8"), left: 0, top: height / 2 },
    { input: quarter("#f0f0f0"), left: width / 2, top: height / 2 },
  ]);
const png = () => fourColours().png({ compressionLevel: 1 }).toBuffer();

/** The same picture, stored in one of EXIF's eight orientations, so that it is upright when shown. */
async function storedAs(orientation: number): Promise<Buffer> {
  const picture = sharp(await png());
  // What undoes each orientation: mirror first, then turn.
  const undo: Record<number, [boolean, number]> = {
    1: [false, 0],
    2: [true, 0],
    3: [false, 180],
    4: [true, 180],
    5: [true, 270],
    6: [false, 270],
    7: [true, 90],
    8: [false, 90],
  };
  const [isMirrored, degrees] = undo[orientation] ?? [false, 0];
  const mirrored = isMirrored ? await picture.flop().png({ compressionLevel: 1 }).toBuffer() : await png();
  const turned = await sharp(mirrored).rotate(degrees).png({ compressionLevel: 1 }).toBuffer();
  return sharp(turned).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
}

const tolerance = 12;
type Expected = Awaited<ReturnType<typeof quartersOf>>;
const rightHalf = { x: 0.5, y: 0, width: 0.5, height: 1 };
const cases: [string, Partial<PictureEdits>, Expected, [number, number]][] = [
  ["turned to the right", { quarterTurns: 1 }, ["blue", "red", "grey", "green"], [1200, 1600]],
  ["turned upside down", { quarterTurns: 2 }, ["grey", "blue", "green", "red"], [1600, 1200]],
  ["turned to the left", { quarterTurns: 3 }, ["green", "grey", "red", "blue"], [1200, 1600]],
  ["mirrored", { isMirrored: true }, ["green", "red", "grey", "blue"], [1600, 1200]],
  [
    "turned, then mirrored",
    { quarterTurns: 1, isMirrored: true },
    ["red", "blue", "green", "grey"],
    [1200, 1600],
  ],
  ["cropped", { crop: rightHalf }, ["green", "green", "grey", "grey"], [800, 1200]],
  [
    "turned, mirrored, then cropped",
    { quarterTurns: 1, isMirrored: true, crop: rightHalf },
    ["blue", "blue", "grey", "grey"],
    [600, 1600],
  ],
];

describe("a photo is shown", () => {
  test.each(cases)("%s", async (_, edits, expected, [wide, high]) => {
    const made = await makeImageDerivatives(await png(), { ...noEdits, ...edits });
    expect(made).toMatchObject({ width: wide, height: high, mediumType: "image/jpeg" });
    const medium = await sharp(made.medium).metadata();
    expect(Math.max(medium.width, medium.height)).toBe(Math.min(1280, Math.max(wide, high)));
    expect(medium.width / medium.height).toBeCloseTo(wide / high, 2);
    const thumbnail = await sharp(made.thumbnail).metadata();
    expect(Math.max(thumbnail.width, thumbnail.height)).toBe(320);
    for (const picture of [made.medium, made.thumbnail]) {
      expect(await quartersOf(picture, tolerance)).toEqual(expected);
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "turned after it is upright, whatever its EXIF orientation: %d",
    async (orientation) => {
      const stored = await storedAs(orientation);
      expect(await quartersOf((await makeImageDerivatives(stored)).medium, tolerance)).toEqual(upright);
      const made = await makeImageDerivatives(stored, { ...noEdits, quarterTurns: 1 });
      expect(made).toMatchObject({ width: height, height: width });
      expect(await quartersOf(made.medium, tolerance)).toEqual(["blue", "red", "grey", "green"]);
    },
  );

  test.each(["plain", "turned", "transparent"])("turned and cropped, from a HEIC (%s)", async (name) => {
    const edits = { ...noEdits, quarterTurns: 1, crop: { x: 0, y: 0, width: 1, height: 0.5 } };
    const made = await makeImageDerivatives(heifPicture(name), edits);
    expect(made).toMatchObject({ width: 120, height: 80 });
    expect(made.mediumType).toBe(name === "transparent" ? "image/webp" : "image/jpeg");
    expect(await quartersOf(made.medium, tolerance)).toEqual(["blue", "red", "blue", "red"]);
  });
});

async function pixelAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const [column, row] = [Math.floor(x * (info.width - 1)), Math.floor(y * (info.height - 1))];
  return [...data.subarray((row * info.width + column) * info.channels).subarray(0, info.channels)];
}
const close = (wanted: number[]) => wanted.map((value) => expect.closeTo(value, -1.3));
const red = close([200, 30, 30]);
const green = close([30, 160, 60]);

describe("a photo is straightened", () => {
  test("clockwise, and no corner is empty", async () => {
    const { medium } = await makeImageDerivatives(await png(), { ...noEdits, straighten: 10 });
    // The line between red and green leans to the right at the top.
    expect(await pixelAt(medium, 0.55, 0)).toEqual(red);
    expect(await pixelAt(medium, 0.45, 1)).toEqual(close([240, 240, 240]));
    expect(await pixelAt(medium, 0, 0)).toEqual(red);
    expect(await pixelAt(medium, 1, 0)).toEqual(green);
    expect(await pixelAt(medium, 0, 1)).toEqual(close([30, 60, 200]));
    expect(await pixelAt(medium, 1, 1)).toEqual(close([240, 240, 240]));
  });

  test("and then cropped from what is left: the photo's middle is where it belongs", async () => {
    const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.4 };
    const { medium } = await makeImageDerivatives(await png(), { ...noEdits, straighten: -12, crop });
    // The middle is at 0.5, 0.5 of the photo.
    const [x, y] = [(0.5 - 0.1) / 0.5, (0.5 - 0.2) / 0.4];
    expect(await pixelAt(medium, x - 0.05, y - 0.06)).toEqual(red);
    expect(await pixelAt(medium, x + 0.05, y - 0.06)).toEqual(green);
    expect(await pixelAt(medium, x - 0.05, y + 0.06)).toEqual(close([30, 60, 200]));
    expect(await pixelAt(medium, x + 0.05, y + 0.06)).toEqual(close([240, 240, 240]));
    // The line between red and green leans to the left at the top, by 12 degrees.
    const lean = (y * 0.4 * 1200 * Math.tan((12 * Math.PI) / 180)) / (0.5 * 1600);
    expect(await pixelAt(medium, x - lean - 0.03, 0)).toEqual(red);
    expect(await pixelAt(medium, x - lean + 0.03, 0)).toEqual(green);
  });

  test("the other way after it is turned, and then cropped", async () => {
    const edits = {
      ...noEdits,
      quarterTurns: 1,
      straighten: -10,
      crop: { x: 0, y: 0, width: 1, height: 0.5 },
    };
    const { medium, width: wide, height: high } = await makeImageDerivatives(await png(), edits);
    expect(wide).toBeGreaterThan(high);
    expect(await quartersOf(medium, tolerance)).toEqual(["blue", "red", "blue", "red"]);
    // The line between blue and red leans to the left at the top.
    expect(await pixelAt(medium, 0.45, 0)).toEqual(red);
  });

  test("transparent parts stay transparent, opaque photos get none", async () => {
    const clear = await sharp({ create: { width: 400, height: 300, channels: 4, background: "#00ff0080" } })
      .png()
      .toBuffer();
    const edits = { ...noEdits, straighten: 5 };
    expect(await makeImageDerivatives(clear, edits)).toMatchObject({ mediumType: "image/webp" });
    expect(await makeImageDerivatives(await png(), edits)).toMatchObject({ mediumType: "image/jpeg" });
  });
});

test.each([
  [100, [200, 100, 40]],
  [-100, [50, 25, 10]],
])("light of %d makes every colour twice or half as bright", async (light, expected) => {
  const plain = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#643214" } })
    .png()
    .toBuffer();
  const { medium } = await makeImageDerivatives(plain, { ...noEdits, light });
  expect(await pixelAt(medium, 0.5, 0.5)).toEqual(close(expected));
});

test("light leaves transparency as it is", async () => {
  const plain = await sharp({ create: { width: 40, height: 30, channels: 4, background: "#64321480" } })
    .png()
    .toBuffer();
  const { medium } = await makeImageDerivatives(plain, { ...noEdits, light: 100 });
  expect((await pixelAt(medium, 0.5, 0.5))[3]).toBe(128);
});

test("an animation isn't edited", async () => {
  const frames = Buffer.concat([Buffer.alloc(48, 0), Buffer.alloc(48, 255)]);
  const animation = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  await expect(makeImageDerivatives(animation, { ...noEdits, quarterTurns: 1 })).rejects.toThrow(
    animatedPicture,
  );
});

describe("a print", () => {
  test("is of a part of the edited photo, with all available pixels", async () => {
    const edits = { ...noEdits, quarterTurns: 1 };
    let asked: number[] = [];
    const print = await makePrintImage(
      await storedAs(6),
      (wide, high) => {
        asked = [wide, high];
        return { left: 0, top: 0, width: wide, height: high / 2, paperWidth: 600, paperHeight: 400 };
      },
      edits,
    );
    expect(asked).toEqual([1200, 1600]);
    expect(await sharp(print).metadata()).toMatchObject({ width: 600, height: 400, density: 300 });
    expect(await quartersOf(print, tolerance)).toEqual(["blue", "red", "blue", "red"]);
  });

  test("is as large as the downloaded photo", async () => {
    const edits = { ...noEdits, crop: rightHalf, straighten: 3 };
    const { width: wide, height: high } = await makeImageDerivatives(await png(), edits);
    const whole = await makeEditedPicture(await png(), edits);
    const facts = await sharp(whole).metadata();
    expect([facts.width, facts.height]).toEqual([wide, high]);
    expect(facts.exif).toBeUndefined();
    expect(await quartersOf(whole, tolerance)).toEqual(["green", "green", "grey", "grey"]);
  });
});
