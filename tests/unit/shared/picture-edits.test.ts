import fc from "fast-check";
import { areNoEdits, areSameEdits, editedSize, noEdits, straightenedShare } from "@/lib/shared/picture-edits";

const sizes = fc.record({
  width: fc.integer({ min: 10, max: 9000 }),
  height: fc.integer({ min: 10, max: 9000 }),
});
const degrees = fc.double({ min: -15, max: 15, noNaN: true });

/** Whether a point, relative to the centre, is inside the picture when it is rotated about its centre. */
function isInside(
  x: number,
  y: number,
  size: { width: number; height: number },
  angle: number,
  slack: number,
) {
  const radians = (angle * Math.PI) / 180;
  const along = x * Math.cos(radians) + y * Math.sin(radians);
  const across = -x * Math.sin(radians) + y * Math.cos(radians);
  return Math.abs(along) <= size.width / 2 + slack && Math.abs(across) <= size.height / 2 + slack;
}

describe("a straightened photo", () => {
  test("keeps its shape and has no empty corner, and couldn't be larger", () => {
    fc.assert(
      fc.property(sizes, degrees, (size, angle) => {
        const share = straightenedShare(angle, size);
        const corners = (by: number) =>
          [1, -1].flatMap((x) =>
            [1, -1].map((y): [number, number] => [(x * size.width * by) / 2, (y * size.height * by) / 2]),
          );
        expect(corners(share).every(([x, y]) => isInside(x, y, size, angle, 1e-6))).toBe(true);
        expect(corners(share * 1.001).every(([x, y]) => isInside(x, y, size, angle, 0))).toBe(false);
      }),
    );
  });

  test.each([
    // A square rotated by 15 degrees: 1 / (cos 15° + sin 15°).
    [{ width: 1000, height: 1000 }, 15, 816.5],
    // Three by two, rotated by 5 degrees: 1 / (0.99619 + 1.5 x 0.08716).
    [{ width: 3000, height: 2000 }, 5, 2662.1],
    [{ width: 2000, height: 3000 }, -5, 1774.7],
    [{ width: 640, height: 480 }, 0, 640],
  ])("of %j turned by %d degrees is %d pixels wide", (size, angle, wide) => {
    expect(size.width * straightenedShare(angle, size)).toBeCloseTo(wide, 0);
  });
});

test("the size of an edited photo follows from its turn and its crop", () => {
  const original = { width: 4000, height: 3000 };
  expect(editedSize(noEdits, original)).toEqual(original);
  expect(editedSize({ ...noEdits, quarterTurns: 1 }, original)).toEqual({ width: 3000, height: 4000 });
  const crop = { x: 0.1, y: 0.1, width: 0.5, height: 0.25 };
  expect(editedSize({ ...noEdits, quarterTurns: 3, crop }, original)).toEqual({ width: 1500, height: 1000 });
});

test("a crop of everything counts as none", () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  expect(areNoEdits({ ...noEdits, crop: whole })).toBe(true);
  expect(areSameEdits({ ...noEdits, crop: whole }, null)).toBe(true);
  expect(areNoEdits({ ...noEdits, crop: { ...whole, width: 0.9 } })).toBe(false);
  expect(areSameEdits({ ...noEdits, crop: { ...whole, width: 0.9 } }, null)).toBe(false);
});

test.each([{ quarterTurns: 1 }, { isMirrored: true }, { straighten: 0.5 }, { light: -1 }])(
  "%j is an edit",
  (part) => {
    expect(areNoEdits({ ...noEdits, ...part })).toBe(false);
    expect(areSameEdits({ ...noEdits, ...part }, null)).toBe(false);
    expect(areSameEdits({ ...noEdits, ...part }, { ...noEdits, ...part })).toBe(true);
  },
);
