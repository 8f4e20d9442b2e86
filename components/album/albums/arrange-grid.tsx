"use client";

import { GripVertical } from "lucide-react";
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from "react";
import { type Drag, useArrangeDrag } from "@/components/album/albums/arrange-drag";
import { movedTo, useArrangedItems } from "@/components/album/albums/use-arranged-items";
import { MediaPicture } from "@/components/album/media/media-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** What the keyboard has picked up, and the order before. */
interface Picked {
  id: string;
  before: readonly MediaItemDto[];
}

/** How many tiles a row of the list has. */
function columnsOf(list: HTMLElement): number {
  return getComputedStyle(list).gridTemplateColumns.split(" ").length;
}

/** Where a key leads from a place in the list; null for other keys. */
function placeAfter(key: string, place: number, columns: number, count: number): number | null {
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: 0,
    End: count - 1,
  };
  const wanted = places[key];
  return wanted === undefined ? null : Math.max(0, Math.min(count - 1, wanted));
}

/** All items of an album as small squares, to drag or to move by keyboard. Each move is saved at once. */
export function ArrangeGrid({ albumId, onClose }: { albumId: string; onClose: () => void }) {
  const { items, isFailed, reload, show, save } = useArrangedItems(albumId);
  const list = useRef<HTMLUListElement>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [announced, setAnnounced] = useState("");
  const focused = useRef<string | null>(null);
  // The list is there before its items, so that dragging listens to it.
  const drag = useArrangeDrag(list, drop);
  const shown = items ?? [];

  function drop({ id, gap }: Drag) {
    const from = shown.findIndex((item) => item.id === id);
    const place = gap > from ? gap - 1 : gap;
    if (from < 0 || place === from) return;
    const arranged = movedTo(shown, id, place);
    show(arranged);
    save(arranged, id);
    setAnnounced(`Moved to place ${place + 1} of ${shown.length}.`);
  }

  // A tile that moves in the document loses the focus.
  useLayoutEffect(() => {
    const id = focused.current;
    if (
      id === null ||
      document.activeElement?.closest("[data-arranged]")?.getAttribute("data-arranged") === id
    )
      return;
    list.current?.querySelector<HTMLElement>(`[data-arranged="${id}"] button`)?.focus();
  });

  function putDown() {
    if (!picked) return;
    const place = shown.findIndex(({ id }) => id === picked.id);
    if (place !== picked.before.findIndex(({ id }) => id === picked.id)) save(shown, picked.id);
    setPicked(null);
    setAnnounced(`Put down at place ${place + 1} of ${shown.length}.`);
  }

  function onKeyDown(event: KeyboardEvent) {
    const tile =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-arranged]") : null;
    const id = tile?.dataset.arranged ?? "";
    const place = shown.findIndex((item) => item.id === id);
    if (place < 0) return;
    if (event.key === "Escape" && picked) {
      show(picked.before);
      setPicked(null);
      setAnnounced("Back where it was.");
    } else if (event.key === "Escape") {
      onClose();
    } else if (event.key === " " || event.key === "Enter") {
      if (picked) putDown();
      else {
        setPicked({ id, before: shown });
        setAnnounced(`Picked up, place ${place + 1} of ${shown.length}. Move it with the arrow keys.`);
      }
    } else {
      const next = placeAfter(event.key, place, list.current ? columnsOf(list.current) : 1, shown.length);
      if (next === null) return;
      if (picked) {
        show(movedTo(shown, picked.id, next));
        setAnnounced(`Place ${next + 1} of ${shown.length}.`);
      } else focused.current = shown[next]?.id ?? id;
      if (!picked) list.current?.querySelectorAll<HTMLElement>("[data-arranged] button")[next]?.focus();
    }
    event.preventDefault();
  }

  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        <span className="hidden pointer-fine:inline">Drag a photo to its place.</span>
        <span className="pointer-fine:hidden">Drag a photo by its handle.</span> With a keyboard: Space picks
        it up and puts it down, the arrow keys move it. Every move is saved.
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {isFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-ink-soft">
          The album could not be loaded.
          <Button variant="secondary" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {!items && !isFailed && <Skeleton className="h-64" />}
      <ul
        ref={list}
        aria-label="Photos in their order"
        onKeyDown={onKeyDown}
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
              focused.current = item.id;
            }}
            onBlur={(event) => {
              if (event.relatedTarget) focused.current = null;
              if (event.relatedTarget && picked) putDown();
            }}
            className="relative aspect-square [contain-intrinsic-size:140px] [content-visibility:auto]"
          >
            {drag?.gap === place && <DropMark side="left" />}
            {drag?.gap === shown.length && place === shown.length - 1 && <DropMark side="right" />}
            <Tile
              item={item}
              label={`${mediaAlt(item)}, place ${place + 1} of ${shown.length}`}
              isPicked={picked?.id === item.id}
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
    className={cn(
      "absolute inset-y-0 z-2 w-1 rounded-full bg-accent-strong",
      side === "left" ? "-left-1.5 md:-left-2" : "-right-1.5 md:-right-2",
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
          isPicked && "ring-4 ring-accent-strong ring-offset-2 ring-offset-paper",
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
