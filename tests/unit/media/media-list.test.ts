import {
  itemKey,
  keyAt,
  packPlaces,
  placeAt,
  placeCount,
  placeOfKey,
  withoutKeys,
} from "@/lib/album/media/client/item-places";
import { type ListedPage, listOf, listOfPages, MediaList } from "@/lib/album/media/client/media-list";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { mediaItemDto } from "@/tests/support/media-item";

const item = (id: string, change: Partial<MediaItemDto> = {}) => mediaItemDto({ id, ...change });
const page = (...ids: string[]): ListedPage => ({ items: ids.map((id) => item(id)) });
const forgotten = (...ids: string[]): ListedPage => ({
  items: [],
  places: packPlaces(ids.map((id) => item(id))),
});
const idsOf = (list: MediaList) => Array.from({ length: list.length }, (_, index) => list.at(index)?.id);

describe("the place of an item", () => {
  const hash = "1QcSHQRnh493V4dIh4eXh1h4kJUI";

  test("is its size, its day and its colour, exactly", () => {
    const places = packPlaces([
      item("a", { width: 4000, height: 3001, takenAt: "2024-03-08T18:00:00", thumbHash: hash }),
      item("b", { width: null, height: null, takenAt: null, thumbHash: null }),
      item("c", { width: 65_535, height: 1, takenAt: "0987-12-31T00:00:00", thumbHash: "AAAA" }),
    ]);
    expect(placeCount(places)).toBe(3);
    expect(placeAt(places, 0)).toEqual({
      width: 4000,
      height: 3001,
      takenAt: "2024-03-08",
      thumbHash: hash.slice(0, 4),
    });
    expect(placeAt(places, 1)).toEqual({ width: null, height: null, takenAt: null, thumbHash: null });
    expect(placeAt(places, 2)).toEqual({
      width: 65_535,
      height: 1,
      takenAt: "0987-12-31",
      thumbHash: "AAAA",
    });
  });

  test("of a picture that is larger than any keeps its proportions", () => {
    const { width, height } = placeAt(packPlaces([item("a", { width: 200_000, height: 100_000 })]), 0);
    expect((width ?? 0) / (height ?? 1)).toBeCloseTo(2, 3);
  });

  test("is found by the item's id, and taken out by it", () => {
    const ids = Array.from({ length: 500 }, (_, index) => `01900000-0000-7000-8000-${1e11 + index}`);
    const places = packPlaces(ids.map((id) => item(id)));
    expect(new Set(ids.map(itemKey)).size).toBe(ids.length);
    for (const [index, id] of ids.entries()) {
      expect(placeOfKey(places, itemKey(id))).toBe(index);
      expect(keyAt(places, index)).toBe(itemKey(id));
    }
    expect(placeOfKey(places, itemKey("another"))).toBe(-1);
    const fewer = withoutKeys(places, new Set([itemKey(ids[7] ?? "")]));
    expect(placeCount(fewer)).toBe(499);
    expect(placeOfKey(fewer, itemKey(ids[8] ?? ""))).toBe(7);
    expect(withoutKeys(places, new Set([itemKey("another")]))).toBe(places);
  });
});

describe("a list of pages", () => {
  test("covers all of them, and an item that moved between two appears once", () => {
    expect(idsOf(new MediaList([page("a", "b"), page("b", "c"), page(), page("d", "a")]))).toEqual([
      "a",
      "b",
      "c",
      "d",
    ]);
    expect(idsOf(new MediaList([]))).toEqual([]);
  });

  test("knows where a forgotten item is, and nothing more about it", () => {
    const list = new MediaList([page("a", "b"), forgotten("c", "d"), page("e")]);
    expect(list.length).toBe(5);
    expect(idsOf(list)).toEqual(["a", "b", undefined, undefined, "e"]);
    expect(["a", "b", "c", "d", "e", "f"].map((id) => list.indexOf(id))).toEqual([0, 1, 2, 3, 4, -1]);
    expect(["a", "d", "f"].map((id) => list.indexOfKey(itemKey(id)))).toEqual([0, 3, -1]);
    expect([1, 3, 5, -1].map((index) => list.keyAt(index))).toEqual([
      itemKey("b"),
      itemKey("d"),
      undefined,
      undefined,
    ]);
    expect(list.placeAt(3)).toMatchObject({ width: 1600, height: 1200 });
    expect(list.placeAt(5)).toBeUndefined();
    expect(Array.from(list.remembered(), ({ id }) => id)).toEqual(["a", "b", "e"]);
    expect([
      list.hasForgotten(),
      list.hasForgotten(0, 2),
      list.hasForgotten(1, 3),
      list.hasForgotten(4, 5),
    ]).toEqual([true, false, true, false]);
    expect([0, 1, 2, 3, 4, 9, -1].map((index) => list.pageOf(index))).toEqual([0, 0, 1, 1, 2, 2, 0]);
  });

  test("is the same list for the same array", () => {
    const items = [item("a")];
    expect(listOf(items)).toBe(listOf(items));
    const pages = [page("a")];
    expect(listOfPages(pages)).toBe(listOfPages(pages));
    expect(listOf(listOfPages(pages))).toBe(listOfPages(pages));
  });
});

describe("the common start of two lists", () => {
  const first = page("a", "b");
  const second = page("c", "d");
  const same = (one: ListedPage[], other: ListedPage[]) => new MediaList(one).sameStart(new MediaList(other));

  test("is everything while pages are forgotten, read again and added", () => {
    expect(same([first, second], [first, second])).toBe(4);
    expect(same([first, second], [first, forgotten("c", "d")])).toBe(4);
    expect(same([first, forgotten("c", "d")], [page("a", "b"), second])).toBe(4);
    expect(same([first], [first, second])).toBe(2);
    expect(same([first, second], [first])).toBe(2);
    const hearted = { items: second.items.map((one) => ({ ...one, heartCount: 3, thumbHash: "AAAA" })) };
    expect(same([first, second], [first, hearted])).toBe(4);
  });

  test("ends where an item is another one, or takes up another place", () => {
    expect(same([first, second], [first, page("c", "x")])).toBe(3);
    expect(same([first, second], [first, forgotten("x", "d")])).toBe(2);
    expect(same([first, second], [page("b"), second])).toBe(0);
    expect(same([first, second], [page("a"), second])).toBe(1);
    const wider = { items: second.items.map((one) => ({ ...one, width: 1601 })) };
    expect(same([first, second], [first, wider])).toBe(2);
    const later = { items: second.items.map((one) => ({ ...one, takenAt: "2024-03-09T10:00:00" })) };
    expect(same([first, second], [first, later])).toBe(2);
  });
});
