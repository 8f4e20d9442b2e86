"use client";

import { type ReactNode, Suspense } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import { usePreloaded } from "@/components/ui/use-preloaded";
import type { MediaItems } from "@/lib/album/media/client/media-list";

const loadViewer = () => import("@/components/album/media/viewer/open-viewer");
const OpenViewer = fetchedPart(async () => (await loadViewer()).OpenViewer, { fallback: "outer" });

/** Fetches the viewer's code before it is needed. */
export function usePreloadedViewer(): void {
  usePreloaded(loadViewer);
}

export interface ViewerOverlayProps {
  openId: string | null;
  items: MediaItems;
  total: number;
  /** The number of items before the first of `items`. */
  before?: number;
  onShow: (id: string) => void;
  onClose: () => void;
  /** Requests more items when the viewer nears their end. */
  onNearEnd: () => void;
  /** Stands in while the viewer's code is fetched. */
  fallback?: ReactNode;
}

const darkGround = <div aria-hidden="true" className="fixed inset-0 z-30 bg-[oklch(15%_0.015_350)]" />;

/**
 * The viewer over a list; its code is fetched for the first item. Renders nothing while the open item is not in the
 * list.
 */
export function ViewerOverlay({ openId, fallback = darkGround, ...rest }: ViewerOverlayProps) {
  if (!openId) return null;
  return (
    <Suspense fallback={fallback}>
      <OpenViewer openId={openId} fallback={fallback} {...rest} />
    </Suspense>
  );
}
