import { densitySteps, nextDensity, parseDensity, rowFactor } from "@/lib/shared/grid-density";

test.each([
  ["1", 1],
  ["5", 5],
  ["6", 3],
  ["", 3],
  ["2; path=/", 3],
  [undefined, 3],
])("a cookie of %j is density %i", (text, step) => {
  expect(parseDensity(text)).toBe(step);
});

test("each step has more photos in a row than the previous one; the default has as many as the design says", () => {
  const factors = densitySteps.map(rowFactor);
  expect(factors).toEqual([...factors].sort((a, b) => a - b));
  expect(new Set(factors).size).toBe(5);
  expect(rowFactor(3)).toBe(1);
});

test("the scale ends on both sides", () => {
  expect(nextDensity(3, 1)).toBe(4);
  expect(nextDensity(3, -1)).toBe(2);
  expect(nextDensity(5, 1)).toBeNull();
  expect(nextDensity(1, -1)).toBeNull();
});
