import {
  captionOf,
  type ProposedPhoto,
  proposeCalendar,
  proposePages,
  shareAmong,
} from "@/lib/album/books/proposal";

const photo = (at: number, values: Partial<ProposedPhoto> = {}): ProposedPhoto => ({
  id: `photo-${at}`,
  group: "March",
  description: "",
  worth: 0,
  ...values,
});

test("a month opens with its best photo and its name; the others follow in order, each once", () => {
  const photos = Array.from({ length: 12 }, (_, at) => photo(at, { worth: at === 7 ? 9 : 1 }));
  const april = Array.from({ length: 3 }, (_, at) => photo(20 + at, { group: "April" }));
  const pages = proposePages([...photos, ...april]);
  expect(pages[0]).toMatchObject({ heading: "March", mediaIds: ["photo-7"] });
  const opening = pages.findIndex(({ heading }) => heading === "April");
  expect(pages[opening]?.mediaIds).toEqual(["photo-20"]);
  const rest = pages.slice(1, opening).flatMap(({ mediaIds }) => mediaIds);
  expect(rest).toEqual(photos.map(({ id }) => id).filter((id) => id !== "photo-7"));
  expect(pages.every(({ mediaIds }) => mediaIds.length <= 4)).toBe(true);
  expect(pages.flatMap(({ mediaIds }) => mediaIds)).toHaveLength(15);
});

test("a book of one month doesn't repeat its heading on every page", () => {
  expect(proposePages([photo(1), photo(2)]).map(({ heading }) => heading)).toEqual(["", ""]);
});

test("captions are what people wrote, without hashtags, each once", () => {
  expect(captionOf("#lake At the  lake\nwith Nana #summer2024")).toBe("At the lake with Nana");
  const described = [
    photo(1, { worth: 5 }),
    photo(2, { description: "Cake! #party" }),
    photo(3, { description: "Cake! #party" }),
  ];
  expect(proposePages(described)[1]?.caption).toBe("Cake!");
});

test.each([
  [[3, 100, 100], 50, [3, 24, 23]],
  [[1, 1, 1], 100, [1, 1, 1]],
  [[10, 10], 3, [2, 1]],
  [[], 5, []],
])("of %j, %i are divided as %j", (counts, most, shares) => {
  expect(shareAmong(counts, most)).toEqual(shares);
});

test("a calendar has twelve pages, whatever photos there are", () => {
  const pages = proposeCalendar(["one", null]);
  expect(pages).toHaveLength(12);
  expect(pages.map(({ mediaIds }) => mediaIds.length)).toEqual([1, ...Array.from({ length: 11 }, () => 0)]);
});
