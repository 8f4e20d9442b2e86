import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import { headerPixels } from "@/components/media/scroll-target";
import type { JustifiedRow, RowShape } from "@/lib/shared/justified-layout";

/**
 * When the rows of a grid are cut in another way, what was in the middle of the window stays there; at the list's
 * beginning that stays.
 * @param top distance of the list from the top of the document
 */
export function useKeptMiddle(
  virtualizer: Virtualizer<Window, Element>,
  rows: readonly JustifiedRow[],
  shape: RowShape,
  top: number,
): void {
  const seen = useRef<{ shape: RowShape; item: number | null }>({ shape, item: null });
  useLayoutEffect(() => {
    const { shape: before, item } = seen.current;
    if (before !== shape && item !== null) {
      seen.current = { shape, item };
      const row = rows.findIndex(({ start, end }) => start <= item && item < end);
      if (row >= 0) virtualizer.scrollToIndex(row, { align: "center" });
      return;
    }
    const isScrolled = window.scrollY > Math.max(0, top - headerPixels);
    const middle = isScrolled
      ? rows[virtualizer.getVirtualItemForOffset(window.scrollY + window.innerHeight / 2)?.index ?? -1]
      : undefined;
    // Step by step there and back, the same item is kept.
    const isStill = middle && item !== null && middle.start <= item && item < middle.end;
    seen.current = {
      shape,
      item: isStill ? item : middle ? Math.floor((middle.start + middle.end) / 2) : null,
    };
  });
}
