import { afterPress } from "@/components/ui/after-press";
import { dayOf } from "@/lib/album/media/client/media-days";
import { listOf, type MediaItems, type MediaList } from "@/lib/album/media/client/media-list";
import type { ItemRange } from "@/lib/album/media/client/near-pages";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The maximum number of items per call. */
export const maxSelected = 5_000;

/** Reads a list beyond the loaded pages, on one side of them, nearest first. */
export type ReadRest = (signal: AbortSignal) => AsyncIterable<readonly MediaItemDto[]>;

/** Reads a part of the list in order, including evicted items. */
export type ReadListed = (range: ItemRange, signal: AbortSignal) => AsyncIterable<readonly MediaItemDto[]>;

/** A list's items from one day. */
interface ListedDay {
  /** The items that are loaded. */
  items: MediaItemDto[];
  /** From the day's first to its last item. */
  range: ItemRange;
  count: number;
}

/** A tile's state: nothing is being selected, it could be selected, it is selected. */
export type TileChoice = "idle" | "open" | "chosen";

/**
 * `full`: the maximum is selected. `failed`: the rest of the list could not be loaded. `ended`: it is no longer wanted.
 */
export type ReadOutcome = "all" | "full" | "failed" | "ended";

/**
 * The selection in one list. It lives as long as the list is on the page, through paging and refetching. Each tile
 * subscribes to its own value, so a selection re-renders one tile and not all of them.
 */
export class SelectionStore {
  #list: MediaList = listOf([]);
  #readListed: ReadListed | null = null;
  #readOlder: ReadRest | null = null;
  #readNewer: ReadRest | null = null;
  #remembered: ReadonlyMap<string, MediaItemDto> | null = null;
  #days: ReadonlyMap<string, ListedDay> | null = null;
  #chosen = new Map<string, MediaItemDto>();
  #bytes = 0;
  #isActive = false;
  /** The bar and the unselected tiles follow `#isActive` a moment later, because rendering them is expensive. */
  #isShownActive = false;
  #reading: AbortController | null = null;
  #anchorId: string | null = null;
  /** The list's size when all of it was last read. */
  #wholeSize = Number.POSITIVE_INFINITY;
  #items: readonly MediaItemDto[] | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isActive = (): boolean => this.#isActive;
  /** Whether the screen shows that selecting has begun, a moment after the press that began it. */
  readonly isShownActive = (): boolean => this.#isShownActive;
  readonly isReading = (): boolean => this.#reading !== null;
  readonly size = (): number => this.#chosen.size;
  readonly bytes = (): number => this.#bytes;

  has(id: string): boolean {
    return this.#chosen.has(id);
  }

  choiceOf(id: string): TileChoice {
    if (this.#chosen.has(id)) return "chosen";
    return this.#isShownActive ? "open" : "idle";
  }

  /** Where a range begins: the item last selected individually. */
  anchorId(): string | null {
    return this.#anchorId;
  }

  /** The selected items, in the list's current version; the same array until something changes. */
  readonly items = (): readonly MediaItemDto[] => {
    this.#items ??= [...this.#chosen].map(([id, item]) => this.#itemOf(id) ?? item);
    return this.#items;
  };

  /** Whether nothing is left to select: the whole list or the maximum is selected. */
  readonly isWhole = (): boolean =>
    this.#chosen.size >=
    Math.min(maxSelected, this.#readOlder || this.#readNewer ? this.#wholeSize : this.#list.length);

  /**
   * Sets what the page lists now, how to read the rest (null on a side where all is loaded), and how to read evicted
   * items.
   */
  show(
    items: MediaItems,
    readOlder: ReadRest | null,
    readNewer: ReadRest | null = null,
    readListed: ReadListed | null = null,
  ): void {
    this.#readOlder = readOlder;
    this.#readNewer = readNewer;
    this.#readListed = readListed;
    const list = listOf(items);
    if (this.#list === list) return;
    this.#list = list;
    this.#remembered = null;
    this.#days = null;
    this.#wholeSize = Number.POSITIVE_INFINITY;
    this.#notifyListeners();
  }

  begin(): void {
    if (this.#isActive) return;
    this.#isActive = true;
    this.#notifyListeners();
  }

  end(): void {
    this.#reading?.abort();
    this.#reading = null;
    this.#isActive = false;
    this.#anchorId = null;
    this.#replace(new Map());
  }

  /** Deselecting the last item ends selecting. */
  toggle(id: string): void {
    const next = new Map(this.#chosen);
    const item = this.#itemOf(id);
    if (!next.delete(id) && item) next.set(id, item);
    this.#anchorId = id;
    this.#choose(next);
  }

  /** Selects everything from the anchor to this item; only the item if the list has no anchor. */
  async extendTo(id: string): Promise<ReadOutcome> {
    const anchor = this.#anchorId !== null && this.#list.indexOf(this.#anchorId) >= 0 ? this.#anchorId : id;
    this.sweep(anchor, id, new Map(this.#chosen), true);
    return this.#takeForgotten(this.#rangeOf(anchor, id));
  }

  /** The selection when a sweep begins. */
  snapshot(): ReadonlyMap<string, MediaItemDto> {
    return this.#chosen;
  }

  /** `before` with, or without, everything between two items: a finger that moves back deselects. */
  sweep(fromId: string, toId: string, before: ReadonlyMap<string, MediaItemDto>, isAdding: boolean): void {
    const range = this.#rangeOf(fromId, toId);
    if (!range) return;
    const next = new Map(before);
    for (let index = range.from; index < range.to; index++) {
      const item = this.#list.at(index);
      if (item && isAdding) next.set(item.id, item);
      else if (item) next.delete(item.id);
    }
    this.#anchorId = fromId;
    this.#isActive = true;
    this.#replace(next);
  }

  /** Removes handled items from the selection. */
  drop(ids: readonly string[]): void {
    const next = new Map(this.#chosen);
    for (const id of ids) next.delete(id);
    this.#choose(next);
  }

  /** How much of a day's loaded items is selected. */
  dayChoice(day: string): "none" | "some" | "all" {
    // The usual case, checked for each day that scrolls by: there is no need to look up the day's items.
    if (this.#chosen.size === 0) return "none";
    const { items, count } = this.#dayOf(day);
    const isForgottenPart = count > items.length;
    const chosen = isForgottenPart
      ? this.#chosenOf(day).length
      : items.filter(({ id }) => this.#chosen.has(id)).length;
    if (chosen === 0) return "none";
    return chosen >= count ? "all" : "some";
  }

  /** Selects the whole day, including what is not loaded yet, or deselects it if all of it was selected. */
  async toggleDay(day: string): Promise<ReadOutcome> {
    if (this.dayChoice(day) === "all") {
      this.drop(this.#chosenOf(day));
      return "all";
    }
    const { items, range } = this.#dayOf(day);
    this.#add(items);
    const isOfDay = (item: Pick<MediaItemDto, "takenAt"> | undefined) =>
      item !== undefined && dayOf(item) === day;
    const sides = [
      this.#forgottenIn(range),
      isOfDay(this.#list.placeAt(0)) ? this.#readNewer : null,
      isOfDay(this.#list.placeAt(this.#list.length - 1)) ? this.#readOlder : null,
    ];
    return this.#takeRest(sides, isOfDay);
  }

  /** Selects everything in the list, up to the maximum that can be selected at once. */
  async chooseAll(): Promise<ReadOutcome> {
    const all = { from: 0, to: this.#list.length };
    const listed = this.#forgottenIn(all);
    if (!listed) this.#add([...this.#list.remembered()]);
    const outcome = await this.#takeRest([listed, this.#readNewer, this.#readOlder], () => true);
    if (outcome === "all") {
      this.#wholeSize = this.#chosen.size;
      this.#notifyListeners();
    }
    return outcome;
  }

  /** Selects items that aren't loaded on each side, as long as they are wanted. */
  async #takeRest(
    sides: readonly (ReadRest | null)[],
    isWanted: (item: MediaItemDto) => boolean,
  ): Promise<ReadOutcome> {
    if (this.#chosen.size >= maxSelected) return "full";
    const reads = sides.filter((read) => read !== null);
    if (reads.length === 0) return "all";
    const reading = new AbortController();
    this.#reading?.abort();
    this.#reading = reading;
    this.#notifyListeners();
    try {
      for (const read of reads) {
        for await (const page of read(reading.signal)) {
          if (reading.signal.aborted) return "ended";
          const end = page.findIndex((item) => !isWanted(item));
          this.#add(end < 0 ? page : page.slice(0, end));
          if (this.#chosen.size >= maxSelected) return "full";
          if (end >= 0) break;
        }
      }
      return "all";
    } catch {
      return reading.signal.aborted ? "ended" : "failed";
    } finally {
      if (this.#reading === reading) {
        this.#reading = null;
        this.#notifyListeners();
      }
    }
  }

  #add(items: readonly MediaItemDto[]): void {
    const next = new Map(this.#chosen);
    for (const item of items) next.set(item.id, item);
    this.#isActive = true;
    this.#replace(next);
  }

  #choose(next: Map<string, MediaItemDto>): void {
    if (next.size === 0) {
      this.end();
    } else {
      this.#isActive = true;
      this.#replace(next);
    }
  }

  #replace(next: Map<string, MediaItemDto>): void {
    this.#chosen = next.size > maxSelected ? new Map([...next].slice(0, maxSelected)) : next;
    this.#bytes = 0;
    for (const { bytes } of this.#chosen.values()) this.#bytes += bytes;
    this.#notifyListeners();
  }

  #itemOf(id: string): MediaItemDto | undefined {
    this.#remembered ??= new Map(Array.from(this.#list.remembered(), (item) => [item.id, item]));
    return this.#remembered.get(id);
  }

  #chosenOf(day: string): string[] {
    return [...this.#chosen.values()].filter((item) => dayOf(item) === day).map(({ id }) => id);
  }

  /** From one item to another, whichever comes first. */
  #rangeOf(oneId: string, otherId: string): ItemRange | null {
    const [one, other] = [this.#list.indexOf(oneId), this.#list.indexOf(otherId)];
    return one < 0 || other < 0 ? null : { from: Math.min(one, other), to: Math.max(one, other) + 1 };
  }

  /** Reads a part of the list; null if none of it was evicted. */
  #forgottenIn(range: ItemRange): ReadRest | null {
    const read = this.#readListed;
    if (!read || !this.#list.hasForgotten(range.from, range.to)) return null;
    return (signal) => read(range, signal);
  }

  async #takeForgotten(range: ItemRange | null): Promise<ReadOutcome> {
    const read = range && this.#forgottenIn(range);
    return read ? this.#takeRest([read], () => true) : "all";
  }

  #dayOf(day: string): ListedDay {
    return this.#daysNow().get(day) ?? { items: [], range: { from: 0, to: 0 }, count: 0 };
  }

  #daysNow(): ReadonlyMap<string, ListedDay> {
    if (this.#days) return this.#days;
    const days = new Map<string, ListedDay>();
    for (let index = 0; index < this.#list.length; index++) {
      const item = this.#list.at(index);
      const day = dayOf(item ?? this.#list.placeAt(index) ?? { takenAt: null });
      const listed = days.get(day) ?? { items: [], range: { from: index, to: index }, count: 0 };
      if (item) listed.items.push(item);
      listed.range.to = index + 1;
      listed.count++;
      days.set(day, listed);
    }
    this.#days = days;
    return days;
  }

  #notifyListeners(): void {
    this.#items = null;
    for (const listener of this.#listeners) listener();
    if (this.#isShownActive !== this.#isActive) afterPress(() => this.#showActive());
  }

  #showActive(): void {
    if (this.#isShownActive === this.#isActive) return;
    this.#isShownActive = this.#isActive;
    for (const listener of this.#listeners) listener();
  }
}
