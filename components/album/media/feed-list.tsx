"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { FeedFooter } from "@/components/album/media/feed-footer";
import { MediaCard } from "@/components/album/media/media-card";
import { NewerItems } from "@/components/album/media/newer-items";
import { headerPixels, useScrollTarget } from "@/components/album/media/scroll-target";
import { SlideshowButton } from "@/components/album/media/slideshow/slideshow-button";
import { TimelineScrubber } from "@/components/album/media/timeline-scrubber";
import type { FeedSource } from "@/components/album/media/use-feed";
import { useListEdges, useShownRange } from "@/components/album/media/use-list-edges";
import { useOpenFromAddress } from "@/components/album/media/use-open-from-address";
import { useShownIndex } from "@/components/album/media/use-shown-index";
import { useTimedFeed } from "@/components/album/media/use-timed-feed";
import { useViewedPages } from "@/components/album/media/use-viewed-pages";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { useWindowedArea } from "@/components/album/media/use-windowed-area";
import { usePreloadedViewer, ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { SelectionArea } from "@/components/album/selection/selection-area";
import type { MediaPlace } from "@/lib/album/media/client/item-places";
import type { ItemRange } from "@/lib/album/media/client/near-pages";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { cardRatio } from "@/lib/shared/card-ratio";

/** Cards of the first view, rendered before the window can be measured. */
const firstCards = 4;
const ratioOf = (place: MediaPlace | undefined) => cardRatio(place?.width ?? null, place?.height ?? null);
const sameIndex = (index: number) => index;
const cardGap = 20;
/** Header, heart row and one line of text; corrected once a card is measured. */
const cardFramePixels = 150;

/** An endless feed as one column of cards; only those near the viewport are in the document. */
export function FeedList({ source, empty }: { source: FeedSource; empty: ReactNode }) {
  const feed = useTimedFeed(source);
  const { items, hasMore, isFailed, isLoadingMore, loadMore, show } = feed;
  const viewer = useViewerAddress();
  usePreloadedViewer();
  const list = useRef<HTMLDivElement>(null);
  const area = useWindowedArea(list);
  const width = area?.width ?? 0;

  const virtualizer = useWindowVirtualizer({
    count: area ? items.length : 0,
    getItemKey: useCallback((index: number) => items.keyAt(index) ?? index, [items]),
    estimateSize: (index) => cardFramePixels + width / ratioOf(items.placeAt(index)),
    gap: cardGap,
    overscan: 2,
    scrollMargin: area?.top ?? 0,
    scrollPaddingStart: headerPixels,
    // What is in view stays put while newer cards are inserted before it.
    anchorTo: feed.isRun ? "end" : "start",
  });

  const onNearEnd = useCallback(() => {
    if (hasMore && !isFailed && !isLoadingMore) loadMore();
  }, [hasMore, isFailed, isLoadingMore, loadMore]);
  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? -1;
  const onRange = useCallback((range: ItemRange) => show("list", range), [show]);
  useShownRange(shown[0]?.index, lastShown + 1, onRange);
  useEffect(() => {
    if (lastShown >= items.length - 6 && lastShown >= 0) onNearEnd();
  }, [lastShown, items.length, onNearEnd]);

  const shownIndex = useShownIndex();
  const { target } = feed;
  const wanted = target ? items.indexOfKey(target.key) : -1;
  useScrollTarget(virtualizer, target, area ? wanted : -1);
  useListEdges(virtualizer, sameIndex, { onNearStart: feed.loadNewerInTime, onShown: shownIndex.set });
  useViewedPages(feed, viewer.openId);

  const { open } = viewer;
  useOpenFromAddress(items, open);
  const openItem = useCallback((item: MediaItemDto, picture: HTMLElement) => open(item.id, picture), [open]);

  if (items.length === 0 && !feed.isRun && !feed.isPending && !isFailed) return empty;
  return (
    <div className="mx-auto max-w-[640px]">
      <SelectionArea
        items={items}
        readOlder={feed.readOlder}
        readNewer={feed.readNewer}
        readListed={feed.readListed}
      >
        <TimelineScrubber feed={feed} shown={shownIndex} />
        <div className="-mt-3 mb-1 flex justify-end">
          <SlideshowButton items={items} first={shownIndex.read} onOpen={open} />
        </div>
        {feed.isRun && <NewerItems feed={feed} />}
        {area ? (
          <div ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {shown.map(({ index, key, start, size }) => {
              const item = items.at(index);
              return (
                <div
                  key={key}
                  // A card whose item was evicted keeps its last height.
                  ref={item && virtualizer.measureElement}
                  data-index={index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start - area.top}px)`, height: item ? undefined : size }}
                >
                  {item ? (
                    <MediaCard item={item} onOpen={openItem} isEager={index === 0} />
                  ) : (
                    <div className="card h-full" />
                  )}
                </div>
              );
            })}
          </div>
        ) : (
          <div ref={list} className="grid gap-5">
            {[...items.remembered()].slice(0, firstCards).map((item, index) => (
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
