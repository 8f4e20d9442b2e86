"use client";

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useAddTarget } from "@/components/album/item/album-place";
import { showReadOutcomeToast } from "@/components/album/selection/read-outcome-toast";
import { SelectionContext } from "@/components/album/selection/selection-context";
import { listenToGestures } from "@/components/album/selection/selection-gestures";
import { type ReadListed, type ReadRest, SelectionStore } from "@/components/album/selection/selection-store";
import { fetchedPart } from "@/components/ui/fetched-part";
import { toastStore } from "@/components/ui/toast";
import { usePreloaded } from "@/components/ui/use-preloaded";
import type { MediaItems } from "@/lib/album/media/client/media-list";
import { numberText } from "@/lib/shared/counted";

const loadBar = () => import("@/components/album/selection/selection-bar");
const SelectionBar = fetchedPart(async () => (await loadBar()).SelectionBar);

export interface SelectionAreaProps {
  items: MediaItems;
  /** Read the items after and before these; null if all of them are loaded. */
  readOlder: ReadRest | null;
  readNewer?: ReadRest | null;
  /** Reads evicted items of the list. */
  readListed?: ReadListed | null;
  /** Decides which actions the selection offers. */
  place?: "album" | "trash";
  /** The list; its tiles use the selection's context. */
  children: ReactNode;
}

const floating = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const typing = "input, textarea, select, [contenteditable]";

/**
 * Whether a key belongs to something else: a dialog or menu, a box being typed in, a toast that Escape closes first.
 */
function isKeyTaken(event: KeyboardEvent): boolean {
  return (
    document.querySelector(floating) !== null ||
    (event.target instanceof Element && event.target.closest(typing) !== null) ||
    (event.key === "Escape" && toastStore.entries().some(({ isOpen }) => isOpen))
  );
}

/** A list whose items can be selected, many at once, and the bar with the actions on them. */
export function SelectionArea({
  items,
  readOlder,
  readNewer = null,
  readListed = null,
  place = "album",
  children,
}: SelectionAreaProps) {
  const [store] = useState(() => new SelectionStore());
  const list = useRef<HTMLDivElement>(null);
  const isActive = useSyncExternalStore(store.subscribe, store.isActive, () => false);
  const isShownActive = useSyncExternalStore(store.subscribe, store.isShownActive, () => false);
  const isChoosing = useAddTarget() !== null;
  usePreloaded(loadBar);

  useEffect(
    () => store.show(items, readOlder, readNewer, readListed),
    [store, items, readOlder, readNewer, readListed],
  );
  useEffect(() => {
    const end = list.current ? listenToGestures(list.current, store) : undefined;
    if (isChoosing) store.begin();
    return () => {
      end?.();
      store.end();
    };
  }, [store, isChoosing]);

  useEffect(() => {
    if (!isActive) return;
    // Runs before any other listener on the page, while a toast that Escape closes is still there.
    const onKeyDown = (event: KeyboardEvent) => {
      const isAll = event.key === "a" && (event.ctrlKey || event.metaKey);
      if ((event.key !== "Escape" && !isAll) || isKeyTaken(event)) return;
      event.preventDefault();
      if (isAll) void store.chooseAll().then(showReadOutcomeToast);
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
      {isShownActive && <SelectionBar store={store} place={place} onNotLoaded={() => store.end()} />}
      <div ref={list}>{children}</div>
    </SelectionContext>
  );
}

/**
 * Announces the count to people who can't see it. It exists before anything is selected, or nothing would be announced.
 */
function SelectionStatus({ store }: { store: SelectionStore }) {
  const size = useSyncExternalStore(store.subscribe, store.size, () => 0);
  return (
    <p role="status" className="sr-only">
      {size > 0 && `${numberText(size)} selected`}
    </p>
  );
}
