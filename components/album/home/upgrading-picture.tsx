"use client";

import { useEffect, useState } from "react";
import { MediaPicture } from "@/components/album/media/media-picture";
import { pagePicture } from "@/lib/album/media/page-pictures";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

export interface UpgradingPictureProps {
  item: MediaItemDto;
  /** Identifies the pictures included in the page's HTML. */
  pageKey?: string | undefined;
}

/**
 * The medium picture of specification 2.4, with the thumbnail under it: the small one (10 KB) comes with the page, and
 * the large one waits until the page has loaded.
 */
export function UpgradingPicture({ item, pageKey }: UpgradingPictureProps) {
  const [isPageLoaded, setIsPageLoaded] = useState(false);
  useEffect(() => {
    if (document.readyState === "complete") return setIsPageLoaded(true);
    const onLoad = () => setIsPageLoaded(true);
    window.addEventListener("load", onLoad);
    return () => window.removeEventListener("load", onLoad);
  }, []);
  const isUpgraded = item.mediaType === "image" && item.derivatives !== "failed" && isPageLoaded;
  return (
    <>
      <MediaPicture item={item} src={pagePicture(pageKey, item.id) ?? thumbnailUrl(item)} isEager />
      {isUpgraded && (
        <img
          src={mediumUrl(item)}
          alt=""
          fetchPriority="low"
          decoding="async"
          draggable={false}
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
          className="absolute inset-0 size-full object-cover text-transparent"
        />
      )}
    </>
  );
}
