"use client";

import { type CSSProperties, useEffect, useRef, useState } from "react";
import { thumbHashColor, thumbHashUrl } from "@/components/media/thumb-hash";
import { cn } from "@/components/ui/class-names";
import { mediaAlt } from "@/lib/features/media/media-words";
import type { MediaItemDto } from "@/lib/features/media/schema";

export interface MediaPictureProps {
  item: MediaItemDto;
  src: string;
  /** Empty where the words beside it say the same. */
  alt?: string;
  isEager?: boolean;
  /** Called once the picture could not be had (422 for one that can't be made). */
  onFailed?: () => void;
  /** Shown in place of a picture that failed; the default says so. */
  failed?: React.ReactNode;
  className?: string;
}

/**
 * One picture on top of its placeholder: the average colour at once, the ThumbHash when the picture takes longer,
 * a breathing surface while nothing is known yet.
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
  const [placeholder, setPlaceholder] = useState<string>();
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

  useEffect(() => {
    // A cached thumbnail that lies there already is better than a blur (image-cache.ts).
    if (!thumbHash || image.current?.complete || frame.current?.style.backgroundImage) return;
    let isLeft = false;
    const timer = setTimeout(async () => {
      const url = await thumbHashUrl(thumbHash);
      if (!isLeft) setPlaceholder(url);
    }, 30);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [thumbHash]);

  const style: CSSProperties = thumbHash ? { backgroundColor: thumbHashColor(thumbHash) } : {};
  if (placeholder && !isLoaded) {
    style.backgroundImage = `url(${placeholder})`;
    style.backgroundSize = "100% 100%";
  }
  return (
    <span
      ref={frame}
      className={cn(
        "relative block size-full overflow-hidden bg-sunk",
        !thumbHash && !isLoaded && !isFailed && "skeleton rounded-none",
        className,
      )}
      style={style}
      data-thumb={item.id}
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
          alt={alt ?? mediaAlt(item)}
          loading={isEager ? "eager" : "lazy"}
          fetchPriority={isEager ? "high" : "auto"}
          decoding="async"
          draggable={false}
          onLoad={() => setIsLoaded(true)}
          onError={fail}
          className="absolute inset-0 size-full object-cover text-transparent"
        />
      )}
    </span>
  );
}
