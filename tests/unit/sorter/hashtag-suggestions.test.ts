import { hashtagsIn } from "@/lib/shared/hashtags";
import { hashtagOfPlace, holidayOf, suggestHashtags } from "@/lib/sorter/client/hashtag-suggestions";
import { sortedItem } from "@/tests/support/sorter-items";

const london = { birthdays: [], timeZone: "Europe/London", max: 12 };
const takenAt = (at: string) => ({ at, source: "camera", confidence: "sure" }) as const;

test.each([
  ["Leeds", "Leeds"],
  ["New York City", "NewYorkCity"],
  ["Saint-Étienne", "SaintÉtienne"],
  ["'s-Hertogenbosch", "SHertogenbosch"],
  ["東京", "東京"],
  ["1770", null],
  ["", null],
])("%s makes the hashtag %s", (name, hashtag) => {
  expect(hashtagOfPlace(name)).toBe(hashtag);
  if (hashtag) expect(hashtagsIn(`#${hashtag}`)).toEqual([hashtag.toLowerCase()]);
});

test.each([
  [2024, 3, 31, "easter"],
  [2025, 4, 18, "easter"],
  [2026, 4, 6, "easter"],
  [2026, 4, 8, null],
  [2024, 12, 25, "christmas"],
  [2024, 12, 31, "newyear"],
  [2025, 1, 1, "newyear"],
  [2024, 10, 31, "halloween"],
  [2024, 7, 3, null],
])("%d-%d-%d is %s", (year, month, day, holiday) => {
  expect(holidayOf(year, month, day)).toBe(holiday);
});

test("each hashtag names the pictures it fits, places first", () => {
  const inLeeds = sortedItem({ taken: takenAt("2024-12-25T10:00:00") }, { placeName: "Leeds" });
  const elsewhere = sortedItem({ taken: takenAt("2024-12-28T10:00:00") });
  expect(suggestHashtags([inLeeds, elsewhere], london)).toEqual([
    { hashtag: "Leeds", ids: [inLeeds.id] },
    { hashtag: "christmas", ids: [inLeeds.id] },
    { hashtag: "winter", ids: [inLeeds.id, elsewhere.id] },
  ]);
});

test("December is summer south of the equator, and nothing in the tropics", () => {
  const december = (latitude: number) =>
    sortedItem({ taken: takenAt("2024-12-10T10:00:00"), place: { latitude, longitude: 10 } });
  const seasons = (latitude: number) =>
    suggestHashtags([december(latitude)], london).map(({ hashtag }) => hashtag);
  expect(seasons(-40)).toEqual(["summer"]);
  expect(seasons(1)).toEqual([]);
  const nowhere = sortedItem({ taken: takenAt("2024-12-10T10:00:00") });
  const auckland = { ...london, timeZone: "Pacific/Auckland" };
  expect(suggestHashtags([nowhere], auckland)).toEqual([{ hashtag: "summer", ids: [nowhere.id] }]);
});

test("a family birthday is offered on its day, and a guessed date offers nothing", () => {
  const birthdays = [{ month: 7, day: 3 }];
  const party = sortedItem({ taken: takenAt("2024-07-03T10:00:00") });
  const guess = sortedItem({ taken: { at: "2024-07-03T10:00:00", source: "modified", confidence: "guess" } });
  expect(suggestHashtags([party, guess], { ...london, birthdays })).toEqual([
    { hashtag: "birthday", ids: [party.id] },
    { hashtag: "summer", ids: [party.id] },
  ]);
});
