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

/** A page that was kept a moment ago is not fetched again for being shown again. */
const keptForMs = 60_000;

interface SessionUser {
  id?: unknown;
  isSuperAdmin?: unknown;
  currentFamily?: { id?: unknown } | null;
  sessionInfo?: { sessionId?: unknown } | null;
}

/** Whose session an answer of the session check tells of; null for nobody, and for super admins, who see no album. */
export function ownerIn(answer: SessionUser): Owner | null {
  const { id, currentFamily, sessionInfo, isSuperAdmin } = answer;
  const sessionId = sessionInfo?.sessionId;
  if (typeof id !== "string" || typeof sessionId !== "string" || isSuperAdmin === true) return null;
  return { userId: id, sessionId, familyId: typeof currentFamily?.id === "string" ? currentFamily.id : null };
}

/** Knows who is signed in, from the answers that pass, and keeps pages for them alone. */
export class SessionWatch {
  /** Grows with every change of who is signed in: what began before one is not kept after it. */
  #changes = 0;
  readonly #keptAt = new Map<string, number>();

  constructor(private readonly scope: WorkerScope) {}

  async #forget(): Promise<void> {
    this.#changes += 1;
    this.#keptAt.clear();
    await deletePrivateCaches(this.scope.caches);
  }

  /** The session check, or a call that is polled: without a connection the kept answer, as the page's own session. */
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

  /** Asks who is signed in, as a page does that was loaded before the worker was there. */
  async look(): Promise<void> {
    const work: Promise<unknown>[] = [];
    await this.answer(new Request(sessionPath, { cache: "no-store" }), (more) => void work.push(more));
    await Promise.all(work);
  }

  /** Passes a sign-out or another change on: forgets before and after, whatever the server says. */
  async change(request: Request): Promise<Response> {
    await this.#forget();
    try {
      return await fetch(request);
    } finally {
      await this.#forget();
    }
  }

  /** What is on the screen and was loaded before anyone was signed in to keep it for; `more` in any case. */
  async #cacheOpenPages(owned: OwnedCache, more: readonly string[]): Promise<void> {
    const windows = await this.scope.clients.matchAll({ type: "window" });
    const open = windows.flatMap(({ url }) => cacheablePage(new URL(url)) ?? []);
    for (const path of new Set([...more, ...open])) {
      if (!(await owned.cache.match(path, { ignoreVary: true }))) await this.cachePage(path);
    }
  }

  /** Fetches a page that is shown now, so that it can be shown again without a connection. */
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

  /** Keeps a document with its pictures and scripts, if it was made for whoever is signed in. */
  async cacheDocument(path: string, response: Response): Promise<void> {
    if (response.status !== 200 || !response.headers.get("Content-Type")?.includes("text/html")) return;
    const owned = await openPrivateCache(this.scope.caches);
    if (!owned) return;
    const html = await response.text();
    if (!isPageOf(owned.owner, html)) return;
    this.#keptAt.set(path, Date.now());
    const headers = new Headers(response.headers);
    // The text is neither compressed nor of the length that was sent.
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
