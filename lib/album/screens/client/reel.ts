import type { ShowItemDto, ShowItemsDto } from "@/lib/album/screens/schema";

/** How many items before the current one are remembered, for going back. */
const maxBehind = 50;
const maxRound = 2_147_483_647;

export type ListItems = (cursor: string | null, round: number) => Promise<ShowItemsDto>;

/** The part of a show's items around the current one: a screen never holds all items of a large album. */
export class Reel {
  readonly #list: ListItems;
  readonly #isShuffled: boolean;
  #items: ShowItemDto[] = [];
  #index = -1;
  #cursor: string | null = null;
  #round: number;
  #loading: Promise<void> | null = null;

  constructor(list: ListItems, isShuffled: boolean) {
    this.#list = list;
    this.#isShuffled = isShuffled;
    this.#round = this.#newRound();
  }

  get current(): ShowItemDto | null {
    return this.#items[this.#index] ?? null;
  }

  /** The item this many places on, wrapping around after the last one. null: there is nothing to show. */
  async look(by: number): Promise<ShowItemDto | null> {
    const wanted = Math.max(0, this.#index + by);
    if (wanted >= this.#items.length) {
      this.#loading ??= this.#loadMore().finally(() => {
        this.#loading = null;
      });
      await this.#loading;
    }
    return this.#items[Math.min(wanted, this.#items.length - 1)] ?? null;
  }

  /** Makes an item returned by `look` the current one. */
  moveTo(item: ShowItemDto): void {
    // In an album with one photo it is the same one again.
    const after = this.#items.indexOf(item, Math.max(0, this.#index));
    this.#index = after >= 0 ? after : this.#items.indexOf(item);
    const tooMany = this.#index - maxBehind;
    if (tooMany <= 0) return;
    this.#items.splice(0, tooMany);
    this.#index -= tooMany;
  }

  /** Forgets an item that was deleted. The current one's place is taken by the one before it. */
  drop(id: string): void {
    for (let at = this.#items.length - 1; at >= 0; at--) {
      if (this.#items[at]?.id !== id) continue;
      this.#items.splice(at, 1);
      if (at <= this.#index) this.#index--;
    }
  }

  /** The nearest item in this direction, wrapping around, that can be shown without the network. */
  nearest(by: number, canShow: (item: ShowItemDto) => boolean): ShowItemDto | null {
    const { length } = this.#items;
    const way = by < 0 ? -1 : 1;
    for (let step = 1; step < length; step++) {
      const item = this.#items[(this.#index + way * step + step * length) % length];
      if (item && canShow(item)) return item;
    }
    return null;
  }

  #newRound(): number {
    return this.#isShuffled ? Math.floor(Math.random() * maxRound) : 0;
  }

  async #loadMore(): Promise<void> {
    const isBeginning = this.#cursor === null;
    const { items, nextCursor } = await this.#list(this.#cursor, this.#round);
    this.#cursor = nextCursor;
    if (nextCursor === null) this.#round = this.#newRound();
    if (isBeginning && items.length === 0) {
      this.#items = [];
      this.#index = -1;
    }
    this.#items.push(...items);
  }
}
