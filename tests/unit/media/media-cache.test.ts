import { QueryClient } from "@tanstack/react-query";
import { dropMedia, patchMedia, refreshMedia } from "@/lib/album/media/client/media-cache";
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

test("a refresh drops what no page shows, and leaves other data alone", async () => {
  const queryClient = filledClient();
  await refreshMedia(queryClient);
  expect(queryClient.getQueryData(["/api/media/latest"])).toBeUndefined();
  expect(queryClient.getQueryData(["/api/auth/me"])).toEqual({ id: "one" });
});
