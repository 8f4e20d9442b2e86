import type { QueryClient } from "@tanstack/react-query";
import { itemKey, withoutKeys } from "@/lib/album/media/client/item-places";
import { type ListedPage, listOfPages } from "@/lib/album/media/client/media-list";
import { yearCoversKey } from "@/lib/album/media/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { refreshQueries } from "@/lib/http/refresh-queries";

type Change = (item: MediaItemDto) => MediaItemDto | null;
type Node = Record<string, unknown>;

/**
 * Where responses hold items: pages of a feed, lists, a year's months, a day's years, a month's or year's cover, the
 * periods and notes of someone growing up.
 */
const branches = ["pages", "items", "months", "years", "cover", "periods", "notes", "item"] as const;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

function isItem(node: Node): boolean {
  return typeof node.id === "string" && "derivatives" in node && "mediaType" in node;
}

function changeList(list: readonly unknown[], change: Change): readonly unknown[] {
  let isSame = true;
  const next: unknown[] = [];
  for (const entry of list) {
    const changed = changeIn(entry, change);
    if (changed !== entry) isSame = false;
    if (changed !== null || entry === null) next.push(changed);
  }
  return isSame ? list : next;
}

/** The same response with its items changed; the same object if nothing changed, so nothing re-renders. */
function changeIn(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return changeList(value, change);
  if (!isNode(value)) return value;
  if (isItem(value)) return change(value as unknown as MediaItemDto);
  let next = value;
  for (const branch of branches) {
    const before = value[branch];
    const after = changeIn(before, change);
    if (after === before) continue;
    next = { ...next, [branch]: after };
  }
  return next;
}

function isMediaKey(key: unknown): boolean {
  return (
    typeof key === "string" &&
    /^\/api\/(media|albums|growing-up|on-this-day|map\/(?:photos|places)|year-covers|years|hashtags|people)(\/|\?|$)/.test(
      key,
    )
  );
}

const mediaQueries = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isMediaKey(queryKey[0]),
};

/** One item, or several. */
type Ids = string | readonly string[];

/** @param change gives the same data if it is applied again */
function changeEverywhere(queryClient: QueryClient, change: (data: unknown) => unknown): void {
  queryClient.setQueriesData(mediaQueries, change);
  // A page fetch in progress restores the list as it was before it, and its answer may be older than the change.
  for (const { queryKey, promise } of queryClient.getQueryCache().findAll(mediaQueries)) {
    void promise?.then(
      () => queryClient.setQueryData(queryKey, change),
      () => {},
    );
  }
}

/** Changes items in every response that this browser holds. `patch` gives the same item if it is applied again. */
export function patchMedia(
  queryClient: QueryClient,
  ids: Ids,
  patch: (item: MediaItemDto) => Partial<MediaItemDto>,
): void {
  const changed = new Set(typeof ids === "string" ? [ids] : ids);
  changeEverywhere(queryClient, (data) =>
    changeIn(data, (item) => (changed.has(item.id) ? { ...item, ...patch(item) } : item)),
  );
}

type CountedPage = ListedPage & { pagination?: { total: number }; total?: number; isMore?: boolean };

/** With a smaller count of the whole list. A search has its own, and none beyond where the server stops counting. */
function withFewer(page: CountedPage, removed: number): CountedPage {
  const { pagination, total, isMore } = page;
  if (pagination) return { ...page, pagination: { ...pagination, total: pagination.total - removed } };
  return total === undefined || isMore ? page : { ...page, total: total - removed };
}

type CountedPeriod = Node & { items: unknown[]; total: number };

/** Someone's periods with smaller counts, and without those that have no photo left. */
function fewerPeriods(before: CountedPeriod[], after: CountedPeriod[]): CountedPeriod[] {
  return after
    .map((period, index) => {
      const removed = (before[index]?.items.length ?? 0) - period.items.length;
      return removed > 0 ? { ...period, total: period.total - removed } : period;
    })
    .filter(({ items }) => items.length > 0);
}

/** The same response without some items; every page has the count of the whole list. */
function withoutItems(data: unknown, ids: ReadonlySet<string>, keys: ReadonlySet<number>): unknown {
  const left = changeIn(data, (item) => (ids.has(item.id) ? null : item));
  if (!isNode(data) || !isNode(left)) return left;
  if (left !== data && Array.isArray(data.periods)) {
    return { ...left, periods: fewerPeriods(data.periods, left.periods as CountedPeriod[]) };
  }
  if (!Array.isArray(data.pages)) return left;
  const before = data.pages as CountedPage[];
  const after = (left.pages as CountedPage[]).map((page) => {
    if (!(page.places instanceof Uint32Array)) return page;
    const places = withoutKeys(page.places, keys);
    return places === page.places ? page : { ...page, places };
  });
  if (after.every((page, index) => page === before[index])) return data;
  const removed = listOfPages(before).length - listOfPages(after).length;
  return { ...left, pages: removed === 0 ? after : after.map((page) => withFewer(page, removed)) };
}

/** Removes items from every response that this browser holds, and reduces the counts. */
export function dropMedia(queryClient: QueryClient, ids: Ids): void {
  const gone = new Set(typeof ids === "string" ? [ids] : ids);
  const keys = new Set([...gone].map(itemKey));
  changeEverywhere(queryClient, (data) => withoutItems(data, gone, keys));
}

/** Refetches everything about media that a page shows, and drops what no page shows. */
export const refreshMedia = (queryClient: QueryClient) => refreshQueries(queryClient, mediaQueries);

const isCountKey = (key: unknown) =>
  typeof key === "string" && (key === yearCoversKey[0] || /^\/api\/media\/(?:year\/|timeline\?)/.test(key));

/** Refetches the counts and covers of months and years: after `dropMedia`, only the server knows them. */
export const refreshCounts = (queryClient: QueryClient) =>
  refreshQueries(queryClient, { predicate: ({ queryKey }) => isCountKey(queryKey[0]) });
