import { type PrecacheEntry, Serwist } from "serwist";
import { buildFile } from "@/lib/service-worker/build-files";
import {
  offlinePath,
  precache,
  sharedFilesCache,
  shareTargetParameter,
} from "@/lib/service-worker/cache-names";
import {
  cacheResponse,
  findCached,
  type OwnedCache,
  openPrivateCache,
  trim,
} from "@/lib/service-worker/private-store";
import { answeredByAlbum } from "@/lib/service-worker/proxy-error";
import { forgetPush, installPushHandlers, type PushScope } from "@/lib/service-worker/push-handlers";
import {
  cacheablePage,
  clientNavigatedPage,
  maxCachedBytes,
  type RequestFacts,
  type Rule,
  ruleFor,
} from "@/lib/service-worker/rules";
import { SessionWatch } from "@/lib/service-worker/session-watch";
import { dropExpiredFiles, storeSharedFiles } from "@/lib/service-worker/shared-files";
import type { ExtendableEvent, FetchEvent, WorkerScope } from "@/lib/service-worker/worker-scope";

declare const self: WorkerScope & PushScope & { __SW_MANIFEST: (PrecacheEntry | string)[] | undefined };

/** How long a page may take before the cached one is shown instead. */
const patienceMs = 4_000;
/** Pages shown without loading a document are cached once they have settled: their own requests go first. */
const settleMs = 1_500;
const picturesBetweenTrims = 25;

const { caches } = self;
const session = new SessionWatch(self);

/**
 * Opening the cache for every picture of a month would cost more than the pictures; one opened a second ago is as good.
 */
let opened: { at: number; cache: Promise<OwnedCache | null> } | null = null;
function recentPrivateCache(): Promise<OwnedCache | null> {
  if (!opened || Date.now() - opened.at > 1_000)
    opened = { at: Date.now(), cache: openPrivateCache(caches).catch(() => null) };
  return opened.cache;
}

let sinceTrim = 0;
async function cacheAnswer(owned: OwnedCache, path: string, response: Response): Promise<void> {
  if (Number(response.headers.get("Content-Length")) > maxCachedBytes) return;
  await cacheResponse(owned, path, response);
  sinceTrim += 1;
  if (sinceTrim < picturesBetweenTrims) return;
  sinceTrim = 0;
  await trim(owned);
}

/** The network, cached for offline use. The server decides on access, so a cached answer never goes first. */
async function networkFirst({ request, waitUntil }: Handled): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = `${pathname}${search}`;
  // Before the request: its answer belongs to the person signed in now.
  const owned = await recentPrivateCache();
  try {
    const response = answeredByAlbum(await fetch(request));
    if (owned && response.status === 200)
      waitUntil(cacheAnswer(owned, path, response.clone()).catch(() => {}));
    // Gone, or no longer visible to this person.
    else if (owned && response.status === 404) waitUntil(owned.cache.delete(path, { ignoreVary: true }));
    return response;
  } catch (error) {
    const kept = await findCached(caches, path);
    if (kept) return kept;
    throw error;
  }
}

async function loaded(event: FetchEvent): Promise<Response> {
  return answeredByAlbum((await event.preloadResponse) ?? (await fetch(event.request)));
}

async function showPage(event: FetchEvent): Promise<Response> {
  const path = cacheablePage(new URL(event.request.url));
  const coming = loaded(event).then((response) => {
    if (path && response.status === 200) {
      const copy = response.clone();
      event.waitUntil(session.cacheDocument(path, copy).catch(() => {}));
    }
    return response;
  });
  const kept = path ? await findCached(caches, path) : null;
  try {
    if (!kept) return await coming;
    event.waitUntil(coming.catch(() => {}));
    return await Promise.race([
      coming,
      new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patienceMs)),
    ]);
  } catch {
    return kept ?? (await serwist.matchPrecache(offlinePath)) ?? Response.error();
  }
}

async function takeShared({ request }: Handled): Promise<Response> {
  let result: string;
  try {
    const form = await request.formData();
    const files = form.getAll("media").filter((entry) => entry instanceof File);
    result = (await storeSharedFiles(caches, files)) > 0 ? "1" : "empty";
  } catch {
    // The browser has no room left, say.
    await caches.delete(sharedFilesCache);
    result = "lost";
  }
  return Response.redirect(`${self.location.origin}/?${shareTargetParameter}=${result}`, 303);
}

interface Handled {
  request: Request;
  event: FetchEvent;
  waitUntil: (work: Promise<unknown>) => void;
}

const handlers: Record<Exclude<Rule, "network">, (handled: Handled) => Promise<Response>> = {
  buildFile: ({ request }) => buildFile(caches, request),
  page: ({ event }) => showPage(event),
  picture: networkFirst,
  data: networkFirst,
  session: ({ request, waitUntil }) => session.answer(request, waitUntil),
  share: takeShared,
  signOut: ({ request, waitUntil }) => {
    waitUntil(forgetPush(self).catch(() => {}));
    return session.change(request);
  },
  change: ({ request }) => session.change(request),
};

const factsOf = (request: Request, url: URL): RequestFacts => ({
  method: request.method,
  url,
  isNavigation: request.mode === "navigate",
  hasRange: request.headers.has("Range"),
});

const rules = Object.entries(handlers).map(([rule, handle]) => ({
  method: ["share", "signOut", "change"].includes(rule) ? ("POST" as const) : ("GET" as const),
  matcher: ({ request, url }: { request: Request; url: URL }) =>
    ruleFor(factsOf(request, url), self.location.origin) === rule,
  handler: ({ request, event }: { request: Request; event: unknown }) =>
    handle({
      request,
      event: event as FetchEvent,
      waitUntil: (work) => (event as FetchEvent).waitUntil(work),
    }),
}));

const serwist = new Serwist({
  precacheEntries: self.__SW_MANIFEST ?? [],
  precacheOptions: { cacheName: precache },
  // A new worker waits until every tab is closed, or someone asks for it: it never changes under an open page.
  skipWaiting: false,
  clientsClaim: true,
  navigationPreload: true,
  disableDevLogs: true,
  runtimeCaching: rules,
});

installPushHandlers(self);
self.addEventListener("fetch", (event: FetchEvent) => {
  const path = clientNavigatedPage(factsOf(event.request, new URL(event.request.url)), event.request.headers);
  if (!path) return;
  const settled = new Promise((resolve) => setTimeout(resolve, settleMs));
  event.waitUntil(settled.then(() => session.cachePage(path)));
});
serwist.addEventListeners();
self.addEventListener("activate", (event: ExtendableEvent) => {
  event.waitUntil(dropExpiredFiles(caches));
  // Not awaited: the open page may use the worker meanwhile.
  void session.look().catch(() => {});
});
