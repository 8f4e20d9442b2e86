"use client";

import { Rotate3d } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import { Spinner } from "@/components/ui/spinner";
import type { MediaItemDto } from "@/lib/album/media/schema";

// The library that draws spheres is larger than the whole viewer.
const PanoramaView = fetchedPart(
  async () => (await import("@/components/album/media/viewer/panorama-view")).PanoramaView,
  {
    fallback: (
      <div className="absolute inset-0 grid place-items-center bg-black/60">
        <Spinner className="size-9 text-white" />
      </div>
    ),
  },
);

/** Offers to look around in a 360° photo, which is shown flat at first. */
export function ViewerPanorama({ item }: { item: MediaItemDto }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasClosed = useRef(false);
  useEffect(() => {
    if (!isOpen && hasClosed.current) button.current?.focus();
  }, [isOpen]);

  function close() {
    hasClosed.current = true;
    setIsOpen(false);
  }

  if (!item.panorama || item.derivatives !== "ready") return null;
  if (isOpen) return <PanoramaView item={item} panorama={item.panorama} onClose={close} />;
  return (
    <button
      ref={button}
      type="button"
      aria-label="Look around in the 360° photo"
      onClick={() => setIsOpen(true)}
      className="absolute top-3 left-3 flex min-h-11 items-center gap-1.5 rounded-full bg-black/55 px-4 text-step--1 font-semibold text-white focus-visible:outline-white"
    >
      <Rotate3d aria-hidden="true" className="size-4.5" />
      360°
    </button>
  );
}
