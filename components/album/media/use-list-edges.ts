import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect } from "react";
import { headerPixels } from "@/components/album/media/scroll-target";
import type { ItemRange } from "@/lib/album/media/client/near-pages";

/** Newer items are requested when this close to the first row. */
const rowsAhead = 3;
/** Time in which a jump settles. */
const restMs = 250;

export interface ListEdges {
  /** Called when the reader comes near the first row, for a list that grows there. */
  onNearStart?: (() => void) | undefined;
  /** Called with the first item in view whenever it changes. */
  onShown?: ((index: number) => void) | undefined;
  /** Called with the range of items in the document whenever it changes. */
  onRange?: ((range: ItemRange) => void) | undefined;
}

/** @param to the index after the last item */
export function useShownRange(
  from: number | undefined,
  to: number | undefined,
  onRange: ListEdges["onRange"],
): void {
  useEffect(() => {
    if (from !== undefined && to !== undefined) onRange?.({ from, to });
  }, [from, to, onRange]);
}

/** @param firstOf returns the first item of a row */
export function useListEdges(
  virtualizer: Virtualizer<Window, Element>,
  firstOf: (row: number) => number,
  { onNearStart, onShown }: ListEdges,
): void {
  const isNearStart = (virtualizer.range?.startIndex ?? 0) < rowsAhead;
  useEffect(() => {
    if (!isNearStart || !onNearStart) return;
    const timer = setTimeout(onNearStart, restMs);
    return () => clearTimeout(timer);
  }, [isNearStart, onNearStart]);

  const offset = virtualizer.scrollOffset ?? 0;
  const row = offset > 0 ? virtualizer.getVirtualItemForOffset(offset + headerPixels + 1)?.index : 0;
  const shown = firstOf(row ?? 0);
  useEffect(() => onShown?.(shown), [shown, onShown]);
}
