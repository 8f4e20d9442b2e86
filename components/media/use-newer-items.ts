import { useEffect, useRef, useState } from "react";
import type { Feed } from "@/components/media/use-feed";

/** Items left before the open one when newer ones are asked for. */
const itemsAhead = 4;

/**
 * Newer items of a feed that was opened in its middle: fetched when the viewer comes near its first item.
 * @returns the item to keep in sight after newer ones came in above it
 */
export function useNewerItems({ items, newerCount, isLoadingNewer, loadNewer }: Feed, openId: string | null) {
  const [keptId, setKeptId] = useState<string | null>(null);
  const before = useRef({ newerCount, firstId: items[0]?.id ?? null });
  useEffect(() => {
    const last = before.current;
    if (newerCount < last.newerCount) setKeptId(last.firstId);
    before.current = { newerCount, firstId: items[0]?.id ?? null };
  }, [newerCount, items]);

  const place = openId === null ? -1 : items.findIndex(({ id }) => id === openId);
  const isNearStart = place >= 0 && place < itemsAhead && newerCount > 0;
  useEffect(() => {
    if (isNearStart && !isLoadingNewer) loadNewer();
  }, [isNearStart, isLoadingNewer, loadNewer]);
  return keptId;
}
