import { describeAlbumItems, describeSpan } from "@/lib/album/albums/album-text";

const month = (year: number, number: number) => ({ year, month: number });

test.each([
  [null, null, ""],
  [month(2024, 7), month(2024, 7), "July 2024"],
  [month(2024, 6), month(2024, 8), "June to August 2024"],
  [month(2023, 12), month(2024, 1), "December 2023 to January 2024"],
  [month(1985, 0), month(1985, 0), "1985"],
  [month(1985, 0), month(1985, 6), "1985"],
  [month(1985, 0), month(2024, 6), "1985 to June 2024"],
])("an album from %j to %j says “%s”", (firstMonth, lastMonth, text) => {
  expect(describeSpan({ firstMonth, lastMonth })).toBe(text);
});

test("an album says how much is in it, and from when", () => {
  const span = { firstMonth: month(2024, 6), lastMonth: month(2024, 8) };
  expect(describeAlbumItems({ itemCount: 1_200, ...span })).toBe("1,200 items, June to August 2024");
  expect(describeAlbumItems({ itemCount: 0, firstMonth: null, lastMonth: null })).toBe("Nothing in it yet");
});
