import { areStreamsCopied, getsSmallRendition, playableLimits } from "@/lib/platform/video/playable";

const [minute, mebibyte] = [60_000, 1_048_576];

test.each([
  ["a clip of a minute", 100 * mebibyte, minute, 33, 1_024],
  ["half an hour", 4_000 * mebibyte, 30 * minute, 120, 4_000],
  ["three hours", 10_000 * mebibyte, 180 * minute, 210, 10_000],
  ["100 MB that claim to last for days", 100 * mebibyte, 10_000 * minute, 33, 1_024],
])("%s gets this much time and space", (_, bytes, durationMs, minutes, megabytes) => {
  const { timeoutMs, maxBytes } = playableLimits(bytes, durationMs);
  expect(Math.floor(timeoutMs / minute)).toBe(minutes);
  expect(maxBytes / mebibyte).toBe(megabytes);
});

test("a small rendition gets as much time and less space", () => {
  const { timeoutMs, maxBytes } = playableLimits(4_000 * mebibyte, 30 * minute, "small");
  expect([timeoutMs / minute, maxBytes / mebibyte]).toEqual([120, 4_000]);
  expect(playableLimits(100 * mebibyte, minute, "small").maxBytes / mebibyte).toBe(256);
});

const facts = { durationMs: 10 * minute, width: 1920, height: 1080, hasWebCodecs: true };

test.each([
  ["two minutes of 1080p", { durationMs: 120_000 }, true],
  ["a second less", { durationMs: 119_000 }, false],
  ["ten minutes of 360p", { width: 640, height: 360 }, false],
  ["ten minutes held upright", { width: 1080, height: 1920 }, true],
])("%s, %o, gets a small rendition: %p", (_, change, expected) => {
  expect(getsSmallRendition({ ...facts, ...change })).toBe(expected);
});

test.each([
  ["a minute of 1080p", { durationMs: minute }, 100, true],
  ["ten minutes of 1080p", {}, 600, false],
  ["ten minutes of 720p", { width: 1280, height: 720 }, 600, true],
  ["more than a gigabyte", { width: 1280, height: 720 }, 1_025, false],
  ["another codec", { durationMs: minute, hasWebCodecs: false }, 10, false],
])("%s: copied instead of encoded: %o, %d MB, %p", (_, change, megabytes, expected) => {
  expect(areStreamsCopied({ ...facts, ...change }, megabytes * mebibyte)).toBe(expected);
});
