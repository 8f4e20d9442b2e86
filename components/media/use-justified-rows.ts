import { useMemo, useRef } from "react";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { finishedRows, type JustifiedRow, packRows, type RowShape } from "@/lib/shared/justified-layout";

/** The rows of a list that grows: what a further page costs doesn't depend on how many came before it. */
export function useJustifiedRows(
  items: readonly MediaItemDto[],
  shape: RowShape,
  groupOf?: (item: MediaItemDto) => string,
): readonly JustifiedRow[] {
  const packed = useRef({ items, shape, groupOf, rows: [] as readonly JustifiedRow[] });
  return useMemo(() => {
    const before = packed.current;
    const isSame = before.shape === shape && before.groupOf === groupOf;
    const finished = isSame ? finishedRows(before.rows, before.items, items) : [];
    packed.current = { items, shape, groupOf, rows: packRows(items, shape, finished, groupOf) };
    return packed.current.rows;
  }, [items, shape, groupOf]);
}
