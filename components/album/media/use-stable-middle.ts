import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import { headerPixels } from "@/components/album/media/scroll-target";
import type { RowShape } from "@/lib/shared/justified-layout";
import type { RowList } from "@/lib/shared/row-list";

/**
 * When a grid's rows are re-laid, what was in the middle of the window stays there; at the start of the list, the start
 * stays.
 * @param top distance of the list from the top of the document
 */
export function useStableMiddle(
  virtualizer: Virtualizer<Window, Element>,
  rows: RowList,
  shape: RowShape,
  top: number,
): void {
  const seen = useRef({ shape, scrollY: 0, before: -1, item: -1, distance: 0 });
  useLayoutEffect(() => {
    const { shape: former, item, distance } = seen.current;
    // From the last scroll event: asking the window for its position now would force a layout.
    const { scrollOffset, scrollRect } = virtualizer;
    if (scrollOffset === null || !scrollRect) return;
    if (former !== shape && item >= 0) {
      const place = virtualizer.measurementsCache[rows.indexOfItem(item)];
      if (place) virtualizer.scrollToOffset(place.start + place.size / 2 - distance);
      seen.current = { shape, scrollY: window.scrollY, before: scrollOffset, item, distance };
      return;
    }
    // Stepping back and forth keeps the same item in place.
    const { scrollY, before } = seen.current;
    if (former === shape && (Math.abs(scrollOffset - scrollY) < 1 || scrollOffset === before)) return;
    const isAtBeginning = scrollOffset <= Math.max(0, top - headerPixels);
    const place = isAtBeginning
      ? undefined
      : virtualizer.getVirtualItemForOffset(scrollOffset + scrollRect.height / 2);
    const middle = place && rows.at(place.index);
    const now = { shape, scrollY: scrollOffset, before: -1 };
    seen.current = middle
      ? {
          ...now,
          item: Math.floor((middle.start + middle.end) / 2),
          distance: place.start + place.size / 2 - scrollOffset,
        }
      : { ...now, item: -1, distance: 0 };
  });
}
