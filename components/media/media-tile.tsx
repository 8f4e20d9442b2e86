"use client";

import { Heart, ImageOff, RotateCw } from "lucide-react";
import Link from "next/link";
import { type MouseEvent, useState } from "react";
import { MediaPicture } from "@/components/media/media-picture";
import { PlayBadge } from "@/components/media/play-badge";
import { TileChip } from "@/components/media/tile-chip";
import { useRetryMedia } from "@/components/media/use-retry-media";
import { cn } from "@/components/ui/class-names";
import { mediaAlt } from "@/lib/features/media/media-words";
import { thumbnailUrl, viewerPath } from "@/lib/features/media/picture-urls";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { counted } from "@/lib/shared/counted";
import { formatDuration } from "@/lib/shared/duration";

export interface MediaTileProps {
  item: MediaItemDto;
  /** The viewer's address when left out. */
  href?: string;
  /** Opens the viewer over the page; without it the link is followed. */
  onOpen?: (item: MediaItemDto, tile: HTMLElement) => void;
  isEager?: boolean;
  isSmall?: boolean;
  isHighlighted?: boolean;
  className?: string;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A picture or clip in a grid: hearts, length, and what to do when its picture can't be shown. */
export function MediaTile({
  item,
  href,
  onOpen,
  isEager,
  isSmall = false,
  isHighlighted = false,
  className,
}: MediaTileProps) {
  const [isBroken, setIsBroken] = useState(false);
  const retry = useRetryMedia(item, () => setIsBroken(false));
  const isFailed = isBroken || item.derivatives === "failed";
  const isVideo = item.mediaType === "video";
  const inset = isSmall ? "bottom-1.5" : "bottom-2.5";
  return (
    <div
      data-media-id={item.id}
      className={cn(
        "group/tile relative size-full overflow-hidden rounded-xl md:rounded-2xl",
        isHighlighted && "ring-4 ring-accent ring-offset-2 ring-offset-paper",
        className,
      )}
    >
      <Link
        href={href ?? viewerPath(item.id)}
        prefetch={false}
        aria-current={isHighlighted || undefined}
        onClick={(event) => {
          if (!onOpen || !isPlainClick(event)) return;
          event.preventDefault();
          onOpen(item, event.currentTarget);
        }}
        className="block size-full rounded-xl -outline-offset-3 md:rounded-2xl"
      >
        <MediaPicture
          key={retry.attempt}
          item={item}
          src={thumbnailUrl(item)}
          isEager={isEager ?? false}
          onFailed={() => setIsBroken(true)}
          failed={<FailedPicture item={item} isSmall={isSmall} />}
          className="transition-[filter] duration-200 group-hover/tile:brightness-94"
        />
        {isVideo && !isFailed && <PlayBadge isSmall={isSmall} />}
        {item.heartCount > 0 && !isFailed && (
          <TileChip className={cn(inset, isSmall ? "left-1.5" : "left-2.5")}>
            <Heart aria-hidden="true" className={cn("size-[15px]", item.isHearted && "fill-current")} />
            <span aria-hidden="true">{item.heartCount}</span>
            <span className="sr-only">
              , {counted(item.heartCount, "heart")}
              {item.isHearted && ", yours too"}
            </span>
          </TileChip>
        )}
        {isVideo && item.durationMs !== null && !isFailed && (
          <TileChip className={cn(inset, isSmall ? "right-1.5" : "right-2.5", "tabular-nums")}>
            <span className="sr-only">, length </span>
            {formatDuration(item.durationMs)}
          </TileChip>
        )}
      </Link>
      {isFailed && (
        <button
          type="button"
          onClick={retry.run}
          aria-disabled={retry.isBusy}
          className="absolute inset-x-1 bottom-1 mx-auto flex min-h-11 w-fit items-center gap-1.5 rounded-full px-3 text-step--1 font-semibold text-accent-strong hover:bg-card"
        >
          <RotateCw aria-hidden="true" className={cn("size-4", retry.isBusy && "animate-spin")} />
          Try again
        </button>
      )}
    </div>
  );
}

function FailedPicture({ item, isSmall }: { item: MediaItemDto; isSmall: boolean }) {
  return (
    <span className="grid size-full content-center justify-items-center gap-1 bg-sunk px-2 pb-10 text-center text-step--1 leading-snug text-ink-soft">
      <ImageOff aria-hidden="true" className="size-6" strokeWidth={1.7} />
      {!isSmall && <span aria-hidden="true">The preview could not be made. The original is safe.</span>}
      <span className="sr-only">{mediaAlt(item)}. The preview could not be made. The original is safe.</span>
    </span>
  );
}
