import { useEffect } from "react";
import type { Feed } from "@/components/album/media/use-feed";

/** Newer items are requested when this many are left before the open one. */
const itemsAhead = 4;

/** Keeps the pages around the viewer's item loaded, and fetches newer items of a run as it nears the first one. */
export function useViewedPages(
  { items, newerCount, isLoadingNewer, isNewerFailed, loadNewer, show }: Feed,
  openId: string | null,
): void {
  const place = openId === null ? -1 : items.indexOf(openId);
  useEffect(() => show("viewer", place < 0 ? null : { from: place, to: place + 1 }), [show, place]);
  const isWanted = place >= 0 && place < itemsAhead && newerCount > 0 && !isNewerFailed;
  useEffect(() => {
    if (isWanted && !isLoadingNewer) loadNewer();
  }, [isWanted, isLoadingNewer, loadNewer]);
}
