"use client";

import { type ReactNode, useCallback, useEffect } from "react";
import { FeedFooter } from "@/components/media/feed-footer";
import { eagerTiles, MediaTile } from "@/components/media/media-tile";
import { type FeedSource, useFeed } from "@/components/media/use-feed";
import { useViewerAddress } from "@/components/media/use-viewer-address";
import { usePreloadedViewer, ViewerOverlay } from "@/components/media/viewer-overlay";
import { WindowedGrid } from "@/components/media/windowed-grid";
import { SelectionArea } from "@/components/selection/selection-area";
import type { MediaItemDto } from "@/lib/features/media/schema";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface FeedGridProps {
  source: FeedSource;
  screenGuess: ScreenWidth;
  /** The item to scroll to and mark; pages are fetched until it is found. */
  highlightId?: string | null;
  /** Shown when the feed holds nothing. */
  empty: ReactNode;
}

/** An endless feed as a justified grid with the viewer over it. */
export function FeedGrid({ source, screenGuess, highlightId = null, empty }: FeedGridProps) {
  const feed = useFeed(source);
  const viewer = useViewerAddress();
  usePreloadedViewer();
  const { items, hasMore, isFailed, isLoadingMore, loadMore } = feed;
  const isMissing = highlightId !== null && !items.some(({ id }) => id === highlightId);
  const isStillSearching = isMissing && hasMore && !isFailed;

  useEffect(() => {
    if (isStillSearching && !isLoadingMore) loadMore();
  }, [isStillSearching, isLoadingMore, loadMore]);

  const onNearEnd = useCallback(() => {
    if (hasMore && !isFailed && !isLoadingMore) loadMore();
  }, [hasMore, isFailed, isLoadingMore, loadMore]);

  const { open } = viewer;
  const openItem = useCallback((item: MediaItemDto, tile: HTMLElement) => open(item.id, tile), [open]);
  const renderTile = useCallback(
    (item: MediaItemDto, index: number) => (
      <MediaTile
        item={item}
        onOpen={openItem}
        isEager={index < eagerTiles}
        isHighlighted={item.id === highlightId}
      />
    ),
    [openItem, highlightId],
  );

  if (items.length === 0 && !feed.isPending && !isFailed) return empty;
  return (
    <>
      {isStillSearching && (
        <p role="status" className="mb-3 text-ink-soft">
          Looking for the picture you chose…
        </p>
      )}
      {isMissing && !isStillSearching && !feed.isPending && (
        <p role="status" className="mb-3 text-ink-soft">
          The picture you chose is not in this month any more. It may have been moved or deleted.
        </p>
      )}
      <SelectionArea items={items} readRest={feed.readRest}>
        <WindowedGrid
          items={items}
          screenGuess={screenGuess}
          onNearEnd={onNearEnd}
          scrollToId={viewer.openId ?? highlightId}
          scrollAlign={viewer.openId ? "auto" : "center"}
          renderTile={renderTile}
          // Only a month is in the order of the days its pictures were taken.
          daysOf={source.kind === "month" ? source.year : undefined}
        />
      </SelectionArea>
      <FeedFooter feed={feed} />
      <ViewerOverlay
        openId={viewer.openId}
        items={items}
        total={feed.total}
        onShow={viewer.show}
        onClose={viewer.close}
        onNearEnd={onNearEnd}
      />
    </>
  );
}
