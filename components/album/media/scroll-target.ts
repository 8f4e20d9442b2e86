import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

/** An item to scroll to, once per object. */
export interface ScrollTarget {
  /** The item's key. */
  key: number;
  /** Where the item ends up: just inside the window, in its middle, or under the header. */
  align: "auto" | "center" | "start";
}

/** The height the sticky header covers, with a little space. */
export const headerPixels = 90;

/** @param index the target's row; -1 until the list contains it */
export function useScrollTarget(
  virtualizer: Virtualizer<Window, Element>,
  target: ScrollTarget | null,
  index: number,
): void {
  const done = useRef(new WeakSet<ScrollTarget>());
  useEffect(() => {
    if (!target || index < 0 || done.current.has(target)) return;
    // Later pages and a closed viewer must not scroll the reader back.
    done.current.add(target);
    virtualizer.scrollToIndex(index, { align: target.align });
  }, [virtualizer, target, index]);
}
