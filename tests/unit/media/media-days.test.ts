import { dayHeading, dayOf } from "@/lib/album/media/client/media-days";

test("an item's day is the one on the camera's clock", () => {
  expect(dayOf({ takenAt: "2026-06-06T23:59:59" })).toBe("2026-06-06");
  expect(dayOf({ takenAt: null })).toBe("");
});

test.each([
  ["2026-06-06", 2026, "en-GB", "Saturday 6 June"],
  ["2026-06-06", 2026, "en-US", "Saturday, June 6"],
  ["2020-02-29", 2026, "en-GB", "Saturday 29 February 2020"],
  ["", 2026, "en-GB", "No date"],
])("%s in %d, as %s writes it", (day, year, locale, words) => {
  expect(dayHeading(day, year, locale)).toBe(words);
});

test.each([
  ["2026-06-06", "Sat 6 Jun"],
  ["2020-02-29", "29 Feb 2020"],
])("where space is tight, %s is %s", (day, words) => {
  expect(dayHeading(day, 2026, "en-GB", "short")).toBe(words);
});
