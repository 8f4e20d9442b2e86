import { privateCachePrefix } from "@/lib/service-worker/cache-names";
import { tooMany } from "@/lib/service-worker/rules";

/** Whose answers are cached: another person, session or family starts with nothing. */
export interface Owner {
  userId: string;
  sessionId: string;
  familyId: string | null;
}

/** An entry in every private cache, written when it is created and again whenever the server confirms the session. */
const ownerPath = "/~owner";
/** Pictures on a phone that was lost or signed out elsewhere don't outlive this many days without the server. */
const maxDaysUnconfirmed = 7;

interface OwnerEntry extends Owner {
  /** When the server last confirmed that this session is signed in; missing in caches of older versions. */
  confirmedAt?: number;
}

export interface OwnedCache {
  owner: Owner;
  cache: Cache;
}

const confirm = (cache: Cache, owner: Owner) =>
  cache.put(ownerPath, Response.json({ ...owner, confirmedAt: Date.now() } satisfies OwnerEntry));

const isForgotten = ({ confirmedAt = 0 }: OwnerEntry) =>
  Date.now() - confirmedAt > maxDaysUnconfirmed * 86_400_000;

const areSame = (a: Owner, b: Owner) =>
  a.userId === b.userId && a.sessionId === b.sessionId && a.familyId === b.familyId;

/** A cache being created has no owner entry yet, and must not be mistaken for one that was deleted. */
let claim: Promise<unknown> = Promise.resolve();

async function findOwned(storage: CacheStorage): Promise<OwnedCache | null> {
  for (const name of await storage.keys()) {
    if (!name.startsWith(privateCachePrefix)) continue;
    const cache = await storage.open(name);
    const entry = await cache.match(ownerPath);
    const found = entry ? ((await entry.json()) as OwnerEntry) : null;
    if (found && !isForgotten(found)) {
      const { confirmedAt: _, ...owner } = found;
      return { cache, owner };
    }
    await storage.delete(name);
  }
  return null;
}

/**
 * The current private cache. The result stays bound to the cache that was opened: once that is deleted, anything still
 * written goes nowhere, so an answer that arrives after a sign-out can't be stored. Opening a cache creates it, so one
 * without an owner entry counts as none: it was deleted in between.
 */
export async function openPrivateCache(storage: CacheStorage): Promise<OwnedCache | null> {
  await claim;
  return findOwned(storage);
}

export async function deletePrivateCaches(storage: CacheStorage): Promise<void> {
  const names = (await storage.keys()).filter((name) => name.startsWith(privateCachePrefix));
  await Promise.all(names.map((name) => storage.delete(name)));
}

async function makePrivateCache(
  storage: CacheStorage,
  owner: Owner,
  mayKeep: () => boolean,
): Promise<boolean> {
  if (!mayKeep()) return false;
  const found = await findOwned(storage);
  if (found && areSame(found.owner, owner)) {
    await confirm(found.cache, owner);
    return false;
  }
  await deletePrivateCaches(storage);
  const cache = await storage.open(`${privateCachePrefix}${crypto.randomUUID()}`);
  await confirm(cache, owner);
  if (mayKeep()) return true;
  await deletePrivateCaches(storage);
  return false;
}

/**
 * Makes this owner's private cache the only one; the server has just confirmed their session.
 * @param mayKeep called before and after: false if a sign-out has begun meanwhile
 * @returns whether a new one was created
 */
export function claimPrivateCache(
  storage: CacheStorage,
  owner: Owner,
  mayKeep: () => boolean,
): Promise<boolean> {
  const made = claim.then(() => makePrivateCache(storage, owner, mayKeep));
  claim = made.catch(() => {});
  return made;
}

/**
 * Stores an answer under its path, as the newest of its kind. The existing one is replaced only once the new answer has
 * been read to its end: if the connection is lost meanwhile, the page can still be shown as it was.
 */
export async function cacheResponse({ cache }: OwnedCache, path: string, response: Response): Promise<void> {
  // Other versions of a picture, from before someone edited it, aren't shown any more.
  if (/\?v=\d+$/.test(path)) await cache.delete(path, { ignoreSearch: true, ignoreVary: true });
  await cache.put(path, response);
}

/** Drops the oldest of each kind beyond its limit. */
export async function trim({ cache }: OwnedCache): Promise<void> {
  const kept = (await cache.keys()).map(({ url }) => {
    const { pathname, search } = new URL(url);
    return `${pathname}${search}`;
  });
  await Promise.all(tooMany(kept).map((path) => cache.delete(path, { ignoreVary: true })));
}

/**
 * The cached answer for a path and the person signed in now. Reopened each time, so that a deleted one is not found.
 */
export async function findCached(storage: CacheStorage, path: string): Promise<Response | null> {
  const current = await openPrivateCache(storage);
  return (await current?.cache.match(path, { ignoreVary: true })) ?? null;
}

/**
 * Whether a page was rendered for this owner: the data for its scripts names the session and the family. A page for
 * visitors, or from a session that has ended, doesn't.
 */
export function isPageOf(owner: Owner, html: string): boolean {
  return html.includes(owner.sessionId) && (owner.familyId === null || html.includes(owner.familyId));
}
