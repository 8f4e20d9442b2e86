"use client";

import { type PointerEvent, type ReactNode, useRef } from "react";
import { useGrowFromTile } from "@/components/album/media/viewer/use-grow-from-tile";
import {
  type PictureGestureOptions,
  type PictureView,
  usePictureGestures,
} from "@/components/album/media/viewer/use-picture-gestures";

/** Height of the browser's own controls at the bottom edge of a player, generously estimated. */
const playerControlsPixels = 96;

export interface ViewerStageProps
  extends Pick<PictureGestureOptions, "id" | "onNext" | "onPrevious" | "onClose"> {
  /** A photo can also be dragged and zoomed with a mouse; a clip or text must remain pressable and selectable. */
  kind: "photo" | "other";
  children: (view: PictureView) => ReactNode;
}

function isOnPlayerControls({ target, clientY }: PointerEvent<HTMLElement>): boolean {
  return (
    target instanceof HTMLVideoElement &&
    target.controls &&
    clientY > target.getBoundingClientRect().bottom - playerControlsPixels
  );
}

/** The viewer's content: swiped to its neighbours, pulled down to close, pinched to zoom. */
export function ViewerStage({ kind, children, ...gestures }: ViewerStageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isPhoto = kind === "photo";
  const { view, isHeld, handlers } = usePictureGestures({
    ...gestures,
    canDoubleTap: isPhoto,
    isIgnored: (event, { scale }) =>
      !isPhoto && (event.pointerType === "mouse" || (scale === 1 && isOnPlayerControls(event))),
  });
  useGrowFromTile(frame);
  const photoCursor = view.scale > 1 ? "grab" : "zoom-in";
  return (
    <div
      className="absolute inset-0 touch-none overflow-hidden data-photo:select-none"
      data-photo={isPhoto || undefined}
      style={isPhoto ? { cursor: photoCursor } : undefined}
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
        {children(view)}
      </div>
    </div>
  );
}
