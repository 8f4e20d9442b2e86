import {
  maxSelected,
  type ReadListed,
  type ReadRest,
  SelectionStore,
} from "@/components/album/selection/selection-store";
import { afterPress } from "@/components/ui/after-press";
import { packPlaces } from "@/lib/album/media/client/item-places";
import { MediaList } from "@/lib/album/media/client/media-list";
import { mediaItemDto, mediaItems } from "@/tests/support/media-item";

const taken = (id: string, takenAt: string | null) => mediaItemDto({ id, takenAt });
const idsOf = (store: SelectionStore) => store.items().map(({ id }) => id);

const pages = (...all: ReturnType<typeof mediaItems>[]): ReadRest =>
  async function* () {
    yield* all;
  };

test("the selection survives when the list refetches and grows, with the list's new data", () => {
  const store = new SelectionStore();
  store.show(mediaItems(3), null);
  store.toggle("item-2");
  store.show(mediaItems(5, { heartCount: 4 }), null);
  expect(idsOf(store)).toEqual(["item-2"]);
  expect(store.items()[0]?.heartCount).toBe(4);
  store.show(mediaItems(1), null);
  expect(idsOf(store)).toEqual(["item-2"]);
});

test("bytes are added and subtracted", () => {
  const store = new SelectionStore();
  store.show(mediaItems(3, { bytes: 10 }), null);
  store.toggle("item-1");
  store.toggle("item-3");
  expect(store.bytes()).toBe(20);
  store.toggle("item-1");
  expect(store.bytes()).toBe(10);
});

test("a range extends either way from the last individually selected item", () => {
  const store = new SelectionStore();
  store.show(mediaItems(6), null);
  store.toggle("item-4");
  store.extendTo("item-2");
  expect(new Set(idsOf(store))).toEqual(new Set(["item-2", "item-3", "item-4"]));
  store.extendTo("item-5");
  expect(store.has("item-5")).toBe(true);
  expect(store.has("item-6")).toBe(false);
});

test("a sweep that goes back deselects, and keeps what was selected before", () => {
  const store = new SelectionStore();
  store.show(mediaItems(6), null);
  store.toggle("item-6");
  const before = new Map(store.snapshot());
  store.sweep("item-1", "item-4", before, true);
  store.sweep("item-1", "item-2", before, true);
  expect(new Set(idsOf(store))).toEqual(new Set(["item-1", "item-2", "item-6"]));
});

test("selecting all reads the list to its end, each item once", async () => {
  const store = new SelectionStore();
  const all = mediaItems(5);
  store.show(all.slice(0, 2), pages(all.slice(1, 4), all.slice(4)));
  expect(await store.chooseAll()).toBe("all");
  expect(store.size()).toBe(5);
  expect(store.isWhole()).toBe(true);
});

test("in a longer list the first 5,000 are selected, and no further page is requested", async () => {
  const store = new SelectionStore();
  const all = mediaItems(6_000);
  let asked = 0;
  store.show(all.slice(0, 60), async function* () {
    for (let start = 60; start < all.length; start += 200) {
      asked++;
      yield all.slice(start, start + 200);
    }
  });
  expect(await store.chooseAll()).toBe("full");
  expect(maxSelected).toBe(5_000);
  expect(store.size()).toBe(5_000);
  expect(asked).toBe(25);
});

test("if the rest doesn't load, the loaded items stay selected", async () => {
  const store = new SelectionStore();
  store.show(mediaItems(2), () => {
    throw new Error("away");
  });
  expect(await store.chooseAll()).toBe("failed");
  expect(store.size()).toBe(2);
  expect(store.isReading()).toBe(false);
});

test("stopping waits for nothing more", async () => {
  const store = new SelectionStore();
  let signal: AbortSignal | undefined;
  let release = () => {};
  store.show(mediaItems(2), async function* (given) {
    signal = given;
    await new Promise<void>((done) => {
      release = done;
    });
    yield mediaItems(4);
  });
  const outcome = store.chooseAll();
  await Promise.resolve();
  store.end();
  release();
  expect(await outcome).toBe("ended");
  expect(signal?.aborted).toBe(true);
  expect(store.size()).toBe(0);
  expect(store.isActive()).toBe(false);
});

test("a day includes its items that are not loaded yet, and none of the day before", async () => {
  const store = new SelectionStore();
  const list = [taken("a", "2024-03-09T10:00:00"), taken("b", "2024-03-08T18:00:00")];
  store.show(
    list,
    pages(
      [taken("c", "2024-03-08T09:00:00"), taken("d", "2024-03-07T20:00:00")],
      [taken("e", "2024-03-08T01:00:00")],
    ),
  );
  expect(await store.toggleDay("2024-03-08")).toBe("all");
  expect(idsOf(store)).toEqual(["b", "c"]);
  expect(store.dayChoice("2024-03-08")).toBe("all");
  expect(store.dayChoice("2024-03-09")).toBe("none");
  await store.toggleDay("2024-03-08");
  expect(store.isActive()).toBe(false);
});

test("selecting all in a list entered in its middle includes what comes before it", async () => {
  const store = new SelectionStore();
  const all = mediaItems(9);
  store.show(
    all.slice(4, 6),
    pages(all.slice(6)),
    pages(all.slice(2, 4).reverse(), all.slice(0, 2).reverse()),
  );
  expect(await store.chooseAll()).toBe("all");
  expect(new Set(idsOf(store))).toEqual(new Set(all.map(({ id }) => id)));
  expect(store.isWhole()).toBe(true);
});

test("a day at both ends of the loaded items is completed on both sides, without any other day", async () => {
  const store = new SelectionStore();
  const noon = (id: string, day: number) => taken(id, `2024-03-0${day}T12:00:00`);
  store.show(
    [noon("c", 8), noon("d", 8)],
    pages([noon("e", 8), noon("f", 7)]),
    pages([noon("b", 8), noon("a", 9)]),
  );
  expect(await store.toggleDay("2024-03-08")).toBe("all");
  expect(new Set(idsOf(store))).toEqual(new Set(["b", "c", "d", "e"]));
});

test("a range whose start is no longer in the list is the one item", () => {
  const store = new SelectionStore();
  const all = mediaItems(9);
  store.show(all.slice(0, 3), null);
  store.toggle("item-2");
  store.show(all.slice(6), null);
  store.extendTo("item-8");
  expect(new Set(idsOf(store))).toEqual(new Set(["item-2", "item-8"]));
});

test("deselecting the last item ends selecting", () => {
  const store = new SelectionStore();
  store.show(mediaItems(2), null);
  store.toggle("item-1");
  store.drop(["item-1"]);
  expect(store.isActive()).toBe(false);
});

describe("in a list that has dropped some of its items", () => {
  const noon = (id: string, day: number) => taken(id, `2024-03-0${day}T12:00:00`);
  const all = [noon("a", 9), noon("b", 8), noon("c", 8), noon("d", 8), noon("e", 8), noon("f", 7)];
  const [first, middle, last] = [all.slice(0, 2), all.slice(2, 4), all.slice(4)];
  const list = new MediaList([{ items: first }, { items: [], places: packPlaces(middle) }, { items: last }]);
  let read: { from: number; to: number }[];
  const readListed: ReadListed = async function* (range) {
    read.push(range);
    yield all.slice(range.from, range.to);
  };
  let store: SelectionStore;
  beforeEach(() => {
    read = [];
    store = new SelectionStore();
    store.show(list, null, null, readListed);
  });

  test("all are selected, in its order", async () => {
    expect(await store.chooseAll()).toBe("all");
    expect(idsOf(store)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(store.isWhole()).toBe(true);
  });

  test("a range includes those between its ends", async () => {
    store.toggle("b");
    expect(await store.extendTo("e")).toBe("all");
    expect(new Set(idsOf(store))).toEqual(new Set(["b", "c", "d", "e"]));
    expect(read).toEqual([{ from: 1, to: 5 }]);
  });

  test("a range outside them reads nothing", async () => {
    store.toggle("a");
    await store.extendTo("b");
    expect(new Set(idsOf(store))).toEqual(new Set(["a", "b"]));
    expect(read).toEqual([]);
  });

  test("a day includes them, and is known to be whole", async () => {
    expect(await store.toggleDay("2024-03-08")).toBe("all");
    expect(new Set(idsOf(store))).toEqual(new Set(["b", "c", "d", "e"]));
    expect(store.dayChoice("2024-03-08")).toBe("all");
    store.drop(["c"]);
    expect(store.dayChoice("2024-03-08")).toBe("some");
    expect(store.dayChoice("2024-03-09")).toBe("none");
    await store.toggleDay("2024-03-08");
    await store.toggleDay("2024-03-08");
    expect(store.isActive()).toBe(false);
  });

  test("those that can't be read are reported missing", async () => {
    store.show(list, null, null, () => {
      throw new Error("away");
    });
    store.toggle("b");
    expect(await store.extendTo("e")).toBe("failed");
    expect(new Set(idsOf(store))).toEqual(new Set(["b", "e"]));
  });
});

test("a press changes the pressed tile; the others and the bar follow afterwards", async () => {
  const store = new SelectionStore();
  store.show(mediaItems(3), null);
  const choices = () => ["item-1", "item-2", "item-3"].map((id) => store.choiceOf(id));
  const followed = () => new Promise<void>((resolve) => afterPress(() => setTimeout(resolve)));

  store.toggle("item-2");
  expect(choices()).toEqual(["idle", "chosen", "idle"]);
  expect(store.isShownActive()).toBe(false);
  await followed();
  expect(choices()).toEqual(["open", "chosen", "open"]);
  expect(store.isShownActive()).toBe(true);

  store.end();
  expect(choices()).toEqual(["open", "open", "open"]);
  await followed();
  expect(choices()).toEqual(["idle", "idle", "idle"]);
});
