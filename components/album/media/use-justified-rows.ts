import { useMemo, useRef } from "react";
import type { MediaPlace } from "@/lib/album/media/client/item-places";
import { dayOf } from "@/lib/album/media/client/media-days";
import { listOf, type MediaItems } from "@/lib/album/media/client/media-list";
import { packRows, packRowsBefore, type RowShape } from "@/lib/shared/justified-layout";
import { RowList } from "@/lib/shared/row-list";

interface RowsOptions {
  /** Whether rows are grouped by day. */
  isByDay?: boolean;
  /** The number of items inserted before those the list began with. */
  leading?: number;
}

/** The rows of a growing list: when a page is added, only its own rows are packed. */
export function useJustifiedRows(
  items: MediaItems,
  shape: RowShape,
  { isByDay = false, leading = 0 }: RowsOptions = {},
): RowList {
  const list = listOf(items);
  const packed = useRef({ list, shape, isByDay, leading, rows: RowList.empty });
  return useMemo(() => {
    const before = packed.current;
    const isSame = before.shape === shape && before.isByDay === isByDay && before.leading === leading;
    const same = isSame ? before.list.sameStart(list) : 0;
    // Pages were evicted or reloaded: nothing has moved.
    if (isSame && same === list.length && same === before.list.length && before.rows.length > 0) {
      packed.current = { ...before, list };
      return before.rows;
    }
    const places = {
      length: list.length,
      at: (index: number): MediaPlace | undefined => list.placeAt(index),
    };
    const groupOf = isByDay ? dayOf : undefined;
    const finished = isSame ? before.rows.within(same) : RowList.empty;
    const begun =
      finished.end >= leading
        ? finished
        : RowList.empty.with(packRowsBefore(places, shape, leading, groupOf));
    const rows = begun.with(packRows(places, shape, begun.end, groupOf));
    packed.current = { list, shape, isByDay, leading, rows };
    return rows;
  }, [list, shape, isByDay, leading]);
}
