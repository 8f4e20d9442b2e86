"use client";

import { VideoOff } from "lucide-react";
import { useRef, useState } from "react";
import { useRetryMedia } from "@/components/media/use-retry-media";
import { useGrowFromTile } from "@/components/media/viewer/use-grow-from-tile";
import { ViewerNotice } from "@/components/media/viewer/viewer-notice";
import { Spinner } from "@/components/ui/spinner";
import { mediaAlt } from "@/lib/features/media/media-words";
import { downloadUrl, mediumUrl, streamUrl } from "@/lib/features/media/picture-urls";
import type { MediaItemDto } from "@/lib/features/media/schema";

/** A clip with the browser's own player; words instead of it while it is being prepared, or when it can't be. */
export function ViewerVideo({ item }: { item: MediaItemDto }) {
  const frame = useRef<HTMLDivElement>(null);
  const [brokenAttempt, setBrokenAttempt] = useState(-1);
  const retry = useRetryMedia(item);
  useGrowFromTile(frame);

  if (item.playable === "pending") {
    return (
      <div className="absolute inset-0">
        <img src={mediumUrl(item)} alt="" className="absolute inset-0 size-full object-contain opacity-35" />
        <div role="status">
          <ViewerNotice
            icon={<Spinner className="size-9 text-white" />}
            title="This clip is being prepared"
            downloadHref={downloadUrl(item.id)}
          >
            It is being made ready to play on every device, and starts by itself when it is done. You can
            close it meanwhile: nothing is lost.
          </ViewerNotice>
        </div>
      </div>
    );
  }
  if (item.playable === "failed" || brokenAttempt === retry.attempt) {
    return (
      <ViewerNotice
        icon={<VideoOff aria-hidden="true" />}
        title="This clip can't be played here"
        onRetry={retry.run}
        isRetrying={retry.isBusy}
        downloadHref={downloadUrl(item.id)}
      >
        A version for the browser could not be made. The original is safe and can be downloaded.
      </ViewerNotice>
    );
  }
  return (
    <div ref={frame} className="absolute inset-0">
      {/* biome-ignore lint/a11y/useMediaCaption: a family's own clips have no captions */}
      <video
        key={retry.attempt}
        src={streamUrl(item.id)}
        poster={mediumUrl(item)}
        controls
        playsInline
        preload="metadata"
        aria-label={mediaAlt(item)}
        onError={() => setBrokenAttempt(retry.attempt)}
        className="absolute inset-0 size-full object-contain"
      />
    </div>
  );
}
