import type { QueryClient } from "@tanstack/react-query";
import { readImageCache, writeImageCache } from "@/lib/album/media/client/image-cache";
import { imageName } from "@/lib/album/media/client/image-name";
import { latestKey, yearCoversKey, yearKey, yearOptions } from "@/lib/album/media/client/queries";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto, YearCoverDto, YearPageDto } from "@/lib/album/media/schema";
import { Semaphore } from "@/lib/shared/semaphore";

/** Specification 9.2. */
const prefetchConcurrency = 3;
const maxYears = 4;
const maxThumbnails = 80;
/** The images of the first screen, which go into the image cache. */
const maxPreloaded = 30;

const preloaded = new Set<string>();

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("Failed to read file"));
    reader.readAsDataURL(blob);
  });
}

function isSavingData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** The items home shows, first screen first: latest, the open year's covers, then the years' media. */
async function collectItems(queryClient: QueryClient, gate: Semaphore): Promise<MediaItemDto[]> {
  const latest = queryClient.getQueryData<MediaItemDto[]>(latestKey) ?? [];
  const years = (queryClient.getQueryData<YearCoverDto[]>(yearCoversKey) ?? []).slice(0, maxYears);
  await Promise.all(
    years.map(({ year }) => gate.run(() => queryClient.prefetchInfiniteQuery(yearOptions(year)))),
  );
  const pages = years.flatMap(
    ({ year }) => queryClient.getQueryData<{ pages: YearPageDto[] }>(yearKey(year))?.pages[0] ?? [],
  );
  const covers = pages.flatMap((page) => page.months.flatMap(({ cover }) => cover ?? []));
  const all = [...latest, ...covers, ...pages.flatMap((page) => page.items)];
  return [...new Map(all.map((item) => [item.id, item])).values()].filter(
    (item) => item.derivatives === "ready",
  );
}

/**
 * Start-up preloading (specification 7.4): fetches the years' media and warms thumbnails, three at a time, once per
 * visit and person. Thumbnails of the first screen go into the image cache. A failure only means a colder start.
 */
export async function preloadAlbum(
  queryClient: QueryClient,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  if (preloaded.has(userId) || isSavingData()) return;
  preloaded.add(userId);
  const gate = new Semaphore(prefetchConcurrency);
  const items = (await collectItems(queryClient, gate)).slice(0, maxThumbnails);
  const known = readImageCache(userId);
  const kept: Record<string, string> = {};
  await Promise.allSettled(
    items.map((item, place) =>
      gate.run(async () => {
        if (signal.aborted) return;
        const name = imageName(item);
        const cached = known?.images[name];
        if (cached && place < maxPreloaded) {
          kept[name] = cached;
          return;
        }
        const response = await fetch(thumbnailUrl(item), { credentials: "include", signal });
        const blob = response.ok ? await response.blob() : null;
        if (blob && place < maxPreloaded) kept[name] = await dataUrlOf(blob);
      }),
    ),
  );
  // The abort was a sign-out or a page change: what has been cleared since must not come back.
  if (signal.aborted) {
    preloaded.delete(userId);
    return;
  }
  const inOrder = items.map(imageName).flatMap((name) => (kept[name] ? [[name, kept[name]] as const] : []));
  writeImageCache(userId, { savedAt: known?.savedAt ?? Date.now(), images: Object.fromEntries(inOrder) });
}
