import { missingRuns } from "@/cli/send-file";
import { chunkBytes } from "@/lib/shared/upload-limits";

const partBytes = 3 * chunkBytes;
const runs = (size: number, received: number[]) =>
  [...missingRuns(size, { received, partBytes })].map(({ index, from, to }) => [index, to - from]);

test.each([
  [
    "nothing has arrived",
    7.5,
    [],
    [
      [0, 3],
      [3, 3],
      [6, 1.5],
    ],
  ],
  [
    "the first part has",
    7.5,
    [0, 1, 2],
    [
      [3, 3],
      [6, 1.5],
    ],
  ],
  [
    "there are gaps",
    8,
    [1, 4, 5],
    [
      [0, 1],
      [2, 2],
      [6, 2],
    ],
  ],
  ["all has", 2, [0, 1], []],
])(
  "when %s, what is missing is sent in runs of at most what one call takes",
  (_, size, received, expected) => {
    expect(runs(size * chunkBytes, received)).toEqual(
      expected.map(([index, chunks = 0]) => [index, chunks * chunkBytes]),
    );
  },
);
