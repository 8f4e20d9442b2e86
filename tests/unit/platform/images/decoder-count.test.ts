import { countDecoders } from "@/lib/platform/images/decoder-count";

const gigabyte = 1024 ** 3;

test.each([
  [1, 1, 1],
  [4, 0.5, 1],
  [2, 1, 2],
  [4, 1, 2],
  [4, 2, 4],
  [8, 16, 8],
  [64, 256, 8],
])("%i cores with %i GB decode %i pictures at once", (cores, gigabytes, count) => {
  expect(countDecoders({ cores, memoryBytes: gigabytes * gigabyte })).toBe(count);
});
