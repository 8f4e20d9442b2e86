import { useMemo, useRef } from "react";
import type { MediaPlace } from "@/lib/album/media/client/item-places";
import { dayOf } from "@/lib/album/media/client/media-days";
import { listOf, type MediaItems } from "@/lib/album/media/client/media-list";
import {
  finishedWithin,
  type JustifiedRow,
  packRows,
  packRowsBefore,
  type RowShape,
} from "@/lib/shared/justified-layout";

interface RowsOptions {
  /** A row ends with its day. */
  isByDay?: boolean;
  /** How many items were inserted before those the list began with. */
  leading?: number;
}

/** The rows of a growing list: the cost of another page doesn't depend on how many came before it. */
export function useJustifiedRows(
  items: MediaItems,
  shape: RowShape,
  { isByDay = false, leading = 0 }: RowsOptions = {},
): readonly JustifiedRow[] {
  const list = listOf(items);
  const packed = useRef({ list, shape, isByDay, leading, rows: [] as readonly JustifiedRow[] });
  return useMemo(() => {
    const before = packed.current;
    const isSame = before.shape === shape && before.isByDay === isByDay && before.leading === leading;
    const same = isSame ? before.list.sameStart(list) : 0;
    // Pages were forgotten or read again: nothing has moved.
    if (isSame && same === list.length && same === before.list.length && before.rows.length > 0) {
      packed.current = { ...before, list };
      return before.rows;
    }
    const places = {
      length: list.length,
      at: (index: number): MediaPlace | undefined => list.placeAt(index),
    };
    const groupOf = isByDay ? dayOf : undefined;
    const finished = isSame ? finishedWithin(before.rows, same) : [];
    const isPast = (finished.at(-1)?.end ?? 0) >= leading;
    const begun = isPast ? finished : packRowsBefore(places, shape, leading, groupOf);
    packed.current = { list, shape, isByDay, leading, rows: packRows(places, shape, begun, groupOf) };
    return packed.current.rows;
  }, [list, shape, isByDay, leading]);
}
