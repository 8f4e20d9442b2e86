import { playableLimits } from "@/lib/platform/video/playable";

const [minute, mebibyte] = [60_000, 1_048_576];

test.each([
  ["a clip of a minute", 100 * mebibyte, minute, 33, 1_024],
  ["half an hour", 4_000 * mebibyte, 30 * minute, 120, 4_000],
  ["three hours", 10_000 * mebibyte, 180 * minute, 210, 10_000],
  ["100 MB that claim to last for days", 100 * mebibyte, 10_000 * minute, 33, 1_024],
])("%s may take its time and become so large", (_, bytes, durationMs, minutes, megabytes) => {
  const { timeoutMs, maxBytes } = playableLimits(bytes, durationMs);
  expect(Math.floor(timeoutMs / minute)).toBe(minutes);
  expect(maxBytes / mebibyte).toBe(megabytes);
});
