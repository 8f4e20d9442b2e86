import { measureElement, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { ReviewRow } from "@/components/sorter/review-rows";

export const tileGap = 8;
const usualHeadingHeight = 92;

/**
 * The rows near the viewport, and their positions.
 * @param top of the list in the page, in pixels; null until it is known
 */
export function useReviewWindow(rows: readonly ReviewRow[], tileHeight: number, top: number | null) {
  // Rows of tiles have a known height, and headings report theirs once they are laid out: reading it immediately would
  // force layout within the task that renders it. A new heading is assumed to be as high as the last of its kind.
  const headings = useRef(new Map<string, number>());
  const heightOf = (row: ReviewRow | undefined) => {
    if (row?.kind === "tiles") return tileHeight + tileGap;
    const known = headings.current;
    return known.get(row?.key ?? "") ?? known.get(row?.section.kind ?? "") ?? usualHeadingHeight;
  };

  const virtualizer = useWindowVirtualizer({
    count: top === null ? 0 : rows.length,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => heightOf(rows[index]),
    measureElement: (element, entry, instance) => {
      const row = rows[instance.indexFromElement(element)];
      if (entry && row) {
        const height = measureElement(element, entry, instance);
        headings.current.set(row.key, height).set(row.section.kind, height);
      }
      return heightOf(row);
    },
    overscan: 4,
    scrollMargin: top ?? 0,
    scrollPaddingStart: 90,
    scrollPaddingEnd: 170,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width decides the sizes
  useEffect(() => virtualizer.measure(), [virtualizer, tileHeight]);
  return virtualizer;
}
