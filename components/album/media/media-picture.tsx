"use client";

import { useEffect, useRef, useState } from "react";
import { thumbHashColor, thumbHashUrl } from "@/components/album/media/thumb-hash";
import { cn } from "@/components/ui/class-names";
import { imageName } from "@/lib/album/media/client/image-name";
import { mediaAlt } from "@/lib/album/media/media-text";
import type { MediaItemDto } from "@/lib/album/media/schema";

export interface MediaPictureProps {
  item: MediaItemDto;
  src: string;
  /** Empty if the text beside it says the same. */
  alt?: string;
  isEager?: boolean;
  /** Called when the picture could not be loaded (422 for one that can't be generated). */
  onFailed?: () => void;
  /** Shown instead of a picture that failed; the default says so. */
  failed?: React.ReactNode;
  className?: string;
}

/**
 * One picture over its placeholder: the average colour at once, the ThumbHash when the picture takes longer, a pulsing
 * surface while nothing is known yet.
 */
export function MediaPicture({
  item,
  src,
  alt,
  isEager = false,
  onFailed,
  failed,
  className,
}: MediaPictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const { thumbHash } = item;
  const isFailed = item.derivatives === "failed" || brokenSrc === `${src} ${item.derivatives}`;

  function fail() {
    setBrokenSrc(`${src} ${item.derivatives}`);
    onFailed?.();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came, or failed, before this code ran
  useEffect(() => {
    const element = image.current;
    if (!element?.complete) return;
    if (element.naturalWidth > 0) setIsLoaded(true);
    else fail();
  }, []);

  // Bypasses React: none of the hundreds of pictures scrolled past should render twice just for its placeholder.
  useEffect(() => {
    const below = frame.current?.style;
    // A thumbnail that is already cached is better than a blur (image-cache.ts).
    if (!thumbHash || !below || image.current?.complete || below.backgroundImage) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const url = await thumbHashUrl(thumbHash);
      if (isOver || !url) return;
      below.backgroundImage = `url(${url})`;
      below.backgroundSize = "100% 100%";
    }, 30);
    const clear = () => {
      isOver = true;
      clearTimeout(timer);
      below.removeProperty("background-image");
    };
    image.current?.addEventListener("load", clear, { once: true });
    return clear;
  }, [thumbHash]);

  return (
    <span
      ref={frame}
      className={cn(
        "relative block size-full overflow-hidden bg-sunk",
        !thumbHash && !isLoaded && !isFailed && "skeleton rounded-none",
        className,
      )}
      style={thumbHash ? { backgroundColor: thumbHashColor(thumbHash) } : undefined}
      data-thumb={imageName(item)}
      suppressHydrationWarning
    >
      {isFailed ? (
        (failed ?? (
          <span className="grid size-full place-items-center p-2 text-center text-step--1 text-ink-soft">
            No preview
            <span className="sr-only">: {alt ?? mediaAlt(item)}</span>
          </span>
        ))
      ) : (
        <img
          ref={image}
          src={src}
          // A page's HTML can carry the picture itself (page-pictures.ts).
          suppressHydrationWarning
          alt={alt ?? mediaAlt(item)}
          loading={isEager ? "eager" : "lazy"}
          fetchPriority={isEager ? "high" : "auto"}
          // Pictures of the first screen should be in its first paint.
          decoding={isEager ? "sync" : "async"}
          draggable={false}
          onLoad={() => thumbHash || setIsLoaded(true)}
          onError={fail}
          className="absolute inset-0 size-full object-cover text-transparent"
        />
      )}
    </span>
  );
}
