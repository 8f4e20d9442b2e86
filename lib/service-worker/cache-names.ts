// What the service worker and the pages both know about stored answers. No imports: it is in both their bundles.

/** Every cache whose name begins so holds the build's own files and nothing about anybody; it outlives a sign-out. */
export const publicCachePrefix = "keepsake-public";
/** What the worker fetches when it is installed: the page for a time without a connection. */
export const precache = `${publicCachePrefix}-precache`;
/** The build's files, kept as they are used. */
export const buildFilesCache = `${publicCachePrefix}-build-files`;
/** One for each session and family, with an unguessable end; there is at most one at a time. */
export const privateCachePrefix = "keepsake-private-";
/** Files that another app shared with the album, until the upload dialog takes them. */
export const sharedFilesCache = "keepsake-shared-files";

export const isPublicCache = (name: string) => name.startsWith(publicCachePrefix);

export const serviceWorkerPath = "/sw.js";
export const offlinePath = "/~offline";
export const shareTargetPath = "/share-target";
/** The query of home that says what became of shared files. */
export const shareTargetParameter = "share-target";
