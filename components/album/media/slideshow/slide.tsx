"use client";

import { useEffect, useRef } from "react";
import { automaticQuality } from "@/components/album/media/viewer/quality-choice";
import { useLatest } from "@/components/ui/use-latest";
import { mediaAlt } from "@/lib/album/media/media-text";
import { mediumUrl, streamUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { offeredQualities } from "@/lib/album/media/video-quality";

/** A long film would hold up the slideshow, so the next slide follows after this. */
const maxClipMs = 60_000;

/** The fields of an item that a slide needs. */
export type SlideItem = Pick<
  MediaItemDto,
  | "id"
  | "mediaType"
  | "year"
  | "month"
  | "yearPrecision"
  | "description"
  | "editVersion"
  | "playable"
  | "playableSmall"
  | "uploadedBy"
>;

/** A video that can be played; any other item is shown as a picture. */
export const isPlayableClip = (item: SlideItem): boolean =>
  item.mediaType === "video" && offeredQualities(item).length > 0;

export interface SlideProps {
  item: SlideItem;
  /** The picture's address, if the page has it already. */
  src?: string | undefined;
  /** The slide on show; the one before it stays underneath until it is covered. */
  isCurrent: boolean;
  isPaused: boolean;
  isMuted?: boolean;
  /** Called when a clip has ended, or can't be played. */
  onOver: () => void;
}

/** A photo or clip, as large as the screen allows, fading in over the one before it. */
export function Slide({ item, src, isCurrent, isPaused, isMuted = false, onOver }: SlideProps) {
  return (
    <div className="absolute inset-0 animate-[kit-fade_0.9s_ease-in-out] bg-black">
      {isPlayableClip(item) ? (
        <Clip item={item} isPlaying={isCurrent && !isPaused} isMuted={isMuted} onOver={onOver} />
      ) : (
        <img
          src={src ?? mediumUrl(item)}
          alt={mediaAlt(item)}
          draggable={false}
          className="absolute inset-0 size-full object-contain text-transparent"
        />
      )}
    </div>
  );
}

interface ClipProps {
  item: SlideItem;
  isPlaying: boolean;
  isMuted: boolean;
  onOver: () => void;
}

function Clip({ item, isPlaying, isMuted, onOver }: ClipProps) {
  const player = useRef<HTMLVideoElement>(null);
  const over = useLatest(onOver);
  const offered = offeredQualities(item);
  const wanted = automaticQuality();
  const quality = offered.includes(wanted) ? wanted : offered[0];

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    if (!isPlaying) {
      video.pause();
      return;
    }
    video.muted = isMuted;
    video.play().catch((error: unknown) => {
      // Browsers let a page play sound only after a press on it.
      if (!(error instanceof DOMException) || error.name !== "NotAllowedError") return;
      video.muted = true;
      void video.play().catch(() => {});
    });
  }, [isPlaying, isMuted]);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => over(), maxClipMs);
    return () => clearTimeout(timer);
  }, [isPlaying, over]);

  return (
    <video
      ref={player}
      src={item.playableSmall === "none" ? streamUrl(item.id) : streamUrl(item.id, quality)}
      poster={mediumUrl(item)}
      muted={isMuted}
      playsInline
      aria-label={mediaAlt(item)}
      onEnded={() => over()}
      onError={() => over()}
      className="absolute inset-0 size-full object-contain"
    />
  );
}
