"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { FoundAlbums } from "@/components/album/albums/found-albums";
import { FoundPlaces } from "@/components/album/map/found-places";
import { FeedFooter } from "@/components/album/media/feed-footer";
import { GridFrame } from "@/components/album/media/grid-frame";
import { eagerTiles, MediaTile } from "@/components/album/media/media-tile";
import { SlideshowButton } from "@/components/album/media/slideshow/slideshow-button";
import { useLoadRetry } from "@/components/album/media/use-load-retry";
import { useUniqueItems } from "@/components/album/media/use-unique-items";
import { ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { WindowedGrid } from "@/components/album/media/windowed-grid";
import { FoundPeople } from "@/components/album/search/found-people";
import { HashtagPicker } from "@/components/album/search/hashtag-picker";
import { HeaderSearch } from "@/components/album/search/header-search";
import { NothingFound } from "@/components/album/search/nothing-found";
import { UnderstoodParts } from "@/components/album/search/understood-parts";
import { useViewerInPlace } from "@/components/album/search/use-viewer-in-place";
import { SelectionArea } from "@/components/album/selection/selection-area";
import { SimilarChip } from "@/components/album/similar/similar-chip";
import { useSimilarCounts, withoutLesser } from "@/components/album/similar/use-similar-counts";
import { Button } from "@/components/ui/button";
import { useDebounced } from "@/components/ui/use-debounced";
import { listOf } from "@/lib/album/media/client/media-list";
import {
  hasTerms,
  readSearch,
  type SearchTerms,
  searchOptions,
  termsOf,
} from "@/lib/album/media/client/search-queries";
import { highlightPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import type { ScreenWidth } from "@/lib/shared/screen-width";

/** Specification 9.1. */
const searchDebounceMs = 300;

/** Search as you type. The query is in the address, so Back and a shared link work. */
export function SearchView({ screenGuess }: { screenGuess: ScreenWidth }) {
  const parameters = useSearchParams();
  const address = parameters.toString();
  const settledAddress = useDebounced(address, searchDebounceMs);
  const isSettled = address === settledAddress;
  const terms = useMemo(() => {
    const settled = new URLSearchParams(settledAddress);
    return termsOf({ q: settled.get("q"), tag: settled.get("tag"), plain: settled.get("plain") });
  }, [settledAddress]);
  const isAsking = hasTerms(termsOf({ q: parameters.get("q"), tag: parameters.get("tag") }));
  return (
    <>
      <h1>Search</h1>
      <HeaderSearch className="mt-4 md:hidden" />
      <div className="mt-5">
        {isAsking && hasTerms(terms) ? (
          <>
            <FoundPeople q={terms.q} />
            <FoundAlbums q={terms.q} />
            <FoundPlaces q={terms.q} />
            <SearchResults terms={terms} isSettled={isSettled} screenGuess={screenGuess} />
          </>
        ) : (
          <>
            <p className="mb-6 text-ink-soft">
              Try a word, a name or a date: “beach”, “videos in June 2026” or “Christmas 2024”.
            </p>
            <HashtagPicker />
          </>
        )}
      </div>
    </>
  );
}

interface SearchResultsProps {
  terms: SearchTerms;
  isSettled: boolean;
  screenGuess: ScreenWidth;
}

function SearchResults({ terms, isSettled, screenGuess }: SearchResultsProps) {
  const query = useInfiniteQuery({ ...searchOptions(terms), placeholderData: keepPreviousData });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const items = useUniqueItems(data?.pages);
  const similar = useSimilarCounts(items);
  const [isFolded, setIsFolded] = useState(false);
  const best = useMemo(() => withoutLesser(items, similar), [items, similar]);
  const lesser = items.length - best.length;
  const total = data?.pages[0]?.total ?? 0;
  const count = data?.pages[0]?.isMore ? `More than ${counted(total, "result")}` : counted(total, "result");
  const understood = data?.pages[0]?.understood ?? [];
  const isFailed = query.isError || query.isFetchNextPageError;
  const isCurrent = isSettled && !query.isPlaceholderData && !query.isPending;
  const loadMore = useCallback(() => {
    if (data) void fetchNextPage();
    else void refetch();
  }, [data, fetchNextPage, refetch]);
  // While similar items are grouped, only visible ones can be selected: it isn't known yet which later ones are
  // similar.
  const loaded =
    hasNextPage && !isFolded ? (data?.pages ?? []).reduce((sum, page) => sum + page.items.length, 0) : null;
  const readOlder = useMemo(
    () => (loaded === null ? null : (signal: AbortSignal) => readSearch(terms, loaded, signal)),
    [terms, loaded],
  );
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFailed) loadMore();
  }, [hasNextPage, isFetchingNextPage, isFailed, loadMore]);
  const wanted = terms.tag ? `#${terms.tag}` : `“${terms.q}”`;
  const found = total === 0 ? "No photos found matching query." : `${count} for ${wanted}`;

  return (
    <>
      {isCurrent && <UnderstoodParts terms={terms} parts={understood} />}
      {/* The only live region: it announces the count, and that nothing was found. */}
      <div
        className={
          total === 0 ? "sr-only" : "mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4"
        }
      >
        <p role="status" className="text-ink-soft">
          {isFailed ? "" : isCurrent ? found : "Searching…"}
        </p>
        {lesser > 0 && (
          <Button variant="ghost" size="small" aria-pressed={isFolded} onClick={() => setIsFolded(!isFolded)}>
            {isFolded ? `Show ${lesser} more similar` : `Group ${lesser} similar`}
          </Button>
        )}
      </div>
      {isCurrent && total === 0 && !isFailed && (
        <>
          <NothingFound terms={terms} parts={understood} />
          <HashtagPicker />
        </>
      )}
      {items.length > 0 && (
        <div className={isCurrent ? undefined : "opacity-60 transition-opacity"}>
          <SelectionArea
            key={`${terms.q} ${terms.tag} ${terms.plain}`}
            items={isFolded ? best : items}
            readOlder={readOlder}
          >
            <SearchGrid
              items={isFolded ? best : items}
              isComplete={!hasNextPage}
              similar={similar}
              screenGuess={screenGuess}
              onNearEnd={onNearEnd}
              onRetry={isFailed && !isFetchingNextPage ? loadMore : null}
            />
          </SelectionArea>
        </div>
      )}
      <FeedFooter
        feed={{ isFailed, isLoadingMore: isFetchingNextPage, isPending: query.isPending, loadMore }}
      />
    </>
  );
}

interface SearchGridProps {
  items: readonly MediaItemDto[];
  isComplete: boolean;
  similar: ReturnType<typeof useSimilarCounts>;
  screenGuess: ScreenWidth;
  onNearEnd: () => void;
  /** null unless the next page failed to load. */
  onRetry: (() => void) | null;
}

/** The photos found: each leads to its month, and all of them make a slideshow. */
function SearchGrid({ items, isComplete, similar, screenGuess, onNearEnd, onRetry }: SearchGridProps) {
  const viewer = useViewerInPlace();
  useLoadRetry(viewer.openId === null ? null : onRetry);
  const list = listOf(items);
  const renderTile = useCallback(
    (item: MediaItemDto, index: number) => {
      const others = similar.get(item.id)?.count ?? 0;
      return (
        <MediaTile
          item={item}
          href={highlightPath(item)}
          isEager={index < eagerTiles}
          note={others > 0 && <SimilarChip others={others} />}
        />
      );
    },
    [similar],
  );
  return (
    <>
      <GridFrame action={<SlideshowButton items={list} first={firstResult} onOpen={viewer.open} />}>
        <WindowedGrid items={items} screenGuess={screenGuess} onNearEnd={onNearEnd} renderTile={renderTile} />
      </GridFrame>
      <ViewerOverlay
        openId={viewer.openId}
        items={list}
        total={items.length + (isComplete ? 0 : 1)}
        onShow={viewer.show}
        onClose={viewer.close}
        onNearEnd={onNearEnd}
      />
    </>
  );
}

const firstResult = () => 0;
