"use client";

import { Play } from "lucide-react";
import { requestSlideshow } from "@/components/album/media/slideshow/slideshow-request";
import type { MediaList } from "@/lib/album/media/client/media-list";

export interface SlideshowButtonProps {
  items: MediaList;
  /** The index of the first item in view. */
  first: () => number;
  /** Opens an item in the viewer. */
  onOpen: (id: string) => void;
}

/** Starts a slideshow of a list at the photo in view. */
export function SlideshowButton({ items, first, onOpen }: SlideshowButtonProps) {
  if (items.length < 2) return null;
  function start() {
    const item = items.at(first()) ?? [...items.remembered()][0];
    if (!item) return;
    requestSlideshow(item.id);
    onOpen(item.id);
  }
  return (
    <button
      type="button"
      onClick={start}
      className="flex min-h-11 items-center gap-2 rounded-full px-3.5 text-step--1 font-semibold text-ink-soft hover:bg-sunk hover:text-ink"
    >
      <Play aria-hidden="true" className="size-4.5" />
      Slideshow
    </button>
  );
}
