"use client";

import { VideoOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { PlayBadge } from "@/components/album/media/play-badge";
import { useRetryMedia } from "@/components/album/media/use-retry-media";
import { QualityMenu } from "@/components/album/media/viewer/quality-menu";
import { useVideoQuality } from "@/components/album/media/viewer/use-video-quality";
import { ViewerNotice } from "@/components/album/media/viewer/viewer-notice";
import { Spinner } from "@/components/ui/spinner";
import { mediaAlt } from "@/lib/album/media/media-text";
import { downloadUrl } from "@/lib/album/media/original-urls";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { isBeingPrepared, offeredQualities } from "@/lib/album/media/video-quality";

export interface ViewerVideoProps {
  item: MediaItemDto;
  /** The player's controls would move and grow with a zoomed clip. */
  isEnlarged: boolean;
}

/**
 * A clip that starts when tapped anywhere and then shows the browser's own controls; a message instead while it is
 * being prepared or if it can't be played.
 */
export function ViewerVideo({ item, isEnlarged }: ViewerVideoProps) {
  const player = useRef<HTMLVideoElement>(null);
  const [hasStarted, setHasStarted] = useState(false);
  const [brokenAttempt, setBrokenAttempt] = useState(-1);
  const retry = useRetryMedia(item);
  const { src, canSwitch, isSwitching, handlers } = useVideoQuality(item, player);

  // Without its controls the player can't be focused.
  useEffect(() => {
    if (hasStarted) player.current?.focus();
  }, [hasStarted]);

  function start() {
    setHasStarted(true);
    // The player's error event reports why it can't be played.
    player.current?.play().catch(() => {});
  }

  if (isBeingPrepared(item)) {
    return (
      <div className="absolute inset-0">
        <img src={mediumUrl(item)} alt="" className="absolute inset-0 size-full object-contain opacity-35" />
        <div role="status">
          <ViewerNotice
            icon={<Spinner className="size-9 text-white" />}
            title="This video is being prepared"
            downloadHref={downloadUrl(item.id)}
          >
            We're getting it ready to play on every device. You can play it here as soon as that's done, or
            come back later: nothing is lost.
          </ViewerNotice>
        </div>
      </div>
    );
  }
  if (offeredQualities(item).length === 0 || brokenAttempt === retry.attempt) {
    return (
      <ViewerNotice
        icon={<VideoOff aria-hidden="true" />}
        title="This video can't be played here"
        onRetry={retry.run}
        isRetrying={retry.isBusy}
        downloadHref={downloadUrl(item.id)}
      >
        A version for the browser could not be made. The original is safe and can be downloaded.
      </ViewerNotice>
    );
  }
  return (
    <>
      <video
        ref={player}
        key={retry.attempt}
        src={src}
        poster={isSwitching() ? undefined : mediumUrl(item)}
        controls={hasStarted && !isEnlarged}
        tabIndex={hasStarted ? 0 : undefined}
        playsInline
        preload="metadata"
        aria-label={mediaAlt(item)}
        {...handlers}
        onPlay={() => {
          handlers.onPlay();
          setHasStarted(true);
        }}
        onError={() => setBrokenAttempt(retry.attempt)}
        className="absolute inset-0 size-full touch-none object-contain"
      />
      {!hasStarted && (
        <button
          type="button"
          aria-label="Play the video"
          onClick={start}
          className="absolute inset-0 size-full -outline-offset-4 focus-visible:outline-white"
        >
          <PlayBadge />
        </button>
      )}
      {canSwitch && !isEnlarged && <QualityMenu item={item} />}
      {item.playable === "pending" && !isEnlarged && (
        <p
          role="status"
          className="pointer-events-none absolute inset-x-0 top-3 mx-auto w-fit rounded-full bg-black/55 px-4 py-2 text-step--1 text-white"
        >
          A sharper version is being prepared
        </p>
      )}
    </>
  );
}
