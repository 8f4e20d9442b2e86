"use client";

import { CircleDot } from "lucide-react";
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { streamUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

const hoverMs = 300;
const holdMs = 350;
/** A finger that moves farther than this swipes or zooms. */
const holdPixels = 8;

/**
 * The moment around a photo, filmed by its camera: plays while a mouse rests on the photo or a finger holds it, and
 * with sound from the button.
 */
export function ViewerMotion({ item }: { item: MediaItemDto }) {
  const [playing, setPlaying] = useState<"muted" | "aloud" | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const pressedAt = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => () => clearTimeout(waiting.current), []);

  function playAfter(ms: number) {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setPlaying("muted"), ms);
  }
  function stop() {
    clearTimeout(waiting.current);
    pressedAt.current = null;
    setPlaying((now) => (now === "muted" ? null : now));
  }
  const handlers = {
    onPointerEnter({ pointerType }: PointerEvent) {
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (pointerType === "mouse" && !isCalm) playAfter(hoverMs);
    },
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      if (pointerType === "mouse") return;
      pressedAt.current = { x, y };
      playAfter(holdMs);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = pressedAt.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > holdPixels) stop();
    },
    onPointerUp({ pointerType }: PointerEvent) {
      if (pointerType !== "mouse") stop();
    },
    onPointerLeave: stop,
    onPointerCancel: stop,
    // Holding a finger down would open the browser's own menu.
    onContextMenu(event: MouseEvent) {
      if (pressedAt.current) event.preventDefault();
    },
  };

  if (isBroken) return null;
  return (
    <>
      {playing && (
        <video
          src={streamUrl(item.id)}
          autoPlay
          muted={playing === "muted"}
          playsInline
          aria-label="The moment"
          onEnded={() => setPlaying(null)}
          onError={() => setIsBroken(true)}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <div
        data-testid="moment"
        className="absolute inset-0 select-none [-webkit-touch-callout:none]"
        {...handlers}
      />
      <button
        type="button"
        aria-label={playing ? "Stop the moment" : "Play the moment"}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => setPlaying(playing ? null : "aloud")}
        className="absolute top-3 left-3 flex min-h-11 items-center gap-1.5 rounded-full bg-black/55 px-4 text-step--1 font-semibold text-white focus-visible:outline-white"
      >
        <CircleDot aria-hidden="true" className="size-4.5" />
        Live
      </button>
    </>
  );
}
