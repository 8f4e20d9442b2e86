import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useUniqueItems } from "@/components/media/use-unique-items";
import type { ReadRest } from "@/components/selection/selection-store";
import {
  favoritesOptions,
  feedFromOptions,
  feedKey,
  feedOptions,
  monthFromOptions,
  monthOptions,
  readFeed,
  taggedOptions,
} from "@/lib/features/media/queries";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { groupOptions } from "@/lib/features/people/queries";

/** Which endless feed a page shows. */
export type FeedSource =
  | { kind: "everything" }
  | { kind: "favorites" }
  | { kind: "tagged"; memberId?: string }
  | { kind: "faces"; groupId: string }
  /** `start`: how many newer items the first page leaves out; 0 unless the month is opened at one of its items. */
  | { kind: "month"; year: number; month: number; start?: number }
  | { kind: "from"; id: string; startCursor: string };

export interface Feed {
  items: readonly MediaItemDto[];
  total: number;
  isPending: boolean;
  /** The last page asked for did not come. */
  isFailed: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Reads what is not loaded yet, past the pages of this feed; null when nothing is left. */
  readRest: ReadRest | null;
  /** How many items of the feed come before the first one here. */
  newerCount: number;
  isLoadingNewer: boolean;
  loadNewer: () => void;
}

function optionsOf(source: FeedSource) {
  switch (source.kind) {
    case "everything":
      return feedOptions();
    case "favorites":
      return favoritesOptions();
    case "tagged":
      return taggedOptions(source.memberId);
    case "faces":
      return groupOptions(source.groupId);
    case "month":
      return source.start
        ? monthFromOptions(source.year, source.month, source.start)
        : monthOptions(source.year, source.month);
    case "from":
      return feedFromOptions(source.id, source.startCursor);
  }
}

/** An endless feed as one list. */
export function useFeed(source: FeedSource): Feed {
  // The union of the options' key types is one that the hook's signature can't follow; the shapes are the same.
  const query = useInfiniteQuery(optionsOf(source) as ReturnType<typeof feedOptions>);
  const { data, fetchNextPage, refetch, isFetching } = query;
  const items = useUniqueItems(data?.pages);
  const loadMore = useCallback(() => {
    if (isFetching) return;
    if (data) void fetchNextPage();
    else void refetch();
  }, [data, fetchNextPage, refetch, isFetching]);
  const path = source.kind === "from" ? feedKey[0] : optionsOf(source).queryKey[0];
  const cursor = data?.pages.at(-1)?.nextCursor ?? null;
  const { fetchPreviousPage } = query;
  const newerCount = query.hasPreviousPage ? (data?.pages[0]?.pagination.offset ?? 0) : 0;
  const readRest = useMemo(() => {
    // Opened in its middle, a feed is read from its beginning.
    if (newerCount > 0) return (signal: AbortSignal) => readFeed(path, undefined, signal);
    return cursor === null ? null : (signal: AbortSignal) => readFeed(path, cursor, signal);
  }, [path, cursor, newerCount]);
  const loadNewer = useCallback(() => {
    if (!isFetching) void fetchPreviousPage();
  }, [fetchPreviousPage, isFetching]);
  return {
    items,
    readRest,
    // The server counts the whole feed, not what follows an item.
    total:
      source.kind === "from" ? items.length : Math.max(items.length, data?.pages[0]?.pagination.total ?? 0),
    isPending: query.isPending,
    isFailed: query.isError || query.isFetchNextPageError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore,
    newerCount,
    isLoadingNewer: query.isFetchingPreviousPage,
    loadNewer,
  };
}
