import { dayOf } from "@/lib/album/media/client/media-days";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** What a list needs to know about an item to reserve its space and fill it with a colour. */
export type MediaPlace = Pick<MediaItemDto, "width" | "height" | "takenAt" | "thumbHash">;

/** A page's items in compact form: five numbers each, the first two a hash of the id. */
export type ItemPlaces = Uint32Array;

const wordsPerItem = 5;
const maxSide = 0xffff;
const hasColor = 1 << 24;
/** The start of a thumb hash in base64: its three bytes with the average colour. */
const colorLetters = 4;

/** Two 32-bit hashes, of which 53 bits are used: two of 50,000 ids collide in one of seven million lists. */
function hashOf(id: string): [number, number] {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < id.length; index++) {
    const code = id.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return [low >>> 0, high >>> 0];
}

/** As much of a hash as a number holds exactly. */
const keyOf = (low: number, high: number) => (high & 0x1fffff) * 2 ** 32 + low;

/** A number that stands for an id, whether its item is remembered or not. */
export const itemKey = (id: string): number => keyOf(...hashOf(id));

function sizeWord({ width, height }: MediaPlace): number {
  if (!width || !height) return 0;
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return side(width) * (maxSide + 1) + side(height);
}

function colorWord(hash: string | null): number {
  if (!hash) return 0;
  try {
    const [first = 0, second = 0, third = 0] = Array.from(atob(hash.slice(0, colorLetters)), (letter) =>
      letter.charCodeAt(0),
    );
    return hasColor | (first << 16) | (second << 8) | third;
  } catch {
    return 0;
  }
}

const colorHash = (word: number): string | null =>
  word === 0 ? null : btoa(String.fromCharCode((word >> 16) & 255, (word >> 8) & 255, word & 255));

const dayWord = (item: MediaItemDto): number => Number(dayOf(item).replaceAll("-", "")) || 0;

const dayText = (word: number): string | null =>
  word === 0
    ? null
    : String(word)
        .padStart(8, "0")
        .replace(/^(.{4})(..)(..)$/, "$1-$2-$3");

export function packPlaces(items: readonly MediaItemDto[]): ItemPlaces {
  const places = new Uint32Array(items.length * wordsPerItem);
  items.forEach((item, index) => {
    places.set(
      [...hashOf(item.id), sizeWord(item), colorWord(item.thumbHash), dayWord(item)],
      index * wordsPerItem,
    );
  });
  return places;
}

export const placeCount = (places: ItemPlaces): number => places.length / wordsPerItem;

export function placeAt(places: ItemPlaces, index: number): MediaPlace {
  const [, , size = 0, color = 0, day = 0] = places.subarray(
    index * wordsPerItem,
    (index + 1) * wordsPerItem,
  );
  return {
    width: size === 0 ? null : Math.floor(size / (maxSide + 1)),
    height: size === 0 ? null : size & maxSide,
    // Getters: laying out fifty thousand in rows needs only their sizes.
    get takenAt() {
      return dayText(day);
    },
    get thumbHash() {
      return colorHash(color);
    },
  };
}

export const keyAt = (places: ItemPlaces, index: number): number =>
  keyOf(places[index * wordsPerItem] ?? 0, places[index * wordsPerItem + 1] ?? 0);

/** -1 if it isn't there. */
export function placeOfKey(places: ItemPlaces, key: number): number {
  const low = key % 2 ** 32;
  for (let at = 0; at < places.length; at += wordsPerItem) {
    if (places[at] === low && keyAt(places, at / wordsPerItem) === key) return at / wordsPerItem;
  }
  return -1;
}

/** How many leading items are the same in both and take up the same space; a new colour moves nothing. */
export function sameStart(one: ItemPlaces, other: ItemPlaces): number {
  const isSame = (word: number) => one[word] === other[word];
  let at = 0;
  while (at < one.length && [0, 1, 2, 4].every((word) => isSame(at + word))) at += wordsPerItem;
  return at / wordsPerItem;
}

/** Without the items with these keys; the same array if it has none of them. */
export function withoutKeys(places: ItemPlaces, keys: ReadonlySet<number>): ItemPlaces {
  const isKept = (word: number) => !keys.has(keyAt(places, Math.floor(word / wordsPerItem)));
  const kept = places.filter((_, word) => isKept(word));
  return kept.length === places.length ? places : kept;
}
