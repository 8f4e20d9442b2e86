"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useId, useRef } from "react";
import { cn } from "@/components/ui/class-names";
import type { Crop } from "@/lib/album/media/crop";
import { type CropCorner, cropCorners, moveCrop, resizeCrop, wholePhoto } from "@/lib/album/media/edit-steps";

export interface CropFrameProps {
  crop: Crop | null;
  /** As in `shareRatio`. */
  ratio: number | null;
  /** The photo under the frame. */
  photo: RefObject<HTMLElement | null>;
  onChange: (crop: Crop | null) => void;
}

/** How far an arrow key moves a crop, and how far with Shift. */
const step = 0.01;
const longStep = 0.1;
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const cornerLook: Record<CropCorner, string> = {
  "top left":
    "top-0 left-0 -translate-1/2 cursor-nwse-resize [&>*]:top-[19px] [&>*]:left-[19px] [&>*]:border-t-4 [&>*]:border-l-4",
  "top right":
    "top-0 right-0 translate-x-1/2 -translate-y-1/2 cursor-nesw-resize [&>*]:top-[19px] [&>*]:right-[19px] [&>*]:border-t-4 [&>*]:border-r-4",
  "bottom left":
    "bottom-0 left-0 -translate-x-1/2 translate-y-1/2 cursor-nesw-resize [&>*]:bottom-[19px] [&>*]:left-[19px] [&>*]:border-b-4 [&>*]:border-l-4",
  "bottom right":
    "right-0 bottom-0 translate-1/2 cursor-nwse-resize [&>*]:right-[19px] [&>*]:bottom-[19px] [&>*]:border-r-4 [&>*]:border-b-4",
};

/** The part of the photo that stays: moved as a whole or by its corners, with a pointer or arrow keys. */
export function CropFrame({ crop, ratio, photo, onChange }: CropFrameProps) {
  const hintId = useId();
  const drag = useRef<{ from: Crop | null; x: number; y: number } | null>(null);
  const { x, y, width, height } = crop ?? wholePhoto;

  /** Handlers that change the crop as it was when the drag began. */
  function handlers(change: (from: Crop | null, right: number, down: number) => Crop | null) {
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        drag.current = { from: crop, x: event.clientX, y: event.clientY };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const box = photo.current?.getBoundingClientRect();
        if (!drag.current || !event.isPrimary || !box?.width || !box.height) return;
        const { from, x: startX, y: startY } = drag.current;
        onChange(change(from, (event.clientX - startX) / box.width, (event.clientY - startY) / box.height));
      },
      onPointerUp: () => {
        drag.current = null;
      },
      onPointerCancel: () => {
        drag.current = null;
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const arrow = arrows[event.key];
        if (!arrow) return;
        event.preventDefault();
        const by = event.shiftKey ? longStep : step;
        onChange(change(crop, arrow[0] * by, arrow[1] * by));
      },
    };
  }

  return (
    <fieldset
      aria-label="Crop"
      className="absolute min-w-0"
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
    >
      <p id={hintId} className="sr-only">
        Arrow keys move it. Hold Shift to move further.
      </p>
      <button
        type="button"
        aria-label="Cropped part"
        aria-describedby={hintId}
        className="absolute inset-0 cursor-move touch-none rounded-none outline-1 outline-white/90 focus-visible:outline-4 focus-visible:outline-white"
        {...handlers(moveCrop)}
      >
        <span aria-hidden="true" className="absolute inset-y-0 left-1/3 w-1/3 border-x border-white/40" />
        <span aria-hidden="true" className="absolute inset-x-0 top-1/3 h-1/3 border-y border-white/40" />
      </button>
      {cropCorners.map((corner) => (
        <button
          key={corner}
          type="button"
          aria-label={`Corner, ${corner}`}
          aria-describedby={hintId}
          className={cn(
            "absolute size-11 touch-none rounded-full focus-visible:outline-3 focus-visible:outline-white",
            cornerLook[corner],
          )}
          {...handlers((from, right, down) => resizeCrop(from, corner, right, down, ratio))}
        >
          <span aria-hidden="true" className="absolute size-5 border-white drop-shadow" />
        </button>
      ))}
    </fieldset>
  );
}
