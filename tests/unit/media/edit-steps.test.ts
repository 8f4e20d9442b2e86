import fc from "fast-check";
import type { Crop } from "@/lib/album/media/crop";
import {
  cropCorners,
  describeEdits,
  fitCrop,
  mirrorPhoto,
  moveCrop,
  resizeCrop,
  shareRatio,
  turnPhoto,
} from "@/lib/album/media/edit-steps";
import { noEdits, type PictureEdits } from "@/lib/shared/picture-edits";

/** A picture of 20 columns and 10 rows, in which every pixel has its own number. */
const picture = Array.from({ length: 10 }, (_, row) =>
  Array.from({ length: 20 }, (_, column) => row * 20 + column),
);
type Rows = readonly (readonly number[])[];
const turnedRight = (rows: Rows): Rows =>
  (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? -1).reverse());
const mirrored = (rows: Rows): Rows => rows.map((row) => [...row].reverse());
function cut(rows: Rows, { x, y, width, height }: Crop): Rows {
  const [wide, high] = [rows[0]?.length ?? 0, rows.length];
  const from = (share: number, length: number) => Math.round(share * length);
  return rows
    .slice(from(y, high), from(y + height, high))
    .map((row) => row.slice(from(x, wide), from(x + width, wide)));
}
function seen({ quarterTurns, isMirrored, crop }: PictureEdits): Rows {
  let rows: Rows = picture;
  for (let turn = 0; turn < quarterTurns; turn++) rows = turnedRight(rows);
  if (isMirrored) rows = mirrored(rows);
  return crop ? cut(rows, crop) : rows;
}

const tenths = fc.integer({ min: 0, max: 9 });
const crops = fc.tuple(tenths, tenths, tenths, tenths).map(([x, y, width, height]) => ({
  x: x / 10,
  y: y / 10,
  width: Math.min(10 - x, width + 1) / 10,
  height: Math.min(10 - y, height + 1) / 10,
}));
const anyEdits = fc.record({
  quarterTurns: fc.integer({ min: 0, max: 3 }),
  isMirrored: fc.boolean(),
  straighten: fc.integer({ min: -15, max: 15 }),
  crop: fc.option(crops),
  light: fc.constant(0),
});

test("turning and mirroring apply to what is visible, whatever was done before", () => {
  fc.assert(
    fc.property(anyEdits, (edits) => {
      expect(seen(turnPhoto(edits, "right"))).toEqual(turnedRight(seen(edits)));
      expect(turnedRight(seen(turnPhoto(edits, "left")))).toEqual(seen(edits));
      expect(seen(mirrorPhoto(edits))).toEqual(mirrored(seen(edits)));
    }),
  );
});

test("mirroring a photo reverses its tilt, and turning it keeps it", () => {
  expect(mirrorPhoto({ ...noEdits, straighten: 4 }).straighten).toBe(-4);
  expect(turnPhoto({ ...noEdits, straighten: 4 }, "left").straighten).toBe(4);
});

const wide = { width: 3000, height: 2000 };
const high = { width: 2000, height: 3000 };

test.each([
  ["Square", wide, 2000 / 3000, 1],
  ["Square", high, 1, 2000 / 3000],
  ["Original", wide, 1, 1],
  ["3:2", wide, 1, 1],
  ["3:2", high, 1, 1],
  ["4:3", wide, 8 / 9, 1],
  ["16:9", wide, 1, 27 / 32],
  ["16:9", high, 27 / 32, 1],
] as const)("%s is the largest part of %j", (shape, photo, width, height) => {
  const crop = fitCrop(null, shareRatio(shape, photo)) ?? { width: 1, height: 1 };
  expect(crop.width).toBeCloseTo(width, 3);
  expect(crop.height).toBeCloseTo(height, 3);
});

test("changing the shape keeps the crop's place, inside the photo", () => {
  const crop = { x: 0.8, y: 0.1, width: 0.2, height: 0.2 };
  expect(fitCrop(crop, shareRatio("Square", wide))).toEqual({ x: 0.3333, y: 0, width: 0.6667, height: 1 });
  expect(fitCrop(crop, shareRatio("Free", wide))).toEqual(crop);
});

test("a crop can't be moved beyond the edge", () => {
  const crop = { x: 0.2, y: 0.2, width: 0.5, height: 0.5 };
  expect(moveCrop(crop, 0.1, -0.1)).toEqual({ x: 0.3, y: 0.1, width: 0.5, height: 0.5 });
  expect(moveCrop(crop, 2, -2)).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 });
  expect(moveCrop(null, 0.5, 0.5)).toBeNull();
});

describe("a corner of a crop", () => {
  const crop = { x: 0.2, y: 0.3, width: 0.4, height: 0.4 };

  test("moves alone", () => {
    expect(resizeCrop(crop, "top left", 0.1, -0.1, null)).toEqual({
      x: 0.3,
      y: 0.2,
      width: 0.3,
      height: 0.5,
    });
    expect(resizeCrop(crop, "bottom right", 9, 9, null)).toEqual({ x: 0.2, y: 0.3, width: 0.8, height: 0.7 });
    expect(resizeCrop(null, "bottom right", 0, 0, null)).toBeNull();
  });

  test("keeps the opposite one, the shape and a twentieth of the photo, and stays inside", () => {
    const ratios = fc.option(fc.double({ min: 0.3, max: 3, noNaN: true }));
    const moves = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...cropCorners), moves, moves, ratios, (corner, right, down, ratio) => {
        const from = (ratio === null ? crop : fitCrop(crop, ratio)) ?? { x: 0, y: 0, width: 1, height: 1 };
        const to = resizeCrop(from, corner, right, down, ratio) ?? { x: 0, y: 0, width: 1, height: 1 };
        const fixed = (part: Crop) => [
          corner.endsWith("right") ? part.x : part.x + part.width,
          corner.startsWith("bottom") ? part.y : part.y + part.height,
        ];
        expect(fixed(to)).toEqual(fixed(from).map((at) => expect.closeTo(at, 3)));
        expect(Math.min(to.x, to.y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(to.x + to.width, to.y + to.height)).toBeLessThanOrEqual(1.0001);
        expect(Math.min(to.width, to.height)).toBeGreaterThanOrEqual(0.0499);
        if (ratio !== null) expect(Math.abs(to.width - to.height * ratio)).toBeLessThan(0.001);
      }),
    );
  });
});

test("edits are described as text", () => {
  expect(describeEdits(noEdits)).toBe("The original.");
  const crop = { x: 0, y: 0, width: 0.5, height: 0.25 };
  expect(describeEdits({ quarterTurns: 3, isMirrored: true, straighten: -2.5, crop, light: -10 })).toBe(
    "Turned to the left. Mirrored. Straightened by -2.5°. Cropped to 50% of the width and 25% of the height. Light −10.",
  );
});
