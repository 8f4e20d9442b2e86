import { privateCachePrefix } from "@/lib/service-worker/cache-names";

/**
 * Called by a page, not by the worker: removes an item's pictures from this device's caches. Other devices drop theirs
 * when the server answers that it is gone.
 */
export async function dropCachedPictures(mediaId: string): Promise<void> {
  // Only secure origins have caches.
  if (!("caches" in globalThis)) return;
  try {
    for (const name of await caches.keys()) {
      if (!name.startsWith(privateCachePrefix)) continue;
      const cache = await caches.open(name);
      const kept = (await cache.keys()).filter(({ url }) => url.includes(mediaId));
      await Promise.all(kept.map((request) => cache.delete(request, { ignoreVary: true })));
    }
  } catch {
    // A browser that refuses storage has nothing cached.
  }
}
