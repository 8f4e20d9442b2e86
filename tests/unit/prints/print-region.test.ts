import fc from "fast-check";
import { printPixels, printSizes } from "@/lib/shared/print-products";
import { defaultCrop, printRegion } from "@/lib/shop/prints/print-crop";

test("a landscape picture is printed across its paper, a portrait one along it", () => {
  expect(printRegion(3000, 2000, "4x6", null)).toEqual({
    left: 0,
    top: 0,
    width: 3000,
    height: 2000,
    paperWidth: 1800,
    paperHeight: 1200,
  });
  expect(printRegion(2000, 3000, "4x6", null)).toMatchObject({ paperWidth: 1200, paperHeight: 1800 });
});

test("the chosen part is cut out exactly, to the pixel", () => {
  const crop = { x: 0.25, y: 0.5, width: 0.5, height: 0.5 };
  expect(printRegion(3000, 2000, "4x6", crop)).toMatchObject({
    left: 750,
    top: 1000,
    width: 1500,
    height: 1000,
  });
});

test("without a choice it is the part that the basket shows", () => {
  const { x, y, width, height } = defaultCrop(4000, 3000, "4x6");
  expect(printRegion(4000, 3000, "4x6", null)).toMatchObject({
    left: Math.round(x * 4000),
    top: Math.round(y * 3000),
    width: Math.round(width * 4000),
    height: Math.round(height * 3000),
  });
});

test("a part of another shape is narrowed around its middle, never stretched", () => {
  expect(printRegion(3000, 3000, "4x6", { x: 0, y: 0, width: 1, height: 1 })).toMatchObject({
    left: 0,
    top: 500,
    width: 3000,
    height: 2000,
  });
});

test("whatever the picture and the choice, the part is inside the picture", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const side = fc.integer({ min: 1, max: 12_000 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.constantFrom(...printSizes),
      share,
      share,
      share,
      share,
      (w, h, size, ...s) => {
        const [x, y] = [s[0], s[1]];
        const crop = {
          x,
          y,
          width: Math.max(0.001, s[2] * (1 - x)),
          height: Math.max(0.001, s[3] * (1 - y)),
        };
        const { left, top, width, height, paperWidth, paperHeight } = printRegion(w, h, size, crop);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
        expect(left + width).toBeLessThanOrEqual(w);
        expect(top + height).toBeLessThanOrEqual(h);
        expect([paperWidth, paperHeight].sort((a, b) => b - a)).toEqual([...printPixels[size]]);
      },
    ),
  );
});
