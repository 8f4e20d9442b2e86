/** The part of a list of items that an order needs. */
export interface SlideList {
  readonly length: number;
  /** Identifies the item at an index, even while only its place is known. */
  keyAt(index: number): number | undefined;
  indexOfKey(key: number): number;
}

export interface SlideOrderOptions {
  isShuffled: boolean;
  /** The list has all of its items, so it wraps around at its end. */
  isComplete: boolean;
  /** Whether an item can be shown; those without a picture are skipped. */
  canShow: (index: number) => boolean;
}

/** Decides which slide follows: the next in the list, or one that hasn't been shown in this round. */
export class SlideOrder {
  readonly #random: () => number;
  /** The keys of this round's slides. */
  #round = new Set<number>();
  /** The keys of earlier slides, the last one at the end. */
  readonly #past: number[] = [];

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** @returns the index of the slide after this one; null when there is none, or none yet */
  next(list: SlideList, index: number, options: SlideOrderOptions): number | null {
    return options.isShuffled ? this.#shuffled(list, index, options) : this.#inOrder(list, index, options);
  }

  /** Remembers the slide that is being left, for `previous`. */
  leave(list: SlideList, index: number): void {
    const key = list.keyAt(index);
    if (key === undefined) return;
    this.#past.push(key);
    if (this.#past.length > maxPast) this.#past.shift();
  }

  /** @returns the index of the slide before this one; null when there is none */
  previous(list: SlideList, index: number): number | null {
    for (let key = this.#past.pop(); key !== undefined; key = this.#past.pop()) {
      const found = list.indexOfKey(key);
      if (found >= 0) return found;
    }
    return index > 0 ? index - 1 : null;
  }

  #inOrder(list: SlideList, index: number, { isComplete, canShow }: SlideOrderOptions): number | null {
    for (let next = index + 1; next < list.length; next++) if (canShow(next)) return next;
    if (!isComplete) return null;
    for (let next = 0; next < index; next++) if (canShow(next)) return next;
    return null;
  }

  #shuffled(list: SlideList, index: number, { canShow }: SlideOrderOptions): number | null {
    const shown = list.keyAt(index);
    if (shown !== undefined) this.#round.add(shown);
    const others = Array.from({ length: list.length }, (_, at) => at).filter(
      (at) => at !== index && canShow(at),
    );
    let left = others.filter((at) => !this.#round.has(list.keyAt(at) ?? -1));
    if (left.length === 0) {
      this.#round = new Set();
      left = others;
    }
    return left[Math.floor(this.#random() * left.length)] ?? null;
  }
}

const maxPast = 200;
