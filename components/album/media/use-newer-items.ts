import { useEffect } from "react";
import type { Feed } from "@/components/album/media/use-feed";

/** Items left before the open one when newer ones are requested. */
const itemsAhead = 4;

/** Fetches newer items of a run as the viewer nears its first one. */
export function useNewerItems(
  { items, newerCount, isLoadingNewer, isNewerFailed, loadNewer }: Feed,
  openId: string | null,
): void {
  const place = openId === null ? -1 : items.findIndex(({ id }) => id === openId);
  const isWanted = place >= 0 && place < itemsAhead && newerCount > 0 && !isNewerFailed;
  useEffect(() => {
    if (isWanted && !isLoadingNewer) loadNewer();
  }, [isWanted, isLoadingNewer, loadNewer]);
}
