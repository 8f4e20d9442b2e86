import { type FeedStart, runOptions } from "@/lib/album/media/client/run-queries";
import type { MediaPageDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems, mediaPageDto } from "@/tests/support/media-item";

const start: FeedStart = { newerCount: 100, cursor: "march" };
const { initialPageParam, queryFn, getPreviousPageParam } = runOptions("/api/media", start);

type Place = Parameters<NonNullable<typeof getPreviousPageParam>>[2];
const read = (pageParam: Place) =>
  (queryFn as (context: object) => Promise<MediaPageDto>)({
    pageParam,
    signal: new AbortController().signal,
  });
const before = (page: MediaPageDto) => getPreviousPageParam?.(page, [page], initialPageParam, []);

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().install();
});

test("a run knows how many items come before it, even after newer ones were added there", async () => {
  api.on("GET /api/media", ({ path }) => ({
    json: path.includes("before=")
      ? mediaPageDto(mediaItems(60), { previousCursor: "more", nextCursor: "march" })
      : mediaPageDto(mediaItems(3), { previousCursor: "at-march" }),
  }));
  const first = await read(initialPageParam);
  expect(first.pagination.offset).toBe(100);
  expect(before(first)).toEqual({ before: "at-march", end: 100 });
  const newer = await read({ before: "at-march", end: 100 });
  expect(newer.pagination.offset).toBe(40);
  expect(api.made()).toEqual([
    "GET /api/media?limit=60&cursor=march&stacks=collapsed",
    "GET /api/media?limit=60&before=at-march&stacks=collapsed",
  ]);
});

test("at the feed's beginning nothing comes before it, whatever count it had", async () => {
  api.on("GET /api/media", { json: mediaPageDto(mediaItems(5), { nextCursor: "march" }) });
  const newer = await read({ before: "at-march", end: 100 });
  expect(newer.pagination.offset).toBe(0);
  expect(before(newer)).toBeNull();
});

test("when everything before it was deleted, the run starts where the feed now does", async () => {
  api.on("GET /api/media", ({ path }) => ({
    json: path.includes("before=") ? mediaPageDto([]) : mediaPageDto(mediaItems(2), { nextCursor: "on" }),
  }));
  const page = await read({ before: "gone", end: 3 });
  expect(page.items).toHaveLength(2);
  expect(page.nextCursor).toBe("on");
  expect(before(page)).toBeNull();
});
