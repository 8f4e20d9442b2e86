"use client";

import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Slide } from "@/components/album/media/slideshow/slide";
import { SlideshowControls } from "@/components/album/media/slideshow/slideshow-controls";
import { useFullScreen } from "@/components/album/media/slideshow/use-full-screen";
import { useIdle } from "@/components/album/media/slideshow/use-idle";
import { useSlides } from "@/components/album/media/slideshow/use-slides";
import { useWakeLock } from "@/components/album/media/slideshow/use-wake-lock";
import { cn } from "@/components/ui/class-names";
import { usePreferences } from "@/components/ui/preferences";
import type { MediaList } from "@/lib/album/media/client/media-list";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { useSlideshowSettings } from "@/lib/album/slideshow/client/settings";
import { formatDay } from "@/lib/shared/day-text";
import { monthTitle } from "@/lib/shared/months";

export interface SlideshowProps {
  items: MediaList;
  index: number;
  /** The number of items in the list, loaded or not. */
  total: number;
  /** The number of items before the first of `items`. */
  before?: number;
  onShow: (id: string) => void;
  onNearEnd: () => void;
  /** Called when the person ends it; the viewer stays open at the last slide shown. */
  onEnd: () => void;
}

const swipePixels = 50;

/**
 * The photos and clips of a list, full screen, one after the other: Space pauses, arrows move, Escape ends it. Starts
 * again at the end.
 */
export function Slideshow({ items, index, total, before = 0, onShow, onNearEnd, onEnd }: SlideshowProps) {
  const settings = useSlideshowSettings();
  const [isPaused, setIsPaused] = useState(false);
  const surface = useRef<HTMLDivElement>(null);
  const isIdle = useIdle();
  useFullScreen(onEnd);
  useWakeLock(!isPaused);

  const item = items.at(index);
  const [slides, setSlides] = useState<readonly MediaItemDto[]>([]);
  if (item && slides.at(-1)?.id !== item.id) setSlides([...slides.slice(-1), item]);
  const shown = slides.at(-1);

  const isComplete = before + items.length >= total;
  const { showNext, showPrevious } = useSlides({
    ...settings,
    items,
    index,
    isComplete,
    isPaused,
    onShow,
    onNearEnd,
  });
  const togglePause = () => setIsPaused((was) => !was);
  const swipe = useSwipe({ onLeft: showNext, onRight: showPrevious });

  function onKeyDown(event: KeyboardEvent) {
    const isOnButton =
      event.target instanceof Element && event.target.closest("button, [role=menu]") !== null;
    if (event.key === "ArrowRight") void showNext();
    else if (event.key === "ArrowLeft") showPrevious();
    else if (event.key === " " && !isOnButton) togglePause();
    else return;
    event.preventDefault();
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onEnd()}>
      <Radix.Portal>
        <Radix.Content
          ref={surface}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            surface.current?.focus();
          }}
          className={cn("fixed inset-0 z-40 bg-black text-white outline-none", isIdle && "cursor-none")}
        >
          <Radix.Title className="sr-only">Slideshow</Radix.Title>
          <div className="absolute inset-0 touch-none select-none" {...swipe}>
            {slides.map((slide) => (
              <Slide
                key={slide.id}
                item={slide}
                isCurrent={slide === shown}
                isPaused={isPaused}
                onOver={() => void showNext()}
              />
            ))}
          </div>
          {shown && <SlideCaption item={shown} isHidden={isIdle && !shown.description.trim()} />}
          <SlideshowControls
            isPaused={isPaused}
            isHidden={isIdle}
            onPause={togglePause}
            onPrevious={showPrevious}
            onNext={() => void showNext()}
            onEnd={onEnd}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A slide's description, and when it was taken. */
function SlideCaption({ item, isHidden }: { item: MediaItemDto; isHidden: boolean }) {
  const { locale } = usePreferences();
  const day = item.takenAt ? formatDay(new Date(`${item.takenAt}Z`), "UTC", locale) : monthTitle(item);
  return (
    <div
      className={cn(
        "pointer-events-none absolute inset-x-0 top-0 bg-linear-to-b from-black/65 to-transparent px-5 pt-[max(16px,env(safe-area-inset-top))] pb-10 transition-opacity duration-300",
        isHidden && "opacity-0",
      )}
    >
      <p className="line-clamp-2 max-w-3xl font-display text-step-1 wrap-anywhere">
        {item.description.trim()}
      </p>
      <p className="text-step--1 text-white/80">{day}</p>
    </div>
  );
}

function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const from = useRef<number | null>(null);
  return {
    onPointerDown: ({ clientX, isPrimary }: PointerEvent) => {
      if (isPrimary) from.current = clientX;
    },
    onPointerUp: ({ clientX, isPrimary }: PointerEvent) => {
      if (!isPrimary || from.current === null) return;
      const moved = clientX - from.current;
      from.current = null;
      if (moved < -swipePixels) onLeft();
      else if (moved > swipePixels) onRight();
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
