"use client";

import { ChevronLeft, ChevronRight, Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { SlideshowMenu } from "@/components/album/media/slideshow/slideshow-menu";
import { cn } from "@/components/ui/class-names";

const look =
  "grid size-12 flex-none place-items-center rounded-full text-white hover:bg-white/20 focus-visible:outline-white [&_svg]:size-[26px]";

export interface SlideshowControlsProps {
  isPaused: boolean;
  /** Nobody has moved for a moment; keyboard focus still brings the controls back. */
  isHidden: boolean;
  onPause: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onEnd: () => void;
}

/** A slideshow's buttons, hidden while people watch. */
export function SlideshowControls({
  isPaused,
  isHidden,
  onPause,
  onPrevious,
  onNext,
  onEnd,
}: SlideshowControlsProps) {
  return (
    <div
      className={cn(
        "absolute inset-x-0 bottom-0 flex justify-center pb-[max(16px,env(safe-area-inset-bottom))] transition-opacity duration-300",
        isHidden && "opacity-0 focus-within:opacity-100",
      )}
    >
      <div className="flex items-center gap-1 rounded-full bg-black/60 p-1">
        <ControlButton label="Previous" onClick={onPrevious}>
          <ChevronLeft aria-hidden="true" />
        </ControlButton>
        <ControlButton label={isPaused ? "Play" : "Pause"} onClick={onPause}>
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </ControlButton>
        <ControlButton label="Next" onClick={onNext}>
          <ChevronRight aria-hidden="true" />
        </ControlButton>
        <SlideshowMenu className={look} />
        <ControlButton label="End slideshow" onClick={onEnd}>
          <X aria-hidden="true" />
        </ControlButton>
      </div>
    </div>
  );
}

function ControlButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick} className={look}>
      {children}
    </button>
  );
}
