"use client";

import { type ReactNode, useCallback, useMemo } from "react";
import { FeedFooter } from "@/components/album/media/feed-footer";
import { GridFrame } from "@/components/album/media/grid-frame";
import { eagerTiles, MediaTile } from "@/components/album/media/media-tile";
import { NewerItems } from "@/components/album/media/newer-items";
import type { ScrollTarget } from "@/components/album/media/scroll-target";
import { SlideshowButton } from "@/components/album/media/slideshow/slideshow-button";
import { TimelineScrubber } from "@/components/album/media/timeline-scrubber";
import type { FeedSource } from "@/components/album/media/use-feed";
import { useShownIndex } from "@/components/album/media/use-shown-index";
import { useTimedFeed } from "@/components/album/media/use-timed-feed";
import { useViewedPages } from "@/components/album/media/use-viewed-pages";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { usePreloadedViewer, ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { WindowedGrid } from "@/components/album/media/windowed-grid";
import { SelectionArea } from "@/components/album/selection/selection-area";
import { itemKey } from "@/lib/album/media/client/item-places";
import type { ItemRange } from "@/lib/album/media/client/near-pages";
import type { MediaItemDto } from "@/lib/album/media/schema";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface FeedGridProps {
  source: FeedSource;
  screenGuess: ScreenWidth;
  /** The item to scroll to and mark; it is on the first page unless it was deleted. */
  highlightId?: string | null;
  /** Shown when the feed is empty. */
  empty: ReactNode;
}

/** Only months, albums by date and all photos are sorted by the day their pictures were taken. */
function daysOf(source: FeedSource): number | undefined {
  // From no particular year, so each heading shows its own.
  if (source.kind === "all") return 0;
  if (source.kind === "album") return source.daysOf;
  return source.kind === "month" ? source.year : undefined;
}

function useTarget(id: string | null, align: ScrollTarget["align"]): ScrollTarget | null {
  return useMemo(() => (id ? { key: itemKey(id), align } : null), [id, align]);
}

/** An endless feed as a justified grid with the viewer over it. */
export function FeedGrid({ source, screenGuess, highlightId = null, empty }: FeedGridProps) {
  const feed = useTimedFeed(source);
  const viewer = useViewerAddress();
  usePreloadedViewer();
  const { items, hasMore, isFailed, isLoadingMore, loadMore, show } = feed;
  const isMissing = highlightId !== null && items.indexOf(highlightId) < 0;
  useViewedPages(feed, viewer.openId);
  const shown = useShownIndex();
  const opened = useTarget(viewer.openId, "auto");
  const highlighted = useTarget(highlightId, "center");

  const onNearEnd = useCallback(() => {
    if (hasMore && !isFailed && !isLoadingMore) loadMore();
  }, [hasMore, isFailed, isLoadingMore, loadMore]);

  const onRange = useCallback((range: ItemRange) => show("list", range), [show]);
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

  if (items.length === 0 && !feed.isRun && !feed.isPending && !isFailed) return empty;
  return (
    <>
      {isMissing && !feed.isPending && !isFailed && (
        <p role="status" className="mb-3 text-ink-soft">
          The photo you chose is no longer in this month. It may have been moved or deleted.
        </p>
      )}
      <SelectionArea
        items={items}
        readOlder={feed.readOlder}
        readNewer={feed.readNewer}
        readListed={feed.readListed}
      >
        <TimelineScrubber feed={feed} shown={shown} />
        <GridFrame action={<SlideshowButton items={items} first={shown.read} onOpen={viewer.open} />}>
          {feed.isRun && <NewerItems feed={feed} />}
          <WindowedGrid
            items={items}
            screenGuess={screenGuess}
            onNearEnd={onNearEnd}
            onNearStart={feed.loadNewerInTime}
            onShown={shown.set}
            onRange={onRange}
            scrollTo={opened ?? feed.target ?? highlighted}
            leading={feed.isRun ? feed.leading : undefined}
            renderTile={renderTile}
            daysOf={daysOf(source)}
          />
        </GridFrame>
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
