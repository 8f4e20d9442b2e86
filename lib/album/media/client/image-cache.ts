/**
 * The image cache of specification 3 and 9.2: thumbnails as data URLs in local storage, for 24 hours. One entry per
 * person; signing out clears local storage, and the cache with it. It lets the first paint of home show pictures.
 */
const lifetimeMs = 24 * 3_600_000;
const maxImages = 40;
/** Total characters of all data URLs. */
const maxCharacters = 1_500_000;

export interface CachedImages {
  /** When the entry was started, in epoch milliseconds. */
  savedAt: number;
  /** Data URLs by `imageName`, the least important last. */
  images: Record<string, string>;
}

export function imageCacheKey(userId: string): string {
  return `imageCache.${userId}`;
}

function parse(text: string | null): CachedImages | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null || !("savedAt" in value) || !("images" in value))
      return null;
    if (typeof value.savedAt !== "number" || typeof value.images !== "object" || !value.images) return null;
    return { savedAt: value.savedAt, images: value.images as Record<string, string> };
  } catch {
    return null;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is unavailable: there is nothing to forget.
  }
}

/** The cached images, unless they have expired; null if there are none. */
export function readImageCache(userId: string, now = Date.now()): CachedImages | null {
  try {
    const key = imageCacheKey(userId);
    const cached = parse(localStorage.getItem(key));
    if (!cached || now - cached.savedAt < lifetimeMs) return cached;
    localStorage.removeItem(key);
  } catch {
    // Storage is unavailable: nothing is cached.
  }
  return null;
}

/**
 * Stores as many of the images as fit, in order; none if the storage is full.
 * @param savedAt when the oldest of the images was fetched: all expire with it
 */
export function writeImageCache(userId: string, { savedAt, images }: CachedImages): void {
  const kept: Record<string, string> = {};
  let characters = 0;
  for (const [id, url] of Object.entries(images).slice(0, maxImages)) {
    if (characters + url.length > maxCharacters) continue;
    characters += url.length;
    kept[id] = url;
  }
  const key = imageCacheKey(userId);
  try {
    localStorage.setItem(key, JSON.stringify({ savedAt, images: kept } satisfies CachedImages));
  } catch {
    forget(key);
  }
}

/** Forgets one item's image, in whatever version. */
export function dropCachedImage(userId: string, mediaId: string): void {
  const cached = readImageCache(userId);
  if (!cached) return;
  const kept = Object.entries(cached.images).filter(([name]) => name.split("@", 1)[0] !== mediaId);
  if (kept.length === Object.keys(cached.images).length) return;
  writeImageCache(userId, { ...cached, images: Object.fromEntries(kept) });
}

/**
 * Runs in the page before the app's code: puts cached thumbnails behind the pictures that are still to load. The
 * placeholders carry data-thumb; React leaves their background alone (suppressHydrationWarning).
 */
export function showCachedImagesScript(userId: string): string {
  const key = JSON.stringify(imageCacheKey(userId)).replace(/</g, "\\u003c");
  return `try{var c=JSON.parse(localStorage.getItem(${key})||"null");if(c&&Date.now()-c.savedAt<${lifetimeMs})document.querySelectorAll("[data-thumb]").forEach(function(e){var u=c.images[e.dataset.thumb];if(u&&/^data:image\\/[a-z]+;base64,[A-Za-z0-9+/=]+$/.test(u)){e.style.backgroundImage="url("+u+")";e.style.backgroundSize="cover";e.style.backgroundPosition="center"}})}catch(e){}`;
}
