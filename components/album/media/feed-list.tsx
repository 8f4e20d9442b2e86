"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { FeedFooter } from "@/components/album/media/feed-footer";
import { MediaCard } from "@/components/album/media/media-card";
import { NewerItems } from "@/components/album/media/newer-items";
import { headerPixels, useScrollTarget } from "@/components/album/media/scroll-target";
import { TimelineScrubber } from "@/components/album/media/timeline-scrubber";
import type { FeedSource } from "@/components/album/media/use-feed";
import { useListEdges } from "@/components/album/media/use-list-edges";
import { useNewerItems } from "@/components/album/media/use-newer-items";
import { useOpenFromAddress } from "@/components/album/media/use-open-from-address";
import { useShownIndex } from "@/components/album/media/use-shown-index";
import { useTimedFeed } from "@/components/album/media/use-timed-feed";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { useWindowedArea } from "@/components/album/media/use-windowed-area";
import { usePreloadedViewer, ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { SelectionArea } from "@/components/album/selection/selection-area";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { cardRatio } from "@/lib/shared/card-ratio";

/** Cards of the first view, rendered before the window can be measured. */
const firstCards = 4;
const sameIndex = (index: number) => index;
const cardGap = 20;
/** Header, heart row and one line of text; corrected once a card is measured. */
const cardFramePixels = 150;

/** An endless feed as one column of cards; only those near the viewport are in the document. */
export function FeedList({ source, empty }: { source: FeedSource; empty: ReactNode }) {
  const feed = useTimedFeed(source);
  const { items, hasMore, isFailed, isLoadingMore, loadMore } = feed;
  const viewer = useViewerAddress();
  usePreloadedViewer();
  const list = useRef<HTMLDivElement>(null);
  const area = useWindowedArea(list);
  const width = area?.width ?? 0;

  const virtualizer = useWindowVirtualizer({
    count: area ? items.length : 0,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: (index) => {
      const item = items[index];
      return cardFramePixels + width / cardRatio(item?.width ?? null, item?.height ?? null);
    },
    gap: cardGap,
    overscan: 2,
    scrollMargin: area?.top ?? 0,
    scrollPaddingStart: headerPixels,
    // What is in view stays there while newer cards are inserted before it.
    anchorTo: feed.isRun ? "end" : "start",
  });

  const onNearEnd = useCallback(() => {
    if (hasMore && !isFailed && !isLoadingMore) loadMore();
  }, [hasMore, isFailed, isLoadingMore, loadMore]);
  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastShown >= items.length - 6 && lastShown >= 0) onNearEnd();
  }, [lastShown, items.length, onNearEnd]);

  const shownIndex = useShownIndex();
  const { target } = feed;
  const wanted = target ? items.findIndex(({ id }) => id === target.id) : -1;
  useScrollTarget(virtualizer, target, area ? wanted : -1);
  useListEdges(virtualizer, sameIndex, { onNearStart: feed.loadNewerInTime, onShown: shownIndex.set });
  useNewerItems(feed, viewer.openId);

  const { open } = viewer;
  useOpenFromAddress(items, open);
  const openItem = useCallback((item: MediaItemDto, picture: HTMLElement) => open(item.id, picture), [open]);

  if (items.length === 0 && !feed.isRun && !feed.isPending && !isFailed) return empty;
  return (
    <div className="mx-auto max-w-[640px]">
      <SelectionArea items={items} readOlder={feed.readOlder} readNewer={feed.readNewer}>
        <TimelineScrubber feed={feed} shown={shownIndex} />
        {feed.isRun && <NewerItems feed={feed} />}
        {area ? (
          <div ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {shown.map(({ index, key, start }) => {
              const item = items[index];
              return (
                item && (
                  <div
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${start - area.top}px)` }}
                  >
                    <MediaCard item={item} onOpen={openItem} isEager={index === 0} />
                  </div>
                )
              );
            })}
          </div>
        ) : (
          <div ref={list} className="grid gap-5">
            {items.slice(0, firstCards).map((item, index) => (
              <MediaCard key={item.id} item={item} onOpen={openItem} isEager={index === 0} />
            ))}
          </div>
        )}
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
    </div>
  );
}
