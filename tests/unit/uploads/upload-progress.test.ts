import { chunkedPercent, readPercent, sendPercent, statusLine } from "@/lib/album/uploads/upload-progress";

test.each([
  [0, "Processing"],
  [39.9, "Processing"],
  [40, "Uploading"],
  [94.9, "Uploading"],
  [95, "Finalizing"],
  [99, "Finalizing"],
  [100, "Completed"],
])("at %d percent the status line is %s", (percent, words) => {
  expect(statusLine("moving", percent)).toBe(words);
});

test("the stages have their own text", () => {
  expect(statusLine("chosen", 0)).toBe("Preparing to upload");
  expect(statusLine("preparing", 0)).toBe("Preparing to upload");
  expect(statusLine("saving", 89)).toBe("Saving to database");
  expect(statusLine("done", 100)).toBe("Completed");
});

test("reading ends at 30 percent; sending goes from 50 to just under 90, where the answer comes", () => {
  expect([0, 50, 100].map(readPercent)).toEqual([0, 15, 30]);
  expect([0, 1].map(sendPercent)).toEqual([50, 89]);
});

test("40 percent of a chunk is reading and 60 percent the network", () => {
  const chunks = (count: number, read: number, sent: number) => ({ count, read, sent });
  expect(chunkedPercent(0, 1, [chunks(1, 1, 0)])).toBeCloseTo(94 * 0.4);
  expect(chunkedPercent(0, 1, [chunks(1, 1, 1)])).toBe(94);
  expect(chunkedPercent(5, 10, [])).toBe(47);
  expect(chunkedPercent(10, 10, [chunks(1, 1, 1)])).toBe(94);
  expect(chunkedPercent(2, 20, [chunks(8, 1, 1), chunks(8, 1, 0)])).toBeCloseTo((94 * (2 + 8 + 3.2)) / 20);
});
