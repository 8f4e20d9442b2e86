"use client";

import { GripVertical } from "lucide-react";
import { memo, useLayoutEffect, useRef } from "react";
import { useArranging } from "@/components/album/albums/use-arranging";
import { MediaPicture } from "@/components/album/media/media-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { cn } from "@/components/ui/class-names";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Skeleton } from "@/components/ui/skeleton";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** All items of an album as small squares, for reordering. Each move is saved immediately. */
export function ArrangeGrid({ albumId, onClose }: { albumId: string; onClose: () => void }) {
  // The list is rendered before its items, so that dragging can listen on it.
  const list = useRef<HTMLUListElement>(null);
  const focusedId = useRef<string | null>(null);
  const arranging = useArranging(albumId, list, onClose);
  const { shown, drag, pickedId } = arranging;

  // A tile loses focus when it moves within the document.
  useLayoutEffect(() => {
    if (focusedId.current === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-arranged="${focusedId.current}"] button`)?.focus();
  });

  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        <span className="pointer-coarse:hidden">
          Drag a photo to its place. With a keyboard: Space picks it up and puts it down, the arrow keys move
          it.{" "}
        </span>
        <span className="hidden pointer-coarse:inline">
          Drag a photo by its handle, or press it and then the one whose place it should take.{" "}
        </span>
        Every move is saved.
      </p>
      <p role="status" className="sr-only">
        {arranging.announced}
      </p>
      {arranging.isFailed && <NotLoaded onRetry={arranging.reload}>The album could not be loaded.</NotLoaded>}
      {!arranging.items && !arranging.isFailed && <Skeleton className="h-64" />}
      <ul
        ref={list}
        aria-label="Photos in their order"
        onKeyDown={arranging.onKeyDown}
        onClick={arranging.onClick}
        className={cn(
          "grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-2 md:grid-cols-[repeat(auto-fill,minmax(140px,1fr))] md:gap-3",
          drag && "cursor-grabbing select-none",
        )}
      >
        {shown.map((item, place) => (
          <li
            key={item.id}
            data-arranged={item.id}
            data-place={place}
            onFocus={() => {
              focusedId.current = item.id;
            }}
            onBlur={({ relatedTarget }) => {
              if (relatedTarget) focusedId.current = null;
            }}
            className="relative aspect-square [contain-intrinsic-size:140px] [content-visibility:auto]"
          >
            {drag?.gap === place && <DropMark side="left" />}
            {drag?.gap === shown.length && place === shown.length - 1 && <DropMark side="right" />}
            <Tile
              item={item}
              label={`${mediaAlt(item)}, place ${place + 1} of ${shown.length}`}
              isPicked={pickedId === item.id}
              isDragged={drag?.id === item.id}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const DropMark = ({ side }: { side: "left" | "right" }) => (
  <span
    aria-hidden="true"
    data-drop-mark
    className={cn(
      "absolute inset-y-0 z-2 w-1 rounded-full bg-accent-strong",
      side === "left" ? "left-0" : "right-0",
    )}
  />
);

interface TileProps {
  item: MediaItemDto;
  label: string;
  isPicked: boolean;
  isDragged: boolean;
}

const Tile = memo(function Tile({ item, label, isPicked, isDragged }: TileProps) {
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isPicked}
        className={cn(
          "block size-full cursor-grab overflow-hidden rounded-xl",
          isPicked && "outline-4 -outline-offset-4 outline-accent-strong",
          isDragged && "opacity-40",
        )}
      >
        <MediaPicture item={item} src={thumbnailUrl(item)} alt="" />
        {item.mediaType === "video" && <PlayBadge isSmall />}
      </button>
      <span
        data-handle
        aria-hidden="true"
        className="absolute right-0 bottom-0 grid size-11 touch-none place-items-center pointer-fine:hidden"
      >
        <span className="grid size-8 place-items-center rounded-full bg-card/92 text-ink shadow-1">
          <GripVertical className="size-4.5" />
        </span>
      </span>
    </>
  );
});
