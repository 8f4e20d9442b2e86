"use client";

import { useState } from "react";
import { MediaViewer } from "@/components/album/media/viewer/media-viewer";
import type { ViewerOverlayProps } from "@/components/album/media/viewer-overlay";
import { listOf } from "@/lib/album/media/client/media-list";

/** The viewer with the open item of a list. */
export function OpenViewer({
  openId,
  items,
  fallback,
  ...rest
}: Omit<ViewerOverlayProps, "openId"> & { openId: string }) {
  const list = listOf(items);
  const found = list.indexOf(openId);
  const [lastIndex, setLastIndex] = useState(-1);
  if (found >= 0 && found !== lastIndex) setLastIndex(found);
  // A just-deleted item leaves the list before the address has moved on: its place stays open, or the viewer, its focus
  // and its Undo would be lost.
  const index = found < 0 ? Math.min(lastIndex, items.length - 1) : found;
  if (index < 0) return null;
  // It was forgotten, and is being read again.
  if (!list.at(index)) return fallback;
  return <MediaViewer items={list} index={index} {...rest} />;
}
