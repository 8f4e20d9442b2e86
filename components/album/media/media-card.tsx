"use client";

import Link from "next/link";
import { HeartButton } from "@/components/album/hearts/heart-button";
import { DescriptionText } from "@/components/album/media/description-text";
import { MediaPicture } from "@/components/album/media/media-picture";
import { PlayBadge } from "@/components/album/media/play-badge";
import { TileChip } from "@/components/album/media/tile-chip";
import { useRetryMedia } from "@/components/album/media/use-retry-media";
import { tileLinkProps, useTileChoice } from "@/components/album/selection/selection-context";
import { TileCheck } from "@/components/album/selection/tile-check";
import { StackMark } from "@/components/album/stacks/stack-mark";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { LocalDate } from "@/components/ui/local-date";
import { mediaAlt } from "@/lib/album/media/media-text";
import { mediumUrl, monthPath, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { cardRatio } from "@/lib/shared/card-ratio";
import { formatDuration } from "@/lib/shared/duration";
import { monthTitle } from "@/lib/shared/months";

export interface MediaCardProps {
  item: MediaItemDto;
  onOpen: (item: MediaItemDto, picture: HTMLElement) => void;
  isEager?: boolean;
}

/** One feed item: who and when, the picture, the text, the heart. */
export function MediaCard({ item, onOpen, isEager = false }: MediaCardProps) {
  const retry = useRetryMedia(item);
  const choice = useTileChoice(item.id);
  const by = item.uploadedBy?.name ?? "Someone";
  const isVideo = item.mediaType === "video";
  const isFailed = item.derivatives === "failed";
  return (
    <article className="card overflow-hidden p-0 md:p-0" data-media-id={item.id} aria-label={mediaAlt(item)}>
      <header className="flex items-center gap-3 px-4 py-3.5">
        <Avatar name={by} />
        <div className="min-w-0 leading-snug">
          <p className="truncate font-semibold">{by}</p>
          <p className="text-step--1 text-ink-faint">
            Added <LocalDate iso={item.uploadDate} isRelative />
          </p>
        </div>
        <Link
          href={monthPath(item.year, item.month)}
          prefetch={false}
          className="text-link ml-auto flex min-h-11 flex-none items-center text-step--1"
        >
          {monthTitle(item)}
        </Link>
      </header>
      <div className="relative" data-chosen={choice === "chosen" || undefined}>
        <Link
          {...tileLinkProps(choice)}
          href={viewerPath(item.id)}
          prefetch={false}
          aria-label={choice === null || choice === "idle" ? `Open ${mediaAlt(item)}` : mediaAlt(item)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(item, event.currentTarget);
          }}
          className="relative block -outline-offset-3"
          style={{ aspectRatio: cardRatio(item.width, item.height) }}
        >
          <MediaPicture key={retry.attempt} item={item} src={mediumUrl(item)} alt="" isEager={isEager} />
          {isVideo && !isFailed && <PlayBadge />}
          {isVideo && item.durationMs !== null && (
            <TileChip className="right-3 bottom-3 tabular-nums">{formatDuration(item.durationMs)}</TileChip>
          )}
          {item.stack && (
            <TileChip className="right-3 bottom-3 tabular-nums">
              <StackMark count={item.stack.count} isSmall={false} />
            </TileChip>
          )}
        </Link>
        <TileCheck choice={choice} name={mediaAlt(item)} />
      </div>
      <div className="px-4 pt-1.5 pb-3">
        <div className="-ml-2.5 flex items-center gap-2">
          <HeartButton item={item} />
          {isFailed && (
            <Button size="small" variant="ghost" isBusy={retry.isBusy} onClick={() => void retry.run()}>
              Try again
            </Button>
          )}
        </div>
        {item.description.trim() && (
          <DescriptionText text={item.description} className="pb-1.5 wrap-anywhere whitespace-pre-line" />
        )}
      </div>
    </article>
  );
}
