"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import { listOf, type MediaItems } from "@/lib/album/media/client/media-list";

const loadViewer = () => import("@/components/album/media/viewer/media-viewer");
const MediaViewer = fetchedPart(async () => (await loadViewer()).MediaViewer, { fallback: "outer" });

/** Fetches the viewer's code when someone first points at or touches the page: a moment before it is needed. */
export function usePreloadedViewer(): void {
  useEffect(() => {
    const events = ["pointermove", "pointerdown", "keydown"] as const;
    const load = () => {
      for (const event of events) window.removeEventListener(event, load);
      // A failure is reported when a picture is opened.
      void loadViewer().catch(() => {});
    };
    for (const event of events) window.addEventListener(event, load, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, load);
    };
  }, []);
}

export interface ViewerOverlayProps {
  openId: string | null;
  items: MediaItems;
  total: number;
  /** How many items precede the first of `items`. */
  before?: number;
  onShow: (id: string) => void;
  onClose: () => void;
  /** Requests more items when the viewer nears their end. */
  onNearEnd: () => void;
  /** Stands in while the viewer's code is fetched. */
  fallback?: ReactNode;
}

const darkGround = <div aria-hidden="true" className="fixed inset-0 z-30 bg-[oklch(15%_0.015_350)]" />;

/** The viewer over a list; renders nothing while the open item is not in it. */
export function ViewerOverlay({
  openId,
  items,
  total,
  before = 0,
  onShow,
  onClose,
  onNearEnd,
  fallback = darkGround,
}: ViewerOverlayProps) {
  const list = listOf(items);
  const found = openId ? list.indexOf(openId) : -1;
  const [lastIndex, setLastIndex] = useState(-1);
  if ((found >= 0 || !openId) && found !== lastIndex) setLastIndex(found);
  // A just-deleted item leaves the list before the address has moved on: its place stays open, or the viewer, its focus
  // and its Undo would be lost.
  const index = found < 0 && openId ? Math.min(lastIndex, items.length - 1) : found;
  if (index < 0) return null;
  // It was forgotten, and is being read again.
  if (!list.at(index)) return fallback;
  return (
    <Suspense fallback={fallback}>
      <MediaViewer
        items={list}
        index={index}
        total={total}
        before={before}
        onShow={onShow}
        onClose={onClose}
        onNearEnd={onNearEnd}
      />
    </Suspense>
  );
}
