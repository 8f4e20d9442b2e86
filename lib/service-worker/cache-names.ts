// What the service worker and the pages both know about stored answers. No imports: it is in both their bundles.

/** Caches with this prefix hold the build's own files and nothing about anyone; they outlive a sign-out. */
export const publicCachePrefix = "keepsake-public";
/** Filled when the worker is installed: the page shown offline. */
export const precache = `${publicCachePrefix}-precache`;
/** The build's files, cached as they are used. */
export const buildFilesCache = `${publicCachePrefix}-build-files`;
/** One for each session and family, with an unguessable suffix; there is at most one at a time. */
export const privateCachePrefix = "keepsake-private-";
/** Files that another app shared with the album, until the upload dialog takes them. */
export const sharedFilesCache = "keepsake-shared-files";

export const isPublicCache = (name: string) => name.startsWith(publicCachePrefix);

export const serviceWorkerPath = "/sw.js";
export const offlinePath = "/~offline";
export const shareTargetPath = "/share-target";
/** Home's query parameter that reports what happened to shared files. */
export const shareTargetParameter = "share-target";
