import { type InfiniteData, InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { refreshGrowing } from "@/lib/album/growing-up/client/queries";
import { dropMedia, patchMedia, refreshCounts, refreshMedia } from "@/lib/album/media/client/media-cache";
import { listOfPages } from "@/lib/album/media/client/media-list";
import { type SearchPage, searchKey } from "@/lib/album/media/client/search-queries";
import type { MediaItemDto, MediaPageDto } from "@/lib/album/media/schema";
import { firstPage } from "@/lib/http/hydrated-queries";
import { mediaDetailDto, mediaItemDto, mediaPageDto } from "@/tests/support/media-item";

const one = mediaItemDto({ id: "one" });
const two = mediaItemDto({ id: "two" });
const months = [{ month: 3, itemCount: 2, cover: one }];

function filledClient(): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(["/api/media"], firstPage(mediaPageDto([one, two])));
  queryClient.setQueryData(["/api/media/year/2024"], firstPage({ ...mediaPageDto([two, one]), months }));
  queryClient.setQueryData(["/api/media/latest"], [one, two]);
  queryClient.setQueryData(["/api/year-covers"], [{ year: 2024, itemCount: 2, cover: one }]);
  queryClient.setQueryData(["/api/media/one"], mediaDetailDto(one));
  queryClient.setQueryData(["/api/auth/me"], { id: "one" });
  return queryClient;
}

test("a change reaches an item in every list, and nothing else", () => {
  const queryClient = filledClient();
  patchMedia(queryClient, "one", () => ({ isHearted: true }));
  const feed = queryClient.getQueryData<{ pages: MediaPageDto[] }>(["/api/media"]);
  expect(feed?.pages[0]?.items.map(({ isHearted }) => isHearted)).toEqual([true, false]);
  const latest = queryClient.getQueryData<MediaItemDto[]>(["/api/media/latest"]);
  expect(latest?.[0]?.isHearted).toBe(true);
  expect(queryClient.getQueryData(["/api/media/year/2024"])).toMatchObject({
    pages: [{ months: [{ cover: { isHearted: true } }] }],
  });
  expect(queryClient.getQueryData(["/api/year-covers"])).toMatchObject([{ cover: { isHearted: true } }]);
  expect(queryClient.getQueryData(["/api/media/one"])).toMatchObject({ isHearted: true, heartedBy: [] });
  expect(queryClient.getQueryData(["/api/auth/me"])).toEqual({ id: "one" });
});

test("a list without the item stays the same object, so that nothing rerenders", () => {
  const queryClient = new QueryClient();
  const feed = firstPage(mediaPageDto([two]));
  queryClient.setQueryData(["/api/media"], feed);
  patchMedia(queryClient, "one", () => ({ isHearted: true }));
  expect(queryClient.getQueryData(["/api/media"])).toBe(feed);
});

test("a deleted item is removed from every list and its count", () => {
  const queryClient = filledClient();
  dropMedia(queryClient, "one");
  const feed = queryClient.getQueryData<{ pages: MediaPageDto[] }>(["/api/media"]);
  expect(feed?.pages[0]?.items.map(({ id }) => id)).toEqual(["two"]);
  expect(feed?.pages[0]?.pagination.total).toBe(1);
  expect(queryClient.getQueryData(["/api/year-covers"])).toMatchObject([{ cover: null }]);
});

test("a change or deletion reaches someone's growing up: its periods, their counts and its notes", () => {
  const queryClient = new QueryClient();
  const key = ["/api/growing-up/mia"];
  const period = (items: MediaItemDto[], total: number) => ({ total, items, best: "one" });
  const others = period([two], 1);
  queryClient.setQueryData(key, {
    periods: [period([one, two], 12), period([one], 1), others],
    notes: [
      { id: "n1", item: one },
      { id: "n2", item: null },
    ],
  });
  patchMedia(queryClient, "one", () => ({ description: "At the lake" }));
  expect(queryClient.getQueryData(key)).toMatchObject({
    periods: [{ items: [{ description: "At the lake" }, two] }, {}, others],
    notes: [{ item: { description: "At the lake" } }, { item: null }],
  });
  dropMedia(queryClient, "one");
  const left = queryClient.getQueryData(key);
  expect(left).toEqual({
    periods: [{ total: 11, items: [two], best: "one" }, others],
    notes: [
      { id: "n1", item: null },
      { id: "n2", item: null },
    ],
  });
  dropMedia(queryClient, "one");
  expect(queryClient.getQueryData(key)).toBe(left);
});

describe("while the next page is being fetched", () => {
  const three = mediaItemDto({ id: "three" });
  const key = ["/api/media"];

  /** Begins the fetch; the returned function ends it. */
  function fetchNextPage(queryClient: QueryClient): () => Promise<MediaPageDto[]> {
    let answer = (_: MediaPageDto) => {};
    const observer = new InfiniteQueryObserver(queryClient, {
      queryKey: key,
      queryFn: () => new Promise<MediaPageDto>((resolve) => (answer = resolve)),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }: MediaPageDto) => nextCursor,
      staleTime: Number.POSITIVE_INFINITY,
    });
    queryClient.setQueryData(key, firstPage(mediaPageDto([one, two], { nextCursor: "after-two", total: 3 })));
    const stop = observer.subscribe(() => {});
    const fetched = observer.fetchNextPage();
    return async () => {
      answer(mediaPageDto([three], { total: 3 }));
      await fetched;
      stop();
      return queryClient.getQueryData<InfiniteData<MediaPageDto>>(key)?.pages ?? [];
    };
  }

  test("a deleted item doesn't come back with that page, and is counted once", async () => {
    const queryClient = new QueryClient();
    const end = fetchNextPage(queryClient);
    dropMedia(queryClient, "two");
    const pages = await end();
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([["one"], ["three"]]);
    expect(pages[0]?.pagination.total).toBe(2);
  });

  test("a heart isn't undone by that page, and the last of two presses counts", async () => {
    const queryClient = new QueryClient();
    const end = fetchNextPage(queryClient);
    patchMedia(queryClient, "two", () => ({ isHearted: true }));
    for (const isHearted of [true, false]) patchMedia(queryClient, "one", () => ({ isHearted }));
    const [first] = await end();
    expect(first?.items.map(({ isHearted }) => isHearted)).toEqual([false, true]);
  });
});

test("items deleted from later pages, forgotten or not, reduce the count of every page", () => {
  const queryClient = new QueryClient();
  const pages = ["a", "b", "c", "d"].map((name) =>
    mediaPageDto([mediaItemDto({ id: `${name}-1` }), mediaItemDto({ id: `${name}-2` })], { total: 9 }),
  );
  const [first, second, ...others] = pages as [MediaPageDto, MediaPageDto];
  const places = listOfPages(pages).pageAt(1)?.places as Uint32Array;
  const feed = { pages: [first, { ...second, items: [], places }, ...others], pageParams: [0, 1, 2, 3] };
  queryClient.setQueryData(["/api/media"], feed);
  dropMedia(queryClient, ["b-2", "c-1", "elsewhere"]);
  const left = queryClient.getQueryData<InfiniteData<MediaPageDto>>(["/api/media"])?.pages ?? [];
  expect(left.map(({ pagination }) => pagination.total)).toEqual([7, 7, 7, 7]);
  expect(listOfPages(left).length).toBe(6);
});

test("items deleted from a search reduce its count, unless the server had stopped counting", () => {
  const queryClient = new QueryClient();
  const page = (items: MediaItemDto[], isMore: boolean): SearchPage => ({
    items,
    total: 41,
    isMore,
    understood: [],
  });
  const keyOf = (q: string) => searchKey({ q, tag: "", plain: "" });
  const totals = (q: string) =>
    queryClient.getQueryData<InfiniteData<SearchPage>>(keyOf(q))?.pages.map(({ total }) => total);
  for (const q of ["few", "many"]) {
    const pages = [page([one], q === "many"), page([two], q === "many")];
    queryClient.setQueryData(keyOf(q), { pages, pageParams: [0, 1] });
  }
  dropMedia(queryClient, "two");
  expect(totals("few")).toEqual([40, 40]);
  expect(totals("many")).toEqual([41, 41]);
});

test("refreshed counts are those of months and years, and refreshed notes those of every photo and person", async () => {
  const queryClient = filledClient();
  const notes = [["/api/growing-up/mia"], ["/api/media/one/growing-up"]];
  for (const key of [...notes, ["/api/media/timeline?feed=all&stacks=collapsed"]]) {
    queryClient.setQueryData(key, {});
  }
  const kept = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]);
  await refreshCounts(queryClient);
  expect(kept()).toEqual([
    ...["/api/media", "/api/media/latest", "/api/media/one", "/api/auth/me"],
    ...notes.flat(),
  ]);
  await refreshGrowing(queryClient);
  expect(kept()).toEqual(["/api/media", "/api/media/latest", "/api/media/one", "/api/auth/me"]);
});

test("a refresh drops what no page shows, and leaves other data alone", async () => {
  const queryClient = filledClient();
  await refreshMedia(queryClient);
  expect(queryClient.getQueryData(["/api/media/latest"])).toBeUndefined();
  expect(queryClient.getQueryData(["/api/auth/me"])).toEqual({ id: "one" });
});
