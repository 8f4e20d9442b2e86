"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useFeed } from "@/components/album/media/use-feed";
import { useViewedPages } from "@/components/album/media/use-viewed-pages";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { mediaAlt } from "@/lib/album/media/media-text";
import { highlightPath, mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

const neverChanges = () => () => {};

/**
 * The viewer as a page of its own, for deep links. Its neighbours come from the item's month, starting at the page with
 * the item; closing leads to the month.
 * @param start the number of newer items of the month before that page
 */
export function ViewerScreen({ item, start = 0 }: { item: MediaItemDto; start?: number }) {
  const router = useRouter();
  const { openId, show } = useViewerAddress();
  const feed = useFeed({
    kind: "month",
    year: item.year,
    month: item.month,
    start: start > 0 ? { newerCount: start } : null,
  });
  const { items, total, hasMore, isFailed, isLoadingMore, loadMore } = feed;
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const shownId = openId ?? item.id;
  const isFound = items.indexOf(shownId) >= 0;
  useViewedPages(feed, shownId);
  const alone = useMemo(() => [item], [item]);

  const onNearEnd = useCallback(() => {
    if (hasMore && !isFailed && !isLoadingMore) loadMore();
  }, [hasMore, isFailed, isLoadingMore, loadMore]);

  const stage = <StillStage item={item} />;
  if (!isInBrowser) return stage;
  return (
    <ViewerOverlay
      openId={isFound ? shownId : item.id}
      items={isFound ? items : alone}
      total={isFound ? total : 1}
      before={isFound ? feed.newerCount : 0}
      onShow={show}
      onClose={() => router.replace(highlightPath(items.at(items.indexOf(shownId)) ?? item))}
      onNearEnd={onNearEnd}
      fallback={stage}
    />
  );
}

/** The picture in the viewer's position, rendered by the server. */
function StillStage({ item }: { item: MediaItemDto }) {
  return (
    <div className="fixed inset-0 z-30 bg-[oklch(15%_0.015_350)] pt-14 pb-17">
      <img
        src={mediumUrl(item)}
        alt={mediaAlt(item)}
        fetchPriority="high"
        className="size-full object-contain text-transparent"
      />
    </div>
  );
}
