import { QueryClient } from "@tanstack/react-query";
import { dropMedia, patchMedia } from "@/lib/album/media/client/media-cache";
import { listOfPages } from "@/lib/album/media/client/media-list";
import { type FeedData, NearPages, readBetween, withoutFarPages } from "@/lib/album/media/client/near-pages";
import type { MediaPageDto } from "@/lib/album/media/schema";
import { mediaItemDto, mediaPageDto } from "@/tests/support/media-item";

const key = ["/api/media"];
const perPage = 5;
const count = 40;
const idAt = (index: number) => `item-${index}`;
const pageAt = (page: number): MediaPageDto =>
  mediaPageDto(
    Array.from({ length: perPage }, (_, index) => mediaItemDto({ id: idAt(page * perPage + index) })),
    { nextCursor: `after-${page}`, previousCursor: `before-${page}`, total: count * perPage },
  );
const feed = (): FeedData => ({
  pages: Array.from({ length: count }, (_, page) => pageAt(page)),
  pageParams: Array.from({ length: count }, (_, page) => (page === 0 ? null : `after-${page - 1}`)),
});
const rangeOfPage = (page: number) => ({ from: page * perPage, to: (page + 1) * perPage });

/** The pages that are remembered. */
const remembered = ({ pages }: Pick<FeedData, "pages">) =>
  pages.flatMap(({ places }, page) => (places ? [] : [page]));
const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("pages far from what is in view are forgotten, except the first and the last", () => {
  const { pages } = feed();
  const left = withoutFarPages(pages, [rangeOfPage(20)]);
  expect(remembered({ pages: left })).toEqual([0, ...between(12, 28), 39]);
  expect(listOfPages(left).length).toBe(count * perPage);
  expect(listOfPages(pages).sameStart(listOfPages(left))).toBe(count * perPage);
  // Pages near a viewer that has moved on are remembered too.
  expect(remembered({ pages: withoutFarPages(pages, [rangeOfPage(2), rangeOfPage(30)]) })).toEqual([
    ...between(0, 10),
    ...between(22, 39),
  ]);
});

test("nothing is forgotten while nobody has said what is in view, nor the same thing twice", () => {
  const { pages } = feed();
  expect(withoutFarPages(pages, [])).toBe(pages);
  const left = withoutFarPages(pages, [rangeOfPage(20)]);
  expect(withoutFarPages(left, [rangeOfPage(20)])).toBe(left);
});

describe("a feed in the browser", () => {
  // The same options as the feeds use.
  const queryClient = new QueryClient({ defaultOptions: { queries: { structuralSharing: false } } });
  const data = () => queryClient.getQueryData<FeedData>(key) as FeedData;
  let asked: unknown[];
  let answer: (pageParam: unknown) => Promise<MediaPageDto>;
  let near: NearPages;

  beforeEach(() => {
    jest.useFakeTimers();
    queryClient.clear();
    queryClient.setQueryData(key, feed(), { updatedAt: 1 });
    asked = [];
    answer = async (pageParam) => pageAt(data().pageParams.indexOf(pageParam));
    near = new NearPages(queryClient, key, (pageParam) => {
      asked.push(pageParam);
      return answer(pageParam);
    });
    near.show("list", rangeOfPage(30));
    near.forgetFar();
  });
  afterEach(() => {
    near.stop();
    jest.useRealTimers();
  });
  const settled = () => jest.advanceTimersByTimeAsync(0);

  test("forgets, and keeps its age", () => {
    expect(remembered(data())).toEqual([0, ...between(22, 39)]);
    expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(1);
    expect(asked).toEqual([]);
  });

  test("reads what is near again, from the cursor that page started with, and forgets the rest", async () => {
    near.show("list", rangeOfPage(10));
    await settled();
    expect(asked).toEqual(["after-9", "after-8", "after-10", "after-7", "after-11"]);
    expect(remembered(data())).toEqual([0, ...between(8, 12), 39]);
    expect(listOfPages(data().pages).at(10 * perPage)?.id).toBe(idAt(10 * perPage));
    near.show("list", rangeOfPage(10));
    await settled();
    expect(asked).toHaveLength(5);
  });

  test("reads no more than three pages at once, and next where the reader moved on to", async () => {
    const waiting: (() => void)[] = [];
    const read = answer;
    answer = async (pageParam) => {
      await new Promise<void>((done) => waiting.push(done));
      return read(pageParam);
    };
    for (const page of [20, 18, 16, 14, 12, 5]) near.show("list", rangeOfPage(page));
    expect(asked).toHaveLength(3);
    waiting.shift()?.();
    await settled();
    expect(asked[3]).toBe("after-4");
  });

  test("leaves a page that can't be read unchanged, and retries a little later", async () => {
    answer = () => Promise.reject(new Error("away"));
    near.show("list", { from: 10 * perPage, to: 10 * perPage + 1 });
    await settled();
    const before = asked.length;
    expect(remembered(data())).not.toContain(10);
    expect(listOfPages(data().pages).length).toBe(count * perPage);
    answer = async (pageParam) => pageAt(data().pageParams.indexOf(pageParam));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(remembered(data())).toContain(10);
  });

  test("a page that the server fills with its neighbour's items keeps only its own", async () => {
    const [gone] = [idAt(10 * perPage + 2)];
    answer = async (pageParam) => {
      const page = data().pageParams.indexOf(pageParam);
      const items = [...pageAt(page).items, ...pageAt(page + 1).items].filter(({ id }) => id !== gone);
      return { ...pageAt(page), items: items.slice(0, perPage) };
    };
    near.show("list", rangeOfPage(10));
    await settled();
    expect(data().pages[10]?.items.map(({ id }) => id)).toEqual(
      [0, 1, 3, 4].map((index) => idAt(10 * perPage + index)),
    );
    const list = listOfPages(data().pages);
    expect(list.length).toBe(count * perPage - 1);
    expect(list.indexOf(gone)).toBe(-1);
    expect(list.at(11 * perPage - 1)?.id).toBe(idAt(11 * perPage));
  });

  test("a page with an item that the list doesn't have yet triggers a refetch", async () => {
    answer = async (pageParam) => {
      const page = pageAt(data().pageParams.indexOf(pageParam));
      return { ...page, items: [mediaItemDto({ id: `new-${pageParam}` }), ...page.items.slice(1)] };
    };
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
    near.show("list", rangeOfPage(10));
    await settled();
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  test("a page that a fetch returns as forgotten is restored without another request", async () => {
    const before = data();
    near.show("list", rangeOfPage(10));
    await settled();
    const made = asked.length;
    queryClient.setQueryData(key, before);
    near.readForgotten();
    expect(remembered(data())).toContain(10);
    expect(asked).toHaveLength(made);
  });

  test("a forgotten page also loses the place of a deleted item", () => {
    const gone = [idAt(3 * perPage), idAt(3 * perPage + 1), idAt(30 * perPage)];
    dropMedia(queryClient, gone);
    const list = listOfPages(data().pages);
    expect(list.length).toBe(count * perPage - 3);
    expect(gone.map((id) => list.indexOf(id))).toEqual([-1, -1, -1]);
    expect(list.indexOf(idAt(4 * perPage))).toBe(4 * perPage - 2);
  });

  test("a heart on a forgotten item changes nothing, and is there once it is read again", async () => {
    const before = data();
    patchMedia(queryClient, idAt(3 * perPage), () => ({ isHearted: true }));
    expect(data()).toBe(before);
  });

  test("any part of it can be read, forgotten or not, without the items around it", async () => {
    const ids: string[] = [];
    const { signal } = new AbortController();
    const range = { from: 20 * perPage + 3, to: 23 * perPage + 2 };
    for await (const items of readBetween(data(), range, (param) => answer(param), signal)) {
      ids.push(...items.map(({ id }) => id));
    }
    expect(ids).toEqual(Array.from({ length: range.to - range.from }, (_, at) => idAt(range.from + at)));
  });

  test("once it has been left, nothing more is read", async () => {
    near.stop();
    await settled();
    near.readForgotten();
    expect(asked).toEqual([]);
  });
});
