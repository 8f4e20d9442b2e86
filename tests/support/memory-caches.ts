/** CacheStorage in memory, according to the standard: an open cache stays usable after its name was deleted. */
class MemoryCache {
  readonly entries = new Map<string, { request: Request; response: Response }>();

  constructor(private readonly origin: string) {}

  #keyOf(request: RequestInfo | URL): string {
    return new URL(request instanceof Request ? request.url : String(request), this.origin).href;
  }

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.entries.get(this.#keyOf(request))?.response.clone();
  }

  async matchAll(): Promise<Response[]> {
    return [...this.entries.values()].map(({ response }) => response.clone());
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    const key = this.#keyOf(request);
    // Reads it, so that a body can't be put twice.
    const bytes = await response.arrayBuffer();
    this.entries.delete(key);
    this.entries.set(key, {
      request: new Request(key),
      response: new Response(bytes, { status: response.status, headers: response.headers }),
    });
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.entries.delete(this.#keyOf(request));
  }

  async keys(): Promise<Request[]> {
    return [...this.entries.values()].map(({ request }) => request);
  }
}

export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();

  constructor(private readonly origin = "http://album.test") {}

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name);
  }

  async open(name: string): Promise<Cache> {
    let cache = this.#caches.get(name);
    if (!cache) {
      cache = new MemoryCache(this.origin);
      this.#caches.set(name, cache);
    }
    return cache as unknown as Cache;
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }

  /** Everything that is cached: `cache name: path`. */
  async contents(): Promise<string[]> {
    return [...this.#caches].flatMap(([name, cache]) =>
      [...cache.entries.keys()].map((url) => `${name}: ${url.slice(this.origin.length)}`),
    );
  }
}

export function memoryCaches(): CacheStorage & MemoryCaches {
  return new MemoryCaches() as unknown as CacheStorage & MemoryCaches;
}
