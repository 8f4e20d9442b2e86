import { shareTargetPath } from "@/lib/service-worker/cache-names";

/**
 * What to do with a request. `network`: the worker leaves it alone. `buildFile`: the name changes with the content, so
 * a cached copy is used. `page`, `picture`, `data`: the network, else what this session was shown last. `share`: files
 * from another app. `session`: the network, whose answer says who is signed in. `signOut`, `change`: changes who is
 * signed in, or the family.
 */
export type Rule =
  | "network"
  | "buildFile"
  | "page"
  | "picture"
  | "data"
  | "session"
  | "share"
  | "signOut"
  | "change";

export interface RequestFacts {
  method: string;
  url: URL;
  /** Loads a document. */
  isNavigation: boolean;
  hasRange: boolean;
}

const pictures =
  /^\/(?:api\/images\/(?:thumbnail|medium)|fast-images\/thumbnail|api\/video\/thumbnail)\/[\w-]+$/;
const monthData = /^\/api\/media\/month\/\d{4}\/\d{1,2}$/;
const monthPage = /^\/media\/\d{4}\/\d{1,2}$/;
/** Addresses that a browser may load as a document but that aren't pages. */
const noPages = /^\/(?:api|direct-image|fast-images|icons|_next)(?:\/|$)/;

export const sessionPath = "/api/auth/me";
/** Calls after which the cached pages belong to another person or family. */
const changes = new Set(["/api/auth/login", "/api/switch-organization", "/api/organization/leave"]);
/** Polled while a page is open: the first to learn that the session was ended elsewhere. */
const polled = /^\/api\/(?:admin-)?notifications\/count\/[\w-]+$/;

export function ruleFor({ method, url, isNavigation, hasRange }: RequestFacts, origin: string): Rule {
  const { pathname } = url;
  if (url.origin !== origin) return "network";
  if (method === "POST" && pathname === shareTargetPath) return "share";
  if (method === "POST" && pathname === "/api/auth/logout") return "signOut";
  if (method === "POST" && changes.has(pathname)) return "change";
  if (method !== "GET" || hasRange) return "network";
  if (pathname.startsWith("/_next/static/")) return "buildFile";
  if (isNavigation) return noPages.test(pathname) ? "network" : "page";
  if (pictures.test(pathname)) return "picture";
  if (pathname === sessionPath || polled.test(pathname)) return "session";
  if (monthData.test(pathname)) return "data";
  return "network";
}

/** The name under which a page is cached for offline use: home and the months; null for all others. */
export function cacheablePage(url: URL): string | null {
  if (url.pathname === "/" || monthPage.test(url.pathname)) return url.pathname;
  return null;
}

export const isMonthPage = (path: string) => monthPage.test(path);

/** Medium pictures are ten times the size of thumbnails, so fewer are cached. */
export const isMedium = (path: string) => path.startsWith("/api/images/medium/");

export const maxCached = { months: 3, data: 12, thumbnails: 400, mediums: 60, buildFiles: 400 } as const;
/** How many pictures are fetched for a single page. */
const maxPerPage = 60;
/** A picture larger than this is not one of our derivatives. */
export const maxCachedBytes = 2 * 1024 * 1024;

export type CachedKind = Exclude<keyof typeof maxCached, "buildFiles"> | "fixed";

/** Which limit a cached address counts towards; `fixed`: home and the session, one each. */
export function kindOf(address: string): CachedKind {
  const path = address.split("?", 1)[0] ?? "";
  if (isMonthPage(path)) return "months";
  if (monthData.test(path)) return "data";
  if (pictures.test(path)) return isMedium(path) ? "mediums" : "thumbnails";
  return "fixed";
}

/** @param paths in the order they were cached @returns those beyond the limit of their kind */
export function tooMany(paths: readonly string[]): string[] {
  const seen = new Map<CachedKind, number>();
  return [...paths].reverse().filter((path) => {
    const kind = kindOf(path);
    if (kind === "fixed") return false;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count > maxCached[kind];
  });
}

/** Home or a month's page, if the app shows it without loading a document; null for everything else. */
export function clientNavigatedPage({ method, url }: RequestFacts, headers: Headers): string | null {
  if (method !== "GET" || headers.get("RSC") !== "1" || headers.has("Next-Router-Prefetch")) return null;
  return cacheablePage(url);
}

/** The pictures that a page shows before its scripts run. */
export function picturesIn(html: string): string[] {
  const found =
    html.match(/\/api\/(?:images\/(?:thumbnail|medium)|video\/thumbnail)\/[\w-]{36}(?:\?v=\d+)?/g) ?? [];
  return [...new Set(found)].slice(0, maxPerPage);
}

/** The build's files that a page names. */
export function buildFilesIn(html: string): string[] {
  return [...new Set(html.match(/\/_next\/static\/[\w\-./~%[\]()]+\.(?:js|css|woff2)/g) ?? [])];
}
