import { useEffect } from "react";
import type { Feed } from "@/components/album/media/use-feed";
import { useLoadRetry } from "@/components/album/media/use-load-retry";

/** Newer items are requested when this many are left before the open one. */
const itemsAhead = 4;

/**
 * Keeps the pages around the viewer's item loaded, fetches newer items of a run as it nears the first one, and retries
 * pages that failed to load while it is open.
 */
export function useViewedPages(feed: Feed, openId: string | null): void {
  const { items, newerCount, isLoadingNewer, isNewerFailed, loadNewer, show } = feed;
  const place = openId === null ? -1 : items.indexOf(openId);
  useEffect(() => show("viewer", place < 0 ? null : { from: place, to: place + 1 }), [show, place]);
  const isWanted = place >= 0 && place < itemsAhead && newerCount > 0 && !isNewerFailed;
  useEffect(() => {
    if (isWanted && !isLoadingNewer) loadNewer();
  }, [isWanted, isLoadingNewer, loadNewer]);
  const isOpen = openId !== null;
  useLoadRetry(isOpen && feed.isFailed && !feed.isLoadingMore ? feed.loadMore : null);
  useLoadRetry(isOpen && isNewerFailed && !isLoadingNewer ? loadNewer : null);
}
