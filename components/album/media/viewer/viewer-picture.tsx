"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useRetryMedia } from "@/components/album/media/use-retry-media";
import { ViewerMotion } from "@/components/album/media/viewer/viewer-motion";
import { ViewerNotice } from "@/components/album/media/viewer/viewer-notice";
import { mediaAlt, missingPreviewText } from "@/lib/album/media/media-text";
import { downloadUrl } from "@/lib/album/media/original-urls";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** A photo, as large as the screen allows, over its thumbnail until it is loaded. */
export function ViewerPicture({ item }: { item: MediaItemDto }) {
  const [brokenAttempt, setBrokenAttempt] = useState(-1);
  const [isLoaded, setIsLoaded] = useState(false);
  const retry = useRetryMedia(item);

  if (item.derivatives === "failed" || brokenAttempt === retry.attempt) {
    return (
      <ViewerNotice
        icon={<ImageOff aria-hidden="true" />}
        title="This photo can't be shown"
        onRetry={retry.run}
        isRetrying={retry.isBusy}
        downloadHref={downloadUrl(item.id)}
      >
        {missingPreviewText(item)} The original is safe and can be downloaded.
      </ViewerNotice>
    );
  }
  return (
    <>
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
      {/* The clip lacks the photo's edits. */}
      {item.playable === "ready" && !item.isEdited && <ViewerMotion item={item} />}
    </>
  );
}
