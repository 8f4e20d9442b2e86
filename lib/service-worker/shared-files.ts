import { sharedFilesCache } from "@/lib/service-worker/cache-names";

// Pictures that another app shared with the album wait here: they arrive in the worker, and home takes them.

/** Files not taken within the hour (nobody signed in, say) are dropped. */
const lifetimeMs = 3_600_000;
/** More than one upload takes anyway; the rest stays where it came from. */
const maxFiles = 100;
const nameHeader = "X-File-Name";
const timeHeader = "X-Kept-At";
const pathOf = (place: number) => `/~shared/${place}`;

/** @returns how many were stored */
export async function storeSharedFiles(
  storage: CacheStorage,
  files: readonly File[],
  now = Date.now(),
): Promise<number> {
  await storage.delete(sharedFilesCache);
  const kept = files.filter((file) => file.size > 0).slice(0, maxFiles);
  if (kept.length === 0) return 0;
  const cache = await storage.open(sharedFilesCache);
  for (const [place, file] of kept.entries()) {
    const headers = {
      "Content-Type": file.type || "application/octet-stream",
      [nameHeader]: encodeURIComponent(file.name),
      [timeHeader]: String(now),
    };
    await cache.put(pathOf(place), new Response(file, { headers }));
  }
  return kept.length;
}

function isExpired(entry: Response, now: number): boolean {
  return !(now - Number(entry.headers.get(timeHeader)) < lifetimeMs);
}

/** Takes the waiting files out of the store; expired ones are deleted unread. */
export async function takeSharedFiles(storage: CacheStorage, now = Date.now()): Promise<File[]> {
  if (!(await storage.has(sharedFilesCache))) return [];
  const cache = await storage.open(sharedFilesCache);
  const entries = await cache.matchAll();
  const files = await Promise.all(
    entries
      .filter((entry) => !isExpired(entry, now))
      .map(async (entry) => {
        const bytes = await entry.arrayBuffer();
        const name = decodeURIComponent(entry.headers.get(nameHeader) ?? "");
        return new File([bytes], name || "shared", { type: entry.headers.get("Content-Type") ?? "" });
      }),
  );
  await storage.delete(sharedFilesCache);
  return files;
}

/** Deletes files that waited too long. */
export async function dropExpiredFiles(storage: CacheStorage, now = Date.now()): Promise<void> {
  if (!(await storage.has(sharedFilesCache))) return;
  const cache = await storage.open(sharedFilesCache);
  const [first] = await cache.matchAll();
  if (!first || isExpired(first, now)) await storage.delete(sharedFilesCache);
}
