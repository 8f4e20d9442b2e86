import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import { headerPixels } from "@/components/album/media/scroll-target";
import type { JustifiedRow, RowShape } from "@/lib/shared/justified-layout";

/**
 * When a grid's rows are re-laid, what was in the middle of the window stays there; at the start of the list, the start
 * stays.
 * @param top distance of the list from the top of the document
 */
export function useStableMiddle(
  virtualizer: Virtualizer<Window, Element>,
  rows: readonly JustifiedRow[],
  shape: RowShape,
  top: number,
): void {
  const seen = useRef({ shape, scrollY: 0, item: -1, distance: 0 });
  useLayoutEffect(() => {
    const { shape: before, item, distance } = seen.current;
    if (before !== shape && item >= 0) {
      const row = rows.findIndex(({ start, end }) => start <= item && item < end);
      const place = virtualizer.measurementsCache[row];
      if (place) virtualizer.scrollToOffset(place.start + place.size / 2 - distance);
      seen.current = { shape, scrollY: window.scrollY, item, distance };
      return;
    }
    const { scrollY, innerHeight } = window;
    // Step by step back and forth, the same item stays in place.
    if (before === shape && Math.abs(scrollY - seen.current.scrollY) < 1) return;
    const isAtBeginning = scrollY <= Math.max(0, top - headerPixels);
    const place = isAtBeginning ? undefined : virtualizer.getVirtualItemForOffset(scrollY + innerHeight / 2);
    const middle = place && rows[place.index];
    seen.current = middle
      ? {
          shape,
          scrollY,
          item: Math.floor((middle.start + middle.end) / 2),
          distance: place.start + place.size / 2 - scrollY,
        }
      : { shape, scrollY, item: -1, distance: 0 };
  });
}
