import { countDecoders } from "@/lib/platform/images/decoder-count";

const gigabyte = 1024 ** 3;

test.each([
  [1, 0.5, 1],
  [1, 4, 1],
  [2, 1, 2],
  [4, 1, 2],
  [4, 2, 4],
  [8, 16, 8],
  [64, 256, 8],
])("%i cores with %f GB derive %i pictures at once", (cores, gigabytes, count) => {
  expect(countDecoders({ cores, memoryBytes: gigabytes * gigabyte }).derivations).toBe(count);
});

test.each([
  [1, 1, 2],
  [2, 4, 3],
  [8, 16, 9],
])("%i cores with %f GB have %i decoders: one for what people wait for", (cores, gigabytes, count) => {
  expect(countDecoders({ cores, memoryBytes: gigabytes * gigabyte }).decoders).toBe(count);
});

test.each([
  [1, 0.5, 1],
  [2, 1, 2],
  [4, 2, 4],
])("%i cores with %f GB have no memory for more than %i decoders", (cores, gigabytes, count) => {
  expect(countDecoders({ cores, memoryBytes: gigabytes * gigabyte }).decoders).toBe(count);
});
