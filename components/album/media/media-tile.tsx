"use client";

import { Heart } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, type MouseEvent, memo, type ReactNode, useCallback, useState } from "react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { TileChip } from "@/components/album/media/tile-chip";
import { tileLinkProps, useTileChoice } from "@/components/album/selection/selection-context";
import { TileCheck } from "@/components/album/selection/tile-check";
import { StackMark } from "@/components/album/stacks/stack-mark";
import { cn } from "@/components/ui/class-names";
import { fetchedPart } from "@/components/ui/fetched-part";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import { formatDuration } from "@/lib/shared/duration";

const FailedTile = fetchedPart(
  async () => (await import("@/components/album/media/failed-tile")).FailedTile,
  {
    isQuiet: true,
  },
);

/** Grid pictures that may be on the first screen: requested immediately, the rest when they come near. */
export const eagerTiles = 8;

export interface MediaTileProps {
  item: MediaItemDto;
  /** By default the viewer's address. */
  href?: string;
  /** Opens the viewer over the page; without it the link is followed. */
  onOpen?: (item: MediaItemDto, tile: HTMLElement) => void;
  isEager?: boolean;
  isSmall?: boolean;
  isHighlighted?: boolean;
  /** A chip in the upper left corner. */
  note?: ReactNode;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

const UnfetchedLink = (props: ComponentProps<typeof Link>) => <Link {...props} prefetch={false} />;

interface TileContentProps extends Required<Pick<MediaTileProps, "item" | "isEager" | "isSmall">> {
  isFailed: boolean;
  onFailed: () => void;
}

/** A tile's view of its item. When selecting begins, every tile in view changes, but not this. */
const TileContent = memo(function TileContent({
  item,
  isEager,
  isSmall,
  isFailed,
  onFailed,
}: TileContentProps) {
  const isVideo = item.mediaType === "video";
  const inset = isSmall ? "bottom-1.5" : "bottom-2.5";
  return (
    <>
      <MediaPicture
        item={item}
        src={thumbnailUrl(item)}
        isEager={isEager}
        onFailed={onFailed}
        className="transition-[filter] duration-200 group-hover/tile:brightness-94"
      />
      {isVideo && !isFailed && <PlayBadge isSmall={isSmall} />}
      {item.heartCount > 0 && !isFailed && (
        <TileChip isSmall={isSmall} className={cn(inset, isSmall ? "left-1.5" : "left-2.5")}>
          <Heart
            aria-hidden="true"
            className={cn(isSmall ? "size-3" : "size-[15px]", item.isHearted && "fill-current")}
          />
          <span aria-hidden="true">{item.heartCount}</span>
          <span className="sr-only">
            , {counted(item.heartCount, "heart")}
            {item.isHearted && ", including yours"}
          </span>
        </TileChip>
      )}
      {!isFailed && (item.panorama || item.stack || (isVideo && item.durationMs !== null)) && (
        <TileChip
          isSmall={isSmall}
          className={cn(inset, isSmall ? "right-1.5" : "right-2.5", "tabular-nums")}
        >
          {isVideo && <span className="sr-only">, length </span>}
          {item.panorama ? "360°" : isVideo && formatDuration(item.durationMs ?? 0)}
          {item.stack && <StackMark count={item.stack.count} isSmall={isSmall} />}
        </TileChip>
      )}
    </>
  );
});

/** A picture or clip in a grid: hearts, length, and what to do when its picture can't be shown. */
export function MediaTile({
  item,
  href,
  onOpen,
  isEager = false,
  isSmall = false,
  isHighlighted = false,
  note,
}: MediaTileProps) {
  const [isBroken, setIsBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const onFailed = useCallback(() => setIsBroken(true), []);
  const choice = useTileChoice(item.id);
  const isFailed = isBroken || item.derivatives === "failed";
  // A tile that opens the viewer itself needs an address only for opening in other windows.
  const TileLink = onOpen ? "a" : UnfetchedLink;
  return (
    <div
      data-media-id={item.id}
      data-chosen={choice === "chosen" || undefined}
      className={cn(
        "group/tile relative size-full overflow-hidden rounded-sm",
        isHighlighted && "ring-4 ring-accent ring-offset-2 ring-offset-paper",
      )}
    >
      <TileLink
        {...tileLinkProps(choice)}
        href={href ?? viewerPath(item.id)}
        aria-current={isHighlighted || undefined}
        onClick={(event) => {
          if (!onOpen || !isPlainClick(event)) return;
          event.preventDefault();
          onOpen(item, event.currentTarget);
        }}
        className="block size-full rounded-sm -outline-offset-3"
      >
        <TileContent
          key={attempt}
          item={item}
          isEager={isEager}
          isSmall={isSmall}
          isFailed={isFailed}
          onFailed={onFailed}
        />
        {!isFailed && note}
      </TileLink>
      <TileCheck choice={choice} name={mediaAlt(item)} />
      {isFailed && (
        <FailedTile
          item={item}
          isSmall={isSmall}
          onRetried={() => {
            setIsBroken(false);
            setAttempt(attempt + 1);
          }}
        />
      )}
    </div>
  );
}
