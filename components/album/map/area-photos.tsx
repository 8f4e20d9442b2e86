"use client";

import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { Button } from "@/components/ui/button";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface AreaPhotosProps {
  /** The API path for the area's photos. */
  path: string;
  screenGuess: ScreenWidth;
  onClose: () => void;
}

/** The photos of a part of the map, shown below it. */
export function AreaPhotos({ path, screenGuess, onClose }: AreaPhotosProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section aria-labelledby="area-photos" className="mt-8">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="area-photos" ref={heading} tabIndex={-1} className="outline-none">
          Photos from here
        </h2>
        <Button variant="ghost" size="icon" aria-label="Close these photos" onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <FeedGrid
        source={{ kind: "placed", path }}
        screenGuess={screenGuess}
        empty={<p className="text-ink-soft">No photos were taken in this part of the map.</p>}
      />
    </section>
  );
}
