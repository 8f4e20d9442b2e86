import { countDecoders } from "@/lib/platform/images/decoder-count";

const gigabyte = 1024 ** 3;

test.each([
  // With little memory, no decoder is left for what people are waiting for.
  [1, 0.5, 1, 0],
  [2, 1, 2, 0],
  [4, 1, 2, 0],
  [1, 1, 1, 1],
  [4, 2, 3, 1],
  [2, 4, 2, 1],
  [8, 16, 8, 4],
  [64, 256, 8, 4],
])(
  "%i cores with %f GB derive %i pictures at once, beside %i other decoders",
  (cores, gigabytes, derivations, others) => {
    const counted = countDecoders({ cores, memoryBytes: gigabytes * gigabyte });
    expect(counted).toEqual({ derivations, others });
  },
);
