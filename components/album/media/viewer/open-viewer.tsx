"use client";

import { useEffect, useState } from "react";
import {
  forgetSlideshowRequest,
  isSlideshowRequested,
} from "@/components/album/media/slideshow/slideshow-request";
import { MediaViewer } from "@/components/album/media/viewer/media-viewer";
import type { ViewerOverlayProps } from "@/components/album/media/viewer-overlay";
import { fetchedPart } from "@/components/ui/fetched-part";
import { listOf } from "@/lib/album/media/client/media-list";

const Slideshow = fetchedPart(
  async () => (await import("@/components/album/media/slideshow/slideshow")).Slideshow,
  { fallback: <div aria-hidden="true" className="fixed inset-0 z-40 bg-black" /> },
);

/** The viewer with the open item of a list, or a slideshow from it. */
export function OpenViewer({
  openId,
  items,
  fallback,
  ...rest
}: Omit<ViewerOverlayProps, "openId"> & { openId: string }) {
  const list = listOf(items);
  const found = list.indexOf(openId);
  const [lastIndex, setLastIndex] = useState(-1);
  const [isSlideshow, setIsSlideshow] = useState(() => isSlideshowRequested(openId));
  useEffect(forgetSlideshowRequest, []);
  if (found >= 0 && found !== lastIndex) setLastIndex(found);
  // A just-deleted item leaves the list before the address has moved on: its index stays open, or the viewer, its focus
  // and its Undo would be lost.
  const index = found < 0 ? Math.min(lastIndex, items.length - 1) : found;
  if (index < 0) return null;
  const endSlideshow = () => setIsSlideshow(false);
  if (isSlideshow) {
    const { total, before, onShow, onNearEnd } = rest;
    return (
      <Slideshow
        items={list}
        index={index}
        total={total}
        before={before}
        onShow={onShow}
        onNearEnd={onNearEnd}
        onEnd={endSlideshow}
        onNotLoaded={endSlideshow}
      />
    );
  }
  // It was evicted, and is being loaded again.
  if (!list.at(index)) return fallback;
  return <MediaViewer items={list} index={index} onSlideshow={() => setIsSlideshow(true)} {...rest} />;
}
