import fc from "fast-check";
import { faceSquare } from "@/lib/platform/images/face-crop";

test("the square is centred on the face, with some margin", () => {
  const box = { left: 0.4, top: 0.4, width: 0.1, height: 0.2 };
  // A face of 100 x 100 px centred on (450, 250).
  expect(faceSquare(box, { width: 1000, height: 500 })).toEqual({
    left: 370,
    top: 170,
    width: 160,
    height: 160,
  });
});

test("at an edge it moves inwards, and it is never larger than the picture", () => {
  const corner = { left: 0.9, top: -0.05, width: 0.1, height: 0.2 };
  expect(faceSquare(corner, { width: 1000, height: 500 })).toEqual({
    left: 840,
    top: 0,
    width: 160,
    height: 160,
  });
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  expect(faceSquare(whole, { width: 1000, height: 500 })).toEqual({
    left: 250,
    top: 0,
    width: 500,
    height: 500,
  });
});

test("whatever the box, it is a square inside the picture", () => {
  const part = fc.double({ min: -1, max: 2, noNaN: true });
  const pixels = fc.integer({ min: 1, max: 4000 });
  fc.assert(
    fc.property(part, part, part, part, pixels, pixels, (left, top, width, height, wide, high) => {
      const square = faceSquare({ left, top, width, height }, { width: wide, height: high });
      expect(square.width).toBe(square.height);
      expect(square.width).toBeGreaterThanOrEqual(1);
      expect(Math.min(square.left, square.top)).toBeGreaterThanOrEqual(0);
      expect(square.left + square.width).toBeLessThanOrEqual(wide);
      expect(square.top + square.height).toBeLessThanOrEqual(high);
    }),
  );
});
