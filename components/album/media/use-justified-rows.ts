import { useMemo, useRef } from "react";
import type { MediaItemDto } from "@/lib/album/media/schema";
import {
  finishedRows,
  type JustifiedRow,
  packRows,
  packRowsBefore,
  type RowShape,
} from "@/lib/shared/justified-layout";

interface RowsOptions {
  groupOf?: ((item: MediaItemDto) => string) | undefined;
  /** How many items were inserted before those the list began with. */
  leading?: number;
}

/** The rows of a growing list: the cost of another page doesn't depend on how many came before it. */
export function useJustifiedRows(
  items: readonly MediaItemDto[],
  shape: RowShape,
  { groupOf, leading = 0 }: RowsOptions = {},
): readonly JustifiedRow[] {
  const packed = useRef({ items, shape, groupOf, leading, rows: [] as readonly JustifiedRow[] });
  return useMemo(() => {
    const before = packed.current;
    const isSame = before.shape === shape && before.groupOf === groupOf && before.leading === leading;
    const finished = isSame ? finishedRows(before.rows, before.items, items) : [];
    const isPast = (finished.at(-1)?.end ?? 0) >= leading;
    const begun = isPast ? finished : packRowsBefore(items, shape, leading, groupOf);
    packed.current = { items, shape, groupOf, leading, rows: packRows(items, shape, begun, groupOf) };
    return packed.current.rows;
  }, [items, shape, groupOf, leading]);
}
