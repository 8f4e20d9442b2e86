import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { SelectionStore } from "@/components/album/selection/selection-store";
import { afterPress } from "@/components/ui/after-press";

/**
 * Tells the page how much space the bar takes, so toasts and the last row stay clear of it. Every element inherits the
 * property, so setting it is expensive.
 */
export function useRoomAtBottom(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement.style;
    let isGone = false;
    const tell = () => isGone || root.setProperty("--selection-bar", `${element.offsetHeight}px`);
    const observer = new ResizeObserver(() => afterPress(tell));
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      afterPress(() => root.removeProperty("--selection-bar"));
    };
  }, [bar]);
}

function focusTile(id: string | null): void {
  const tile = document.querySelector(`[data-media-id="${id}"]`);
  const link = tile?.querySelector<HTMLElement>("[data-tile-link], [data-tile-check]");
  (link ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

/** A bar that disappears while it, or a dialog it opened, has focus moves the focus to the last selected tile. */
export function useFocusGivenBack(bar: RefObject<HTMLElement | null>, store: SelectionStore): void {
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const remember = () => {
      lastId.current = store.anchorId() ?? lastId.current;
    };
    remember();
    return store.subscribe(remember);
  }, [store]);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      const focused = document.activeElement;
      const isOurs = element?.contains(focused) || focused?.closest('[role="dialog"], [role="alertdialog"]');
      if (isOurs) queueMicrotask(() => focusTile(lastId.current));
    };
  }, [bar]);
}
