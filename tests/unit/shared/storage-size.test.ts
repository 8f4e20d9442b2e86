import { storageSize } from "@/lib/shared/storage-size";

const gibibyte = 1024 ** 3;

test.each([
  [0, "0MB"],
  [830 * 1024 ** 2, "830MB"],
  [gibibyte, "1GB"],
  [1.54 * gibibyte, "1.5GB"],
  [5 * gibibyte, "5GB"],
  [199.9 * gibibyte, "199GB"],
  [200 * gibibyte, "200GB"],
  [null, "unlimited storage"],
])("%d bytes are %s", (bytes, words) => {
  expect(storageSize(bytes)).toBe(words);
});
