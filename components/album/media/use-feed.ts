import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useNearPages } from "@/components/album/media/use-near-pages";
import type { ReadListed, ReadRest } from "@/components/album/selection/selection-store";
import { listOfPages, type MediaList } from "@/lib/album/media/client/media-list";
import {
  type FeedData,
  type NearPages,
  type ReadPage,
  readBetween,
} from "@/lib/album/media/client/near-pages";
import {
  albumItemsOptions,
  allOptions,
  faceFeedOptions,
  favoritesOptions,
  feedOptions,
  monthOptions,
  placedOptions,
  taggedOptions,
} from "@/lib/album/media/client/queries";
import {
  type FeedStart,
  feedFromOptions,
  readNewer,
  readOlder,
  runOptions,
} from "@/lib/album/media/client/run-queries";
import type { MediaPageDto } from "@/lib/album/media/schema";

/**
 * The endless feed a page shows. `start`: only a run of it that begins there and grows in both directions. `daysOf`:
 * the feed is sorted by day, and its headings leave out this year.
 */
export type FeedSource = { start?: FeedStart | null } & (
  | { kind: "all" }
  | { kind: "everything" }
  | { kind: "favorites" }
  | { kind: "tagged"; memberId?: string }
  | { kind: "faces"; groupId: string }
  | { kind: "month"; year: number; month: number }
  | { kind: "album"; id: string; daysOf?: number | undefined }
  | { kind: "placed"; path: string }
  | { kind: "from"; id: string; startCursor: string }
);

export interface Feed {
  items: MediaList;
  total: number;
  isPending: boolean;
  /** Loading the last requested page failed. */
  isFailed: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Read the items that aren't loaded, beyond this feed's pages; null if nothing is left on that side. */
  readOlder: ReadRest | null;
  readNewer: ReadRest | null;
  /** Reads items of the list, including evicted ones. */
  readListed: ReadListed;
  /** Reports what is in view: pages far from it are evicted, and loaded again when they come near. */
  show: NearPages["show"];
  /** The number of the feed's items before the first one here. */
  newerCount: number;
  /** The number of items inserted before those a run began with. */
  leading: number;
  isLoadingNewer: boolean;
  /** Loading newer items failed. */
  isNewerFailed: boolean;
  loadNewer: () => void;
}

function wholeOptions(source: FeedSource) {
  switch (source.kind) {
    case "all":
      return allOptions();
    case "everything":
      return feedOptions();
    case "favorites":
      return favoritesOptions();
    case "tagged":
      return taggedOptions(source.memberId);
    case "faces":
      return faceFeedOptions(source.groupId);
    case "month":
      return monthOptions(source.year, source.month);
    case "album":
      return albumItemsOptions(source.id);
    case "placed":
      return placedOptions(source.path);
    case "from":
      return feedFromOptions(source.id, source.startCursor);
  }
}

const noPages: MediaPageDto[] = [];

/** The part of a query's context that the feeds' functions use. */
type PageFunction = (context: { pageParam: unknown; signal: AbortSignal }) => Promise<MediaPageDto>;

/** An endless feed as one list. */
export function useFeed(source: FeedSource): Feed {
  const whole = wholeOptions(source);
  const path = whole.queryKey[0];
  const { start } = source;
  // The hook's signature can't follow the union of the options' key types; the shapes are the same.
  const options = (start ? runOptions(path, start) : whole) as unknown as ReturnType<typeof feedOptions>;
  const query = useInfiniteQuery(options);
  const { data, fetchNextPage, fetchPreviousPage, refetch, isFetching } = query;
  const readPage: ReadPage = (pageParam, signal) =>
    (options.queryFn as unknown as PageFunction)({ pageParam, signal });
  const near = useNearPages(options.queryKey, readPage, data);
  const items = listOfPages(data?.pages ?? noPages);
  const loadMore = useCallback(() => {
    if (isFetching) return;
    near.forgetFar();
    if (data) void fetchNextPage();
    else void refetch();
  }, [near, data, fetchNextPage, refetch, isFetching]);
  const loadNewer = useCallback(() => {
    if (isFetching) return;
    near.forgetFar();
    void fetchPreviousPage();
  }, [near, fetchPreviousPage, isFetching]);

  const first = data?.pages[0];
  const older = data?.pages.at(-1)?.nextCursor ?? null;
  const newer = (start && first?.previousCursor) ?? null;
  const newerCount = first
    ? newer === null
      ? 0
      : Math.max(1, first.pagination.offset)
    : (start?.newerCount ?? 0);
  const leading = start && first ? Math.max(0, start.newerCount - first.pagination.offset) : 0;
  const readOlderRest = useMemo(
    () => (older === null ? null : (signal: AbortSignal) => readOlder(path, older, signal)),
    [path, older],
  );
  const readNewerRest = useMemo(
    () => (newer === null ? null : (signal: AbortSignal) => readNewer(path, newer, signal)),
    [path, newer],
  );
  const latest = useRef(readPage);
  latest.current = readPage;
  const readListed = useCallback<ReadListed>(
    (range, signal) =>
      readBetween(data as FeedData, range, (param, end) => latest.current(param, end), signal),
    [data],
  );
  return {
    items,
    readListed,
    show: near.show,
    readOlder: readOlderRest,
    readNewer: readNewerRest,
    // The server counts the whole feed, not what follows an item.
    total: source.kind === "from" ? items.length : Math.max(items.length, first?.pagination.total ?? 0),
    isPending: query.isPending,
    isFailed: query.isError && !query.isFetchPreviousPageError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore,
    newerCount,
    leading,
    isLoadingNewer: query.isFetchingPreviousPage,
    isNewerFailed: query.isFetchPreviousPageError,
    loadNewer,
  };
}
