"use client";

import { ArrowUp } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { FeedFooter } from "@/components/media/feed-footer";
import { eagerTiles, MediaTile } from "@/components/media/media-tile";
import { type FeedSource, useFeed } from "@/components/media/use-feed";
import { useNewerItems } from "@/components/media/use-newer-items";
import { useViewerAddress } from "@/components/media/use-viewer-address";
import { usePreloadedViewer, ViewerOverlay } from "@/components/media/viewer-overlay";
import { WindowedGrid } from "@/components/media/windowed-grid";
import { SelectionArea } from "@/components/selection/selection-area";
import { Button } from "@/components/ui/button";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { counted } from "@/lib/shared/counted";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface FeedGridProps {
  source: FeedSource;
  screenGuess: ScreenWidth;
  /** The item to scroll to and mark; the first page has it, unless it is gone. */
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
  const keptId = useNewerItems(feed, viewer.openId);

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
      {isMissing && !feed.isPending && !isFailed && (
        <p role="status" className="mb-3 text-ink-soft">
          The photo you chose is no longer in this month. It may have been moved or deleted.
        </p>
      )}
      {feed.newerCount > 0 && (
        <div className="mb-4 text-center">
          <Button variant="secondary" isBusy={feed.isLoadingNewer} onClick={feed.loadNewer}>
            <ArrowUp aria-hidden="true" />
            Show {counted(feed.newerCount, "newer item")}
          </Button>
        </div>
      )}
      <SelectionArea items={items} readRest={feed.readRest}>
        <WindowedGrid
          items={items}
          screenGuess={screenGuess}
          onNearEnd={onNearEnd}
          scrollToId={viewer.openId ?? keptId ?? highlightId}
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
        before={feed.newerCount}
        onShow={viewer.show}
        onClose={viewer.close}
        onNearEnd={onNearEnd}
      />
    </>
  );
}
