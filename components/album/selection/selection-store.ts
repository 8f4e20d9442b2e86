import { dayOf } from "@/lib/album/media/client/media-days";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The most items that one call takes. */
export const maxSelected = 5_000;

/** Reads what a list holds beyond the loaded pages, on one side of them, nearest first. */
export type ReadRest = (signal: AbortSignal) => AsyncIterable<readonly MediaItemDto[]>;

/** What a tile shows: nothing is being selected, it could be selected, it is selected. */
export type TileChoice = "idle" | "open" | "chosen";

/**
 * `full`: the maximum is selected. `failed`: the rest of the list could not be loaded. `ended`: nobody waits for it.
 */
export type ReadOutcome = "all" | "full" | "failed" | "ended";

/**
 * What is selected in one list. It lives as long as the list is on the page, whatever is paged or refetched. Each tile
 * subscribes to its own value, so a selection re-renders one tile and not all of them.
 */
export class SelectionStore {
  #list: readonly MediaItemDto[] = [];
  #readOlder: ReadRest | null = null;
  #readNewer: ReadRest | null = null;
  #places: ReadonlyMap<string, number> | null = null;
  #days: ReadonlyMap<string, MediaItemDto[]> | null = null;
  #chosen = new Map<string, MediaItemDto>();
  #bytes = 0;
  #isActive = false;
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
  readonly isReading = (): boolean => this.#reading !== null;
  readonly size = (): number => this.#chosen.size;
  readonly bytes = (): number => this.#bytes;

  has(id: string): boolean {
    return this.#chosen.has(id);
  }

  choiceOf(id: string): TileChoice {
    if (!this.#isActive) return "idle";
    return this.#chosen.has(id) ? "chosen" : "open";
  }

  /** Where a range begins: the item last selected individually. */
  anchorId(): string | null {
    return this.#anchorId;
  }

  /** The selected items, as the list has them now; the same array until something changes. */
  readonly items = (): readonly MediaItemDto[] => {
    const places = this.#placesNow();
    this.#items ??= [...this.#chosen].map(([id, item]) => this.#list[places.get(id) ?? -1] ?? item);
    return this.#items;
  };

  /** Whether nothing is left to select: the whole list or the maximum is selected. */
  readonly isWhole = (): boolean =>
    this.#chosen.size >=
    Math.min(maxSelected, this.#readOlder || this.#readNewer ? this.#wholeSize : this.#list.length);

  /** Sets what the page lists now, and how to read what it doesn't: null on a side where all is loaded. */
  show(list: readonly MediaItemDto[], readOlder: ReadRest | null, readNewer: ReadRest | null = null): void {
    this.#readOlder = readOlder;
    this.#readNewer = readNewer;
    if (this.#list === list) return;
    this.#list = list;
    this.#places = null;
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

  /** Deselecting the last one ends selecting. */
  toggle(id: string): void {
    const next = new Map(this.#chosen);
    const item = this.#itemOf(id);
    if (!next.delete(id) && item) next.set(id, item);
    this.#anchorId = id;
    this.#choose(next);
  }

  /** Selects everything from the anchor to this item; only the item where the list has no anchor. */
  extendTo(id: string): void {
    const anchor = this.#anchorId !== null && this.#placesNow().has(this.#anchorId) ? this.#anchorId : id;
    this.sweep(anchor, id, new Map(this.#chosen), true);
  }

  /** The selection as it is when a sweep begins. */
  snapshot(): ReadonlyMap<string, MediaItemDto> {
    return this.#chosen;
  }

  /** `before` with, or without, everything between two items: a finger that moves back deselects. */
  sweep(fromId: string, toId: string, before: ReadonlyMap<string, MediaItemDto>, isAdding: boolean): void {
    const places = this.#placesNow();
    const [from, to] = [places.get(fromId), places.get(toId)];
    if (from === undefined || to === undefined) return;
    const next = new Map(before);
    for (const item of this.#list.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (isAdding) next.set(item.id, item);
      else next.delete(item.id);
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
    const items = this.#daysNow().get(day) ?? [];
    const chosen = items.filter(({ id }) => this.#chosen.has(id)).length;
    if (chosen === 0) return "none";
    return chosen === items.length ? "all" : "some";
  }

  /** Selects the whole day, including what is not loaded yet, or deselects it when all was selected. */
  async toggleDay(day: string): Promise<ReadOutcome> {
    if (this.dayChoice(day) === "all") {
      this.drop([...this.#chosen.values()].filter((item) => dayOf(item) === day).map(({ id }) => id));
      return "all";
    }
    this.#add(this.#daysNow().get(day) ?? []);
    const isOfDay = (item: MediaItemDto | undefined) => item !== undefined && dayOf(item) === day;
    const sides = [
      isOfDay(this.#list[0]) ? this.#readNewer : null,
      isOfDay(this.#list.at(-1)) ? this.#readOlder : null,
    ];
    return this.#takeRest(sides, isOfDay);
  }

  /** Everything in the list, up to the maximum that can be selected at once. */
  async chooseAll(): Promise<ReadOutcome> {
    this.#add(this.#list);
    const outcome = await this.#takeRest([this.#readNewer, this.#readOlder], () => true);
    if (outcome === "all") {
      this.#wholeSize = this.#chosen.size;
      this.#notifyListeners();
    }
    return outcome;
  }

  /** Selects what is not loaded on each side, as far as it is wanted. */
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
    return this.#list[this.#placesNow().get(id) ?? -1];
  }

  #placesNow(): ReadonlyMap<string, number> {
    this.#places ??= new Map(this.#list.map(({ id }, place) => [id, place]));
    return this.#places;
  }

  #daysNow(): ReadonlyMap<string, MediaItemDto[]> {
    if (this.#days) return this.#days;
    const days = new Map<string, MediaItemDto[]>();
    for (const item of this.#list) {
      const day = dayOf(item);
      const items = days.get(day);
      if (items) items.push(item);
      else days.set(day, [item]);
    }
    this.#days = days;
    return days;
  }

  #notifyListeners(): void {
    this.#items = null;
    for (const listener of this.#listeners) listener();
  }
}
