"use client";

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { tellReadOutcome } from "@/components/album/selection/read-outcome-toast";
import { SelectionContext } from "@/components/album/selection/selection-context";
import { listenToGestures } from "@/components/album/selection/selection-gestures";
import { type ReadRest, SelectionStore } from "@/components/album/selection/selection-store";
import { fetchedPart } from "@/components/ui/fetched-part";
import { toastStore } from "@/components/ui/toast";
import type { MediaItemDto } from "@/lib/album/media/schema";

const SelectionBar = fetchedPart(
  async () => (await import("@/components/album/selection/selection-bar")).SelectionBar,
);

export interface SelectionAreaProps {
  items: readonly MediaItemDto[];
  /** Read what comes after and before the items; null when all of that is loaded. */
  readOlder: ReadRest | null;
  readNewer?: ReadRest | null;
  /** What can be done with what is chosen. */
  place?: "album" | "trash";
  /** The list; its tiles know themselves in it. */
  children: ReactNode;
}

const floating = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const typing = "input, textarea, select, [contenteditable]";

/** Whether a key belongs to something else: a dialog or menu, a box that is typed in, a toast that Escape closes first. */
function isKeyTaken(event: KeyboardEvent): boolean {
  return (
    document.querySelector(floating) !== null ||
    (event.target instanceof Element && event.target.closest(typing) !== null) ||
    (event.key === "Escape" && toastStore.entries().some(({ isOpen }) => isOpen))
  );
}

/** A list whose items can be chosen, many at once, and the bar that says what to do with them. */
export function SelectionArea({
  items,
  readOlder,
  readNewer = null,
  place = "album",
  children,
}: SelectionAreaProps) {
  const [store] = useState(() => new SelectionStore());
  const list = useRef<HTMLDivElement>(null);
  const isActive = useSyncExternalStore(store.subscribe, store.isActive, () => false);

  useEffect(() => store.show(items, readOlder, readNewer), [store, items, readOlder, readNewer]);
  useEffect(() => {
    const end = list.current ? listenToGestures(list.current, store) : undefined;
    return () => {
      end?.();
      store.end();
    };
  }, [store]);

  useEffect(() => {
    if (!isActive) return;
    // Before anything on the page hears of it: a toast that Escape closes is still there then.
    const onKeyDown = (event: KeyboardEvent) => {
      const isAll = event.key === "a" && (event.ctrlKey || event.metaKey);
      if ((event.key !== "Escape" && !isAll) || isKeyTaken(event)) return;
      event.preventDefault();
      if (isAll) void store.chooseAll().then(tellReadOutcome);
      else store.end();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [store, isActive]);

  return (
    <SelectionContext value={store}>
      <button
        type="button"
        aria-pressed={isActive}
        onClick={() => (isActive ? store.end() : store.begin())}
        className="button button-secondary fixed top-3 left-3 z-50 -translate-y-[200%] focus-visible:translate-y-0"
      >
        Select photos and videos
      </button>
      <SelectionStatus store={store} />
      {isActive && <SelectionBar store={store} place={place} onNotLoaded={() => store.end()} />}
      <div ref={list}>{children}</div>
    </SelectionContext>
  );
}

/** Says the count to who doesn't see it. It is there before anything is chosen, or nothing would be heard. */
function SelectionStatus({ store }: { store: SelectionStore }) {
  const size = useSyncExternalStore(store.subscribe, store.size, () => 0);
  return (
    <p role="status" className="sr-only">
      {size > 0 && `${size.toLocaleString("en-GB")} selected`}
    </p>
  );
}
