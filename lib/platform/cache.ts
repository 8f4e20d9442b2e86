import { LRUCache } from "lru-cache";
import { onSiblings, tellSiblings } from "@/lib/platform/siblings";

interface CountLimit {
  maxItems: number;
}

interface SizeLimit<T> {
  maxBytes: number;
  /** A larger item isn't cached; `maxBytes` by default. */
  maxItemBytes?: number;
  bytesOf: (value: T) => number;
}

interface Lifetime {
  maxAgeMs?: number;
  /** By default a monotonic clock: expired values must not be used again. */
  now?: () => number;
}

interface Shared {
  /** Invalidations also apply to the caches of this name in the server's other processes. */
  name?: string;
}

/** Values in memory, within limits: the least recently used are evicted. */
export class Cache<T extends object | string | boolean> {
  readonly #items: LRUCache<string, T>;
  readonly #topic: string | null;
  #invalidations = 0;

  constructor(limits: (CountLimit | SizeLimit<T>) & Lifetime & Shared) {
    const { maxAgeMs = 0, now = () => performance.now(), name } = limits;
    this.#topic = name ? `cache ${name}` : null;
    if (this.#topic) onSiblings(this.#topic, (key) => this.#drop(key as string | undefined));
    this.#items = new LRUCache({
      ttl: maxAgeMs,
      // Lifetimes are exact to the millisecond, and no timer is needed.
      ttlResolution: 0,
      perf: { now },
      ...("maxItems" in limits
        ? { max: limits.maxItems }
        : {
            maxSize: limits.maxBytes,
            maxEntrySize: limits.maxItemBytes ?? limits.maxBytes,
            // The library requires at least 1.
            sizeCalculation: (value: T) => limits.bytesOf(value) || 1,
          }),
    });
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  set(key: string, value: T): void {
    this.#items.set(key, value);
  }

  /**
   * The cached value, otherwise the one read now. A value read before an invalidation may be outdated, so it is
   * returned but not cached; nor is null.
   */
  async load<Found extends T | null>(key: string, read: () => Promise<Found>): Promise<T | Found> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const invalidations = this.#invalidations;
    const found = await read();
    if (found !== null && invalidations === this.#invalidations) this.set(key, found);
    else this.#items.delete(key);
    return found;
  }

  invalidate(key: string): void {
    this.#drop(key);
    if (this.#topic) tellSiblings(this.#topic, key);
  }

  invalidateWhere(matches: (value: T) => boolean): void {
    this.#invalidations++;
    for (const [key, value] of [...this.#items.entries()]) if (matches(value)) this.#items.delete(key);
    // Other processes can't know which ones match, so they drop all of them.
    if (this.#topic) tellSiblings(this.#topic);
  }

  /** @param key undefined for everything */
  #drop(key: string | undefined): void {
    this.#invalidations++;
    if (key === undefined) this.#items.clear();
    else this.#items.delete(key);
  }
}

/** A function of a text that remembers its latest results. */
export function remembered<T extends object | string | boolean>(
  maxItems: number,
  compute: (text: string) => T,
): (text: string) => T {
  const results = new Cache<T>({ maxItems });
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}
