import { readImageCache } from "@/lib/album/media/client/image-cache";
import { preloadAlbum } from "@/lib/album/media/client/preload";
import { latestKey, yearCoversKey } from "@/lib/album/media/client/queries";
import { createQueryClient } from "@/lib/http/query-client";
import { mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { until } from "@/tests/support/until";

const months = [{ month: 3, itemCount: 9, cover: mediaItemDto({ id: "cover" }) }];

/** Answers each call once it is let through, and counts how many were open at once. */
function gatedFetch() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;
  let most = 0;
  globalThis.fetch = (async (input: RequestInfo | URL) => {
    const path = String(input);
    asked.push(path);
    open++;
    most = Math.max(most, open);
    await new Promise<void>((resolve) => waiting.push(resolve));
    open--;
    const json = { ...mediaPageDto(mediaItems(9)), months };
    return {
      ok: true,
      status: 200,
      headers: { get: () => "application/json" },
      json: async () => json,
      text: async () => JSON.stringify(json),
      blob: async () => new Blob(["picture"], { type: "image/webp" }),
    } as unknown as Response;
  }) as typeof fetch;
  const letThrough = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { asked, letThrough, most: () => most };
}

afterEach(() => localStorage.clear());

test("start-up preloading fetches the years' media and warms thumbnails, three at a time", async () => {
  const { asked, letThrough, most } = gatedFetch();
  const queryClient = createQueryClient();
  queryClient.setQueryData(latestKey, [mediaItemDto({ id: "newest" })]);
  queryClient.setQueryData(
    yearCoversKey,
    [2026, 2025, 2024, 2023].map((year) => ({ year, itemCount: 9, cover: null })),
  );
  let isDone = false;
  void preloadAlbum(queryClient, "ada", new AbortController().signal).then(() => {
    isDone = true;
  });
  await until(() => {
    letThrough();
    return isDone;
  });
  expect(most()).toBe(3);
  expect(asked.slice(0, 4)).toEqual(
    [2026, 2025, 2024, 2023].map((year) => expect.stringContaining(`/api/media/year/${year}`)),
  );
  const thumbnails = asked.filter((path) => path.startsWith("/api/images/thumbnail/"));
  expect(thumbnails).toHaveLength(11);
  expect(thumbnails).toEqual(
    expect.arrayContaining(["newest", "cover", "item-1"].map((id) => `/api/images/thumbnail/${id}`)),
  );
  expect(Object.keys(readImageCache("ada")?.images ?? {})[0]).toBe("newest");
  queryClient.clear();
});
