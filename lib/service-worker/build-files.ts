import { buildFilesCache } from "@/lib/service-worker/cache-names";
import { maxCached } from "@/lib/service-worker/rules";

/** A file of the build: its name changes with its content, so a cached copy is always right, even for an older tab. */
export async function buildFile(storage: CacheStorage, request: Request): Promise<Response> {
  const cache = await storage.open(buildFilesCache);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request.url, response.clone()).catch(() => {});
  return response;
}

/** Caches files that a page loaded before the worker was installed; the browser still has them. */
export async function cacheBuildFiles(storage: CacheStorage, paths: readonly string[]): Promise<void> {
  const cache = await storage.open(buildFilesCache);
  await Promise.allSettled(
    paths.map(async (path) => {
      if (await cache.match(path, { ignoreVary: true })) return;
      const response = await fetch(path, { cache: "force-cache" });
      if (response.status === 200) await cache.put(path, response);
    }),
  );
}

/** Drops the oldest files beyond a few builds' worth. */
export async function trimBuildFiles(storage: CacheStorage): Promise<void> {
  const cache = await storage.open(buildFilesCache);
  const kept = await cache.keys();
  await Promise.all(
    kept.slice(0, Math.max(0, kept.length - maxCached.buildFiles)).map((old) => cache.delete(old)),
  );
}
