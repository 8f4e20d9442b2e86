import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchMediaDetail } from "@/lib/album/media/client/item-queries";
import {
  feedFromKey,
  feedKey,
  gridPageSize,
  monthKey,
  type PageAddress,
  pagePath,
} from "@/lib/album/media/client/queries";
import type { MediaPageDto, TimelineMonthDto, TimelineQuery } from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Where a run of a feed starts: the number of items before it, and a cursor if the feed's timeline has one. */
export interface FeedStart {
  newerCount: number;
  cursor?: string;
}

export const runKey = (path: string, start: FeedStart) => [path, start] as const;

/** A page of a run. `newerCount`: how many of the feed's items precede it; `end`: how many there are up to its end. */
type RunPlace =
  | { offset: number }
  | { cursor: string; newerCount?: number }
  | { before: string; end: number };

async function readRunPage(path: string, place: RunPlace, signal: AbortSignal): Promise<MediaPageDto> {
  const read = (address: PageAddress) =>
    apiRequest<MediaPageDto>("GET", pagePath(path, { limit: gridPageSize, ...address }), undefined, {
      signal,
    });
  if ("offset" in place) return read(place);
  if ("cursor" in place) return withOffset(await read({ cursor: place.cursor }), place.newerCount ?? 0);
  const page = await read({ before: place.before });
  // Everything before it has been deleted since: the feed now begins here.
  if (page.items.length === 0) return read({});
  return withOffset(page, page.previousCursor === null ? 0 : place.end - page.items.length);
}

/** The server counts no further than it must: a page's offset follows from the pages around it. */
const withOffset = (page: MediaPageDto, offset: number): MediaPageDto => ({
  ...page,
  pagination: { ...page.pagination, offset: Math.max(0, offset) },
});

/** A feed starting in the middle: older items follow, newer ones are prepended. */
export const runOptions = (path: string, start: FeedStart) =>
  infiniteQueryOptions({
    queryKey: runKey(path, start),
    queryFn: ({ pageParam, signal }) => readRunPage(path, pageParam, signal),
    initialPageParam: startPlace(start),
    getNextPageParam: ({ nextCursor }: MediaPageDto): RunPlace | null =>
      nextCursor === null ? null : { cursor: nextCursor },
    getPreviousPageParam: ({ previousCursor, pagination }: MediaPageDto): RunPlace | null =>
      previousCursor === null ? null : { before: previousCursor, end: pagination.offset },
    structuralSharing: false,
  });

const startPlace = ({ cursor, newerCount }: FeedStart): RunPlace =>
  cursor === undefined ? { offset: newerCount } : { cursor, newerCount };

/** The largest page there is, for reading a whole list. */
const longPageSize = 200;

/** A feed from a cursor to its end. */
export async function* readOlder(path: string, cursor: string, signal: AbortSignal) {
  for (let next: string | null = cursor; next !== null; ) {
    const place = pagePath(path, { limit: longPageSize, cursor: next });
    const page: MediaPageDto = await apiRequest("GET", place, undefined, { signal });
    yield page.items;
    next = page.nextCursor;
  }
}

/** A feed from a cursor back to its beginning, nearest items first. */
export async function* readNewer(path: string, before: string, signal: AbortSignal) {
  for (let next: string | null = before; next !== null; ) {
    const place = pagePath(path, { limit: longPageSize, before: next });
    const page: MediaPageDto = await apiRequest("GET", place, undefined, { signal });
    yield [...page.items].reverse();
    next = page.previousCursor;
  }
}

export const timelineKey = (query: TimelineQuery) =>
  [`/api/media/timeline?${new URLSearchParams(Object.entries({ ...query, stacks: "collapsed" }))}`] as const;

/** The months of a feed. */
export const timelineOptions = (query: TimelineQuery) =>
  queryOptions<TimelineMonthDto[] | null>({
    queryKey: timelineKey(query),
    staleTime: 60_000,
    refetchOnMount: true,
    retry: false,
  });

/** A month's page for the browser's queries: the month itself, or a run of it if it begins later. */
export function monthAtStart(year: number, month: number, page: MediaPageDto) {
  const key = monthKey(year, month);
  const { offset } = page.pagination;
  if (offset === 0) return [key, { pages: [page], pageParams: [null] }] as const;
  const start = { newerCount: offset };
  return [runKey(key[0], start), { pages: [page], pageParams: [startPlace(start)] }] as const;
}

/** The feed starting at one item. @param startCursor the item's cursor, made by the server */
export const feedFromOptions = (id: string, startCursor: string) =>
  infiniteQueryOptions({
    queryKey: feedFromKey(id),
    queryFn: async ({ pageParam, signal }): Promise<MediaPageDto> => {
      const path = pagePath(feedKey[0], { limit: gridPageSize, cursor: pageParam ?? startCursor });
      const [first, page] = await Promise.all([
        pageParam ? null : fetchMediaDetail(id, signal),
        apiRequest<MediaPageDto>("GET", path, undefined, { signal }),
      ]);
      return first ? { ...page, items: [first, ...page.items] } : page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: MediaPageDto) => last.nextCursor,
    structuralSharing: false,
  });
