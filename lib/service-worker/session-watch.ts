import { cacheBuildFiles, trimBuildFiles } from "@/lib/service-worker/build-files";
import {
  cacheResponse,
  claimPrivateCache,
  deletePrivateCaches,
  findCached,
  isPageOf,
  type OwnedCache,
  type Owner,
  openPrivateCache,
  trim,
} from "@/lib/service-worker/private-store";
import { answeredByAlbum } from "@/lib/service-worker/proxy-error";
import { buildFilesIn, cacheablePage, picturesIn, sessionPath } from "@/lib/service-worker/rules";
import type { WorkerScope } from "@/lib/service-worker/worker-scope";

/** A page cached less than this ago isn't fetched again when it is shown again. */
const keptForMs = 60_000;

interface SessionUser {
  id?: unknown;
  isSuperAdmin?: unknown;
  currentFamily?: { id?: unknown } | null;
  sessionInfo?: { sessionId?: unknown } | null;
}

/** The owner in a session check's answer; null if nobody is signed in, and for super admins, who see no album. */
export function ownerIn(answer: SessionUser): Owner | null {
  const { id, currentFamily, sessionInfo, isSuperAdmin } = answer;
  const sessionId = sessionInfo?.sessionId;
  if (typeof id !== "string" || typeof sessionId !== "string" || isSuperAdmin === true) return null;
  return { userId: id, sessionId, familyId: typeof currentFamily?.id === "string" ? currentFamily.id : null };
}

/** Learns who is signed in from the answers that pass, and caches pages only for them. */
export class SessionWatch {
  /** Incremented whenever the person signed in changes: a request begun before that isn't cached after it. */
  #changes = 0;
  readonly #keptAt = new Map<string, number>();

  constructor(private readonly scope: WorkerScope) {}

  async #forget(): Promise<void> {
    this.#changes += 1;
    this.#keptAt.clear();
    await deletePrivateCaches(this.scope.caches);
  }

  /** Answers the session check or a polled call; offline, the check gets the cached answer of the page's session. */
  async answer(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
    const begun = this.#changes;
    const isCheck = new URL(request.url).pathname === sessionPath;
    let response: Response;
    try {
      response = answeredByAlbum(await fetch(request));
    } catch (error) {
      const kept = isCheck ? await findCached(this.scope.caches, sessionPath) : null;
      if (kept) return kept;
      throw error;
    }
    if (response.status === 401) waitUntil(this.#forget());
    else if (isCheck && response.ok) waitUntil(this.#learn(response.clone(), begun));
    return response;
  }

  async #learn(response: Response, begun: number): Promise<void> {
    const text = await response.text();
    const owner = ownerIn(JSON.parse(text) as SessionUser);
    if (!owner) return this.#forget();
    const isNew = await claimPrivateCache(this.scope.caches, owner, () => begun === this.#changes);
    const owned = await openPrivateCache(this.scope.caches);
    if (owned?.owner.sessionId !== owner.sessionId || begun !== this.#changes) return;
    await cacheResponse(
      owned,
      sessionPath,
      new Response(text, { headers: { "Content-Type": "application/json" } }),
    );
    if (isNew) this.#keptAt.clear();
    await this.#cacheOpenPages(owned, isNew ? ["/"] : []);
  }

  /** Checks who is signed in, for a page that was loaded before the worker was running. */
  async look(): Promise<void> {
    const work: Promise<unknown>[] = [];
    await this.answer(new Request(sessionPath, { cache: "no-store" }), (more) => void work.push(more));
    await Promise.all(work);
  }

  /** Forwards a sign-out or another change: forgets before and after, whatever the server says. */
  async change(request: Request): Promise<Response> {
    await this.#forget();
    try {
      return await fetch(request);
    } finally {
      await this.#forget();
    }
  }

  /** Caches open pages that were loaded before anyone was signed in to cache them for; `more` in any case. */
  async #cacheOpenPages(owned: OwnedCache, more: readonly string[]): Promise<void> {
    const windows = await this.scope.clients.matchAll({ type: "window" });
    const open = windows.flatMap(({ url }) => cacheablePage(new URL(url)) ?? []);
    for (const path of new Set([...more, ...open])) {
      if (!(await owned.cache.match(path, { ignoreVary: true }))) await this.cachePage(path);
    }
  }

  /** Fetches the page shown now, so that it can be shown again without a connection. */
  async cachePage(path: string): Promise<void> {
    if (Date.now() - (this.#keptAt.get(path) ?? 0) < keptForMs) return;
    const owned = await openPrivateCache(this.scope.caches);
    if (!owned) return;
    this.#keptAt.set(path, Date.now());
    try {
      const response = await fetch(path, { headers: { Accept: "text/html" }, credentials: "same-origin" });
      if (!response.redirected) await this.cacheDocument(path, response);
    } catch {
      this.#keptAt.delete(path);
    }
  }

  /** Caches a document with its pictures and scripts, if it was rendered for the person signed in. */
  async cacheDocument(path: string, response: Response): Promise<void> {
    if (response.status !== 200 || !response.headers.get("Content-Type")?.includes("text/html")) return;
    const owned = await openPrivateCache(this.scope.caches);
    if (!owned) return;
    const html = await response.text();
    if (!isPageOf(owned.owner, html)) return;
    this.#keptAt.set(path, Date.now());
    const headers = new Headers(response.headers);
    // The text isn't compressed, and isn't of the length that was sent.
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    await cacheResponse(owned, path, new Response(html, { headers }));
    await trim(owned);
    await Promise.allSettled(
      picturesIn(html).map(async (picture) => {
        if (await owned.cache.match(picture, { ignoreVary: true })) return;
        const image = await fetch(picture);
        if (image.status === 200) await cacheResponse(owned, picture, image);
      }),
    );
    await cacheBuildFiles(this.scope.caches, buildFilesIn(html));
    await trimBuildFiles(this.scope.caches);
  }
}
