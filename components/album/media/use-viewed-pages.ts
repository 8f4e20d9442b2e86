import { useEffect } from "react";
import type { Feed } from "@/components/album/media/use-feed";

/** Items left before the open one when newer ones are requested. */
const itemsAhead = 4;

/** Keeps the pages around the item that the viewer shows, and fetches newer items of a run as it nears the first one. */
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
