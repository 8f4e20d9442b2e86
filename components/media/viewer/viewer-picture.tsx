"use client";

import { ImageOff } from "lucide-react";
import { useRef, useState } from "react";
import { useRetryMedia } from "@/components/media/use-retry-media";
import { useGrowFromTile } from "@/components/media/viewer/use-grow-from-tile";
import {
  type PictureGestureOptions,
  usePictureGestures,
} from "@/components/media/viewer/use-picture-gestures";
import { ViewerNotice } from "@/components/media/viewer/viewer-notice";
import { mediaAlt } from "@/lib/features/media/media-words";
import { downloadUrl, mediumUrl, thumbnailUrl } from "@/lib/features/media/picture-urls";
import type { MediaItemDto } from "@/lib/features/media/schema";

export interface ViewerPictureProps extends Omit<PictureGestureOptions, "id"> {
  item: MediaItemDto;
}

/** A photo, as large as the screen lets it be, on top of its thumbnail until it has come. */
export function ViewerPicture({ item, ...gestures }: ViewerPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [brokenAttempt, setBrokenAttempt] = useState(-1);
  const [isLoaded, setIsLoaded] = useState(false);
  const retry = useRetryMedia(item);
  const { view, isHeld, handlers } = usePictureGestures({ id: item.id, ...gestures });
  useGrowFromTile(frame);

  if (item.derivatives === "failed" || brokenAttempt === retry.attempt) {
    return (
      <ViewerNotice
        icon={<ImageOff aria-hidden="true" />}
        title="This picture can't be shown"
        onRetry={retry.run}
        isRetrying={retry.isBusy}
        downloadHref={downloadUrl(item.id)}
      >
        Its preview could not be made. The original is safe and can be downloaded.
      </ViewerNotice>
    );
  }
  return (
    <div
      className="absolute inset-0 touch-none overflow-hidden select-none"
      style={{ cursor: view.scale > 1 ? "grab" : "zoom-in" }}
      {...handlers}
    >
      <div
        ref={frame}
        className="absolute inset-0"
        style={{
          transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          transition: isHeld ? "none" : "transform 0.2s ease-out",
        }}
      >
        {!isLoaded && (
          <img
            src={thumbnailUrl(item)}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full object-contain"
          />
        )}
        <img
          key={retry.attempt}
          src={mediumUrl(item)}
          alt={mediaAlt(item)}
          fetchPriority="high"
          draggable={false}
          onLoad={() => setIsLoaded(true)}
          onError={() => setBrokenAttempt(retry.attempt)}
          className="absolute inset-0 size-full object-contain text-transparent"
        />
      </div>
    </div>
  );
}
