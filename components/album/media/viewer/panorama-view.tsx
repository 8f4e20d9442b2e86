"use client";

import "@photo-sphere-viewer/core/index.css";
import { SYSTEM, Viewer } from "@photo-sphere-viewer/core";
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { mediaAlt } from "@/lib/album/media/media-text";
import { sphereUrl } from "@/lib/album/media/original-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import type { Panorama } from "@/lib/shared/panorama";

export interface PanoramaViewProps {
  item: MediaItemDto;
  panorama: Panorama;
  onClose: () => void;
}

/** Radians per press of a key or button. */
const turn = Math.PI / 12;
const zoomStep = 15;

const round = "grid size-11 place-items-center rounded-full hover:bg-white/20 focus-visible:outline-white";

/** The picture's position on the sphere, in pixels of a full sphere at this picture's scale. */
function placeOf({ left, top, width, height, pitch, roll }: Panorama, picture: HTMLImageElement) {
  const full = { width: picture.width / width, height: picture.height / height };
  return {
    isEquirectangular: true as const,
    fullWidth: full.width,
    fullHeight: full.height,
    croppedWidth: picture.width,
    croppedHeight: picture.height,
    croppedX: left * full.width,
    croppedY: top * full.height,
    posePitch: pitch,
    poseRoll: roll,
  };
}

/** The middle of the picture, in radians: the initial direction of view. */
const middleOf = ({ left, top, width, height }: Panorama) => ({
  defaultYaw: (left + width / 2 - 0.5) * 2 * Math.PI,
  defaultPitch: (0.5 - top - height / 2) * Math.PI,
});

/** A viewer for 360° photos: look around by dragging and pinching, with the keyboard, or with buttons. */
export function PanoramaView({ item, panorama, onClose }: PanoramaViewProps) {
  const surface = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const failed = useRef(() => {});
  failed.current = () => {
    toast({ title: "This device can't show the photo in 360°", variant: "danger" });
    onClose();
  };

  useEffect(() => {
    surface.current?.focus();
    let made: Viewer | null = null;
    try {
      // Throws without WebGL, for which the library would show its own message.
      SYSTEM.load();
      made = new Viewer({
        container: room.current as HTMLElement,
        panorama: sphereUrl(item.id),
        panoData: (picture) => placeOf(panorama, picture),
        ...middleOf(panorama),
        navbar: false,
        keyboard: false,
        loadingTxt: "",
        lang: { loadError: "" },
      });
      made.addEventListener("panorama-error", () => failed.current());
    } catch {
      failed.current();
    }
    viewer.current = made;
    return () => {
      viewer.current = null;
      made?.destroy();
    };
  }, [item.id, panorama]);

  function look(yaw: number, pitch: number) {
    const from = viewer.current?.getPosition();
    if (from) viewer.current?.rotate({ yaw: from.yaw + yaw, pitch: from.pitch + pitch });
  }

  const actions: [key: string, name: string, Icon: LucideIcon, act: () => unknown][] = [
    ["ArrowLeft", "Look left", ArrowLeft, () => look(-turn, 0)],
    ["ArrowUp", "Look up", ArrowUp, () => look(0, turn)],
    ["ArrowDown", "Look down", ArrowDown, () => look(0, -turn)],
    ["ArrowRight", "Look right", ArrowRight, () => look(turn, 0)],
    ["-", "Zoom out", ZoomOut, () => viewer.current?.zoomOut(zoomStep)],
    ["+", "Zoom in", ZoomIn, () => viewer.current?.zoomIn(zoomStep)],
  ];

  function onKeyDown(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const act = event.key === "Escape" ? onClose : actions.find(([key]) => key === event.key)?.[3];
    if (!act) return;
    event.preventDefault();
    // The viewer's own keys move to the neighbours.
    event.stopPropagation();
    act();
  }

  return (
    <div
      ref={surface}
      role="application"
      aria-label={`${mediaAlt(item)}, in 360°`}
      aria-roledescription="360° photo"
      tabIndex={-1}
      data-keeps-escape
      onKeyDown={onKeyDown}
      className="absolute inset-0 bg-black outline-none"
    >
      <div ref={room} className="absolute inset-0 touch-none" />
      <button
        type="button"
        aria-label="Back to the flat photo"
        onClick={onClose}
        className="absolute top-3 left-3 z-10 flex min-h-11 items-center gap-1.5 rounded-full bg-black/55 px-4 text-step--1 font-semibold text-white focus-visible:outline-white"
      >
        <X aria-hidden="true" className="size-4.5" />
        360°
      </button>
      <div className="absolute inset-x-0 bottom-3 z-10 flex justify-center">
        <div className="flex rounded-full bg-black/55 text-white">
          {actions.map(([key, name, Icon, act]) => (
            <button key={key} type="button" aria-label={name} onClick={act} className={round}>
              <Icon aria-hidden="true" className="size-5" />
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
