import type { ShowCalls } from "@/lib/album/screens/client/show-calls";
import type { ShowItemDto } from "@/lib/album/screens/schema";

/** A few megabytes for a screen to continue with while the network is down. */
const maxHeld = 24;
/** A picture is requested again after this, so that one deleted meanwhile isn't shown. */
const freshMs = 30_000;

interface HeldPicture {
  url: string;
  loadedAt: number;
}

const keyOf = ({ id, editVersion }: ShowItemDto) => `${id} ${editVersion}`;

/** The latest pictures, in memory. */
export class HeldPictures {
  readonly #calls: Pick<ShowCalls, "loadPicture" | "forgetPicture">;
  /** Oldest first. */
  readonly #held = new Map<string, HeldPicture>();
  #isEnded = false;

  constructor(calls: Pick<ShowCalls, "loadPicture" | "forgetPicture">) {
    this.#calls = calls;
  }

  /** @throws ApiError for one that is gone; TypeError without a network */
  async load(item: ShowItemDto): Promise<string> {
    const held = this.#held.get(keyOf(item));
    if (held && Date.now() - held.loadedAt < freshMs) return held.url;
    const url = await this.#calls.loadPicture(item);
    this.#forget(keyOf(item));
    if (this.#isEnded) {
      this.#calls.forgetPicture(url);
      return url;
    }
    this.#held.set(keyOf(item), { url, loadedAt: Date.now() });
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxHeld && oldest !== undefined) this.#forget(oldest);
    return url;
  }

  find(item: ShowItemDto): string | null {
    return this.#held.get(keyOf(item))?.url ?? null;
  }

  drop(item: ShowItemDto): void {
    this.#forget(keyOf(item));
  }

  clear(): void {
    for (const key of [...this.#held.keys()]) this.#forget(key);
  }

  end(): void {
    this.#isEnded = true;
    this.clear();
  }

  #forget(key: string): void {
    const held = this.#held.get(key);
    if (held) this.#calls.forgetPicture(held.url);
    this.#held.delete(key);
  }
}
