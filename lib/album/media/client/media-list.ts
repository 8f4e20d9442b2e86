import {
  type ItemPlaces,
  itemKey,
  keyAt,
  type MediaPlace,
  packPlaces,
  placeAt,
  placeCount,
  placeOfKey,
  sameStart,
} from "@/lib/album/media/client/item-places";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** A page of a feed; a forgotten one has `places` and no items. */
export interface ListedPage {
  items: readonly MediaItemDto[];
  places?: ItemPlaces;
}

interface Chunk {
  page: ListedPage;
  /** Index of its first item. */
  start: number;
  /** Without those on earlier pages. */
  items: readonly MediaItemDto[] | null;
  length: number;
}

const packed = new WeakMap<readonly MediaItemDto[], ItemPlaces>();

function placesOf({ page, items }: Pick<Chunk, "page" | "items">): ItemPlaces {
  if (!items) return page.places ?? new Uint32Array();
  const known = packed.get(items);
  if (known) return known;
  const places = packPlaces(items);
  packed.set(items, places);
  return places;
}

/** The pages of a feed as one list. It still knows forgotten items' keys and the space they take up. */
export class MediaList {
  readonly length: number;
  readonly #chunks: readonly Chunk[];
  /** Where the last search ended: lists are mostly read in order. */
  #recent = 0;

  constructor(pages: readonly ListedPage[]) {
    const seen = new Set<string>();
    const isNew = ({ id }: MediaItemDto) => seen.size < seen.add(id).size;
    let start = 0;
    this.#chunks = pages.map((page) => {
      const fresh = page.places ? null : page.items.filter(isNew);
      const items = fresh?.length === page.items.length ? page.items : fresh;
      const length = items?.length ?? placeCount(placesOf({ page, items }));
      start += length;
      return { page, start: start - length, items, length };
    });
    this.length = start;
  }

  /** The item; undefined outside the list or if it is forgotten. */
  at(index: number): MediaItemDto | undefined {
    const chunk = this.#chunkAt(index);
    return chunk?.items?.[index - chunk.start];
  }

  placeAt(index: number): MediaPlace | undefined {
    const chunk = this.#chunkAt(index);
    return chunk && (chunk.items?.[index - chunk.start] ?? placeAt(placesOf(chunk), index - chunk.start));
  }

  /** Identifies the item, even while it is forgotten. */
  keyAt(index: number): number | undefined {
    const chunk = this.#chunkAt(index);
    if (!chunk) return undefined;
    const item = chunk.items?.[index - chunk.start];
    return item ? itemKey(item.id) : keyAt(placesOf(chunk), index - chunk.start);
  }

  /** -1 when it isn't in the list. */
  indexOf(id: string): number {
    const key = itemKey(id);
    for (const { start, items, page } of this.#chunks) {
      const found = items
        ? items.findIndex((item) => item.id === id)
        : placeOfKey(placesOf({ page, items }), key);
      if (found >= 0) return start + found;
    }
    return -1;
  }

  indexOfKey(key: number): number {
    for (const chunk of this.#chunks) {
      const found = placeOfKey(placesOf(chunk), key);
      if (found >= 0) return chunk.start + found;
    }
    return -1;
  }

  /** The remembered items, in order. */
  *remembered(): Iterable<MediaItemDto> {
    for (const { items } of this.#chunks) if (items) yield* items;
  }

  /** Whether any item from one index up to but not including another is forgotten. */
  hasForgotten(from = 0, to = this.length): boolean {
    return this.#chunks.some(({ items, start, length }) => !items && start < to && start + length > from);
  }

  /** The page an index is on; the nearest one if it is outside the list. */
  pageOf(index: number): number {
    if (this.#isOn(index, this.#recent)) return this.#recent;
    if (this.#isOn(index, this.#recent + 1)) return ++this.#recent;
    let low = 0;
    let high = Math.max(0, this.#chunks.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#chunks[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    this.#recent = low;
    return low;
  }

  /** A page's part of the list: the index of its first item, its items unless they are forgotten, and their places. */
  pageAt(
    page: number,
  ):
    | { start: number; length: number; items: readonly MediaItemDto[] | null; places: ItemPlaces }
    | undefined {
    const chunk = this.#chunks[page];
    return chunk && { ...chunk, places: placesOf(chunk) };
  }

  /** How many leading items are the same in both and take up the same space. */
  sameStart(other: MediaList): number {
    for (const [index, chunk] of this.#chunks.entries()) {
      const match = other.#chunks[index];
      if (!match || match.start !== chunk.start) return Math.min(chunk.start, other.length);
      const [one, two] = [placesOf(chunk), placesOf(match)];
      const same = one === two ? chunk.length : sameStart(one, two);
      if (same < chunk.length) return chunk.start + same;
    }
    return Math.min(this.length, other.length);
  }

  #isOn(index: number, page: number): boolean {
    const chunk = this.#chunks[page];
    return chunk !== undefined && chunk.start <= index && index < chunk.start + chunk.length;
  }

  #chunkAt(index: number): Chunk | undefined {
    return index < 0 || index >= this.length ? undefined : this.#chunks[this.pageOf(index)];
  }
}

/** A list, or an array of items none of which is forgotten. */
export type MediaItems = MediaList | readonly MediaItemDto[];

const lists = new WeakMap<readonly unknown[], MediaList>();

function remembering(key: readonly unknown[], pages: readonly ListedPage[]): MediaList {
  const known = lists.get(key);
  if (known) return known;
  const list = new MediaList(pages);
  lists.set(key, list);
  return list;
}

/** The same list for the same array. */
export const listOf = (items: MediaItems): MediaList =>
  items instanceof MediaList ? items : remembering(items, [{ items }]);

/** The same list for the same array. */
export const listOfPages = (pages: readonly ListedPage[]): MediaList => remembering(pages, pages);
