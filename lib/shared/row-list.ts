import type { JustifiedRow, Listed } from "@/lib/shared/justified-layout";

/** Per row: `end` and `seen`. */
const placesPerRow = 2;
/** Per row: `ratioSum` and `emptyRatio`. */
const ratiosPerRow = 2;

/**
 * The rows of a long list. Each takes 24 bytes as numbers instead of 64 as an object, and fifty thousand photos make
 * fifteen thousand rows.
 */
export class RowList implements Listed<JustifiedRow> {
  static readonly empty = new RowList(new Uint32Array(), new Float64Array(), new Map());

  readonly length: number;
  readonly #places: Uint32Array;
  readonly #ratios: Float64Array;
  readonly #opens: ReadonlyMap<number, JustifiedRow["opens"]>;

  private constructor(
    places: Uint32Array,
    ratios: Float64Array,
    opens: ReadonlyMap<number, JustifiedRow["opens"]>,
  ) {
    this.length = places.length / placesPerRow;
    this.#places = places;
    this.#ratios = ratios;
    this.#opens = opens;
  }

  /** The index after the last item. */
  get end(): number {
    return this.#endOf(this.length - 1);
  }

  /** A new object each time. */
  at(index: number): JustifiedRow | undefined {
    return index < 0 || index >= this.length ? undefined : this.#rowAt(index);
  }

  /** The first ones, at most `count`. */
  first(count: number): JustifiedRow[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, index) => this.#rowAt(index));
  }

  /** The row an item is in; -1 if there is none. */
  indexOfItem(item: number): number {
    if (item < 0 || item >= this.end) return -1;
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (item < this.#endOf(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** A copy with these rows appended. */
  with(rows: readonly JustifiedRow[]): RowList {
    const places = new Uint32Array(this.#places.length + rows.length * placesPerRow);
    const ratios = new Float64Array(this.#ratios.length + rows.length * ratiosPerRow);
    const opens = new Map(this.#opens);
    places.set(this.#places);
    ratios.set(this.#ratios);
    for (const [at, row] of rows.entries()) {
      const index = this.length + at;
      places.set([row.end, row.seen], index * placesPerRow);
      ratios.set([row.ratioSum, row.emptyRatio], index * ratiosPerRow);
      if (row.opens) opens.set(index, row.opens);
    }
    return new RowList(places, ratios, opens);
  }

  /** The rows that depend only on the first `same` items. */
  within(same: number): RowList {
    let count = 0;
    while (count < this.length && this.#seenOf(count) < same) count++;
    if (count === this.length) return this;
    return new RowList(
      this.#places.slice(0, count * placesPerRow),
      this.#ratios.slice(0, count * ratiosPerRow),
      new Map([...this.#opens].filter(([index]) => index < count)),
    );
  }

  #rowAt(index: number): JustifiedRow {
    return {
      start: this.#endOf(index - 1),
      end: this.#endOf(index),
      ratioSum: this.#ratios[index * ratiosPerRow] ?? 0,
      emptyRatio: this.#ratios[index * ratiosPerRow + 1] ?? 0,
      opens: this.#opens.get(index),
      seen: this.#seenOf(index),
    };
  }

  #endOf(index: number): number {
    return this.#places[index * placesPerRow] ?? 0;
  }

  #seenOf(index: number): number {
    return this.#places[index * placesPerRow + 1] ?? 0;
  }
}
