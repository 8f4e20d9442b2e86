import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { itemKey, placeOfKey } from "@/lib/album/media/client/item-places";
import { type ListedPage, listOfPages } from "@/lib/album/media/client/media-list";
import type { MediaItemDto, MediaPageDto } from "@/lib/album/media/schema";

/** How many pages before and after those in view stay in memory, and how many are read ahead. */
const rememberedPages = 8;
const pagesAhead = 2;
const readsAtOnce = 3;
const retryMs = 3_000;

/** Items from one index up to but not including another. */
export interface ItemRange {
  from: number;
  to: number;
}

const noItems: MediaItemDto[] = [];

type FeedPage = MediaPageDto & ListedPage;
export type FeedData = InfiniteData<FeedPage, unknown>;
/** Reads a page again from where it began. */
export type ReadPage = (pageParam: unknown, signal: AbortSignal) => Promise<MediaPageDto>;

/** Reduces pages far from everything in view to the places of their items. */
export function withoutFarPages(pages: FeedPage[], inView: readonly ItemRange[]): FeedPage[] {
  if (inView.length === 0) return pages;
  const list = listOfPages(pages);
  const near = inView.map(({ from, to }) => [list.pageOf(from), list.pageOf(to - 1)] as const);
  const isKept = (index: number) =>
    // The first and last pages also say how the list continues.
    index === 0 ||
    index === pages.length - 1 ||
    near.some(([first, last]) => first - rememberedPages <= index && index <= last + rememberedPages);
  if (pages.every((page, index) => page.places || isKept(index))) return pages;
  return pages.map((page, index) => {
    if (page.places || isKept(index)) return page;
    return {
      ...page,
      items: noItems,
      previousCursor: null,
      places: list.pageAt(index)?.places ?? new Uint32Array(),
    };
  });
}

/** The forgotten pages in view or near it, those in view first. */
function forgottenNear(pages: readonly FeedPage[], inView: readonly ItemRange[]): number[] {
  const list = listOfPages(pages);
  const found = new Set<number>();
  for (let ahead = 0; ahead <= pagesAhead; ahead++) {
    for (const { from, to } of inView) {
      const last = list.pageOf(to - 1) + ahead;
      for (let index = list.pageOf(from) - ahead; index <= last; index++) {
        if (pages[index]?.places) found.add(index);
      }
    }
  }
  return [...found];
}

/**
 * Puts back a forgotten page that has been read again. If some of its items are gone, the server fills it up with items
 * of the pages around it, which are already in the list. `hasNew`: it has one that isn't, so others may have moved.
 */
function withPageAgain(
  pages: FeedPage[],
  index: number,
  read: FeedPage,
): { pages: FeedPage[]; hasNew: boolean } {
  const list = listOfPages(pages);
  const own = pages[index]?.places ?? new Uint32Array();
  const isOwn = ({ id }: MediaItemDto) => placeOfKey(own, itemKey(id)) >= 0;
  const items = read.items.filter((item) => isOwn(item) || list.indexOf(item.id) < 0);
  return {
    pages: pages.map((page, at) => (at === index ? { ...read, items } : page)),
    hasNew: !items.every(isOwn),
  };
}

/** The items of a list from one index up to but not including another, page by page; forgotten ones are read. */
export async function* readBetween(
  { pages, pageParams }: FeedData,
  { from, to }: ItemRange,
  readPage: ReadPage,
  signal: AbortSignal,
): AsyncIterable<readonly MediaItemDto[]> {
  const list = listOfPages(pages);
  for (let index = list.pageOf(from); index <= list.pageOf(to - 1); index++) {
    const page = list.pageAt(index);
    if (!page) return;
    const { items, places, start } = page;
    const isWanted = (at: number) => at >= 0 && start + at >= from && start + at < to;
    if (items) yield items.filter((_, at) => isWanted(at));
    else {
      const read = await readPage(pageParams[index], signal);
      yield read.items.filter(({ id }) => isWanted(placeOfKey(places, itemKey(id))));
    }
  }
}

/**
 * Keeps the pages of a feed near the view in memory and reads the others again when they come near. So memory hardly
 * grows with the list, while every item keeps its place.
 */
export class NearPages {
  readonly #queryClient: QueryClient;
  readonly #queryKey: QueryKey;
  readonly #readPage: ReadPage;
  readonly #views = new Map<string, ItemRange>();
  readonly #reading = new Set<FeedPage>();
  /** A page fetch in progress restores the list as it was before it; pages read again since are remembered here. */
  readonly #read = new WeakMap<FeedPage, FeedPage>();
  #stopping = new AbortController();
  /** Set for a while after a page couldn't be read. */
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(queryClient: QueryClient, queryKey: QueryKey, readPage: ReadPage) {
    this.#queryClient = queryClient;
    this.#queryKey = queryKey;
    this.#readPage = readPage;
  }

  /** Sets what is in view, in the list itself or in a viewer over it; null when it is closed. */
  readonly show = (view: "list" | "viewer", range: ItemRange | null): void => {
    if (range) this.#views.set(view, range);
    else this.#views.delete(view);
    this.readForgotten();
  };

  /** Called before the list grows. */
  forgetFar(): void {
    const pages = this.#data()?.pages;
    if (pages) this.#setPages(withoutFarPages(pages, this.#inView()));
  }

  /** Reads forgotten pages near the view. */
  readForgotten(): void {
    const data = this.#data();
    if (!data || this.#retry) return;
    for (const index of forgottenNear(data.pages, this.#inView())) {
      const page = data.pages[index];
      if (!page || this.#reading.has(page)) continue;
      const known = this.#read.get(page);
      if (known) {
        this.#putBack(page, known);
        return;
      }
      if (this.#reading.size >= readsAtOnce) return;
      void this.#readAgain(page, data.pageParams[index]);
    }
  }

  stop(): void {
    this.#views.clear();
    this.#reading.clear();
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#stopping.abort();
    this.#stopping = new AbortController();
  }

  async #readAgain(page: FeedPage, pageParam: unknown): Promise<void> {
    const { signal } = this.#stopping;
    this.#reading.add(page);
    try {
      const read = await this.#readPage(pageParam, signal);
      this.#read.set(page, read);
    } catch {
      // Its places stay empty, and it is requested again.
      if (!signal.aborted) this.#retry ??= setTimeout(() => this.#tryAgain(), retryMs);
    }
    if (signal.aborted) return;
    this.#reading.delete(page);
    this.readForgotten();
  }

  #tryAgain(): void {
    this.#retry = undefined;
    this.readForgotten();
  }

  #putBack(page: FeedPage, read: FeedPage): void {
    const pages = this.#data()?.pages ?? [];
    const again = withPageAgain(pages, pages.indexOf(page), read);
    this.#setPages(withoutFarPages(again.pages, this.#inView()));
    if (again.hasNew) void this.#queryClient.invalidateQueries({ queryKey: this.#queryKey, exact: true });
    else this.readForgotten();
  }

  #inView(): ItemRange[] {
    return [...this.#views.values()];
  }

  #data(): FeedData | undefined {
    return this.#queryClient.getQueryData<FeedData>(this.#queryKey);
  }

  #setPages(pages: FeedPage[]): void {
    // The data is no newer than before.
    const updatedAt = this.#queryClient.getQueryState(this.#queryKey)?.dataUpdatedAt;
    this.#queryClient.setQueryData<FeedData>(
      this.#queryKey,
      (data) => (data && data.pages !== pages ? { ...data, pages } : data),
      { updatedAt },
    );
  }
}
