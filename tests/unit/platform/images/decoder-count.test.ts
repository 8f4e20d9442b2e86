import { countDecoders } from "@/lib/platform/images/decoder-count";

const gigabyte = 1024 ** 3;

test.each([
  // With little memory there is none left for what people wait for.
  [1, 0.5, 1, 1],
  [2, 1, 2, 2],
  [4, 1, 2, 2],
  [1, 1, 1, 2],
  [4, 2, 3, 4],
  [2, 4, 2, 3],
  [8, 16, 8, 9],
  [64, 256, 8, 9],
])(
  "%i cores with %f GB derive %i pictures at once, with %i decoders",
  (cores, gigabytes, derivations, decoders) => {
    const counted = countDecoders({ cores, memoryBytes: gigabytes * gigabyte });
    expect(counted).toEqual({ derivations, decoders });
  },
);
