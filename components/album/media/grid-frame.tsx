"use client";

import { type ReactNode, useRef } from "react";
import { DensityControl } from "@/components/album/media/density-control";
import { useGridDensity } from "@/components/album/media/grid-density";
import { usePinch } from "@/components/album/media/use-pinch";

/** Surrounds a grid of photos: pinching, or the buttons above it, make them larger or smaller. */
export function GridFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  usePinch(frame, useGridDensity().change);
  return (
    <>
      <div className="-mt-3 mb-1 flex justify-end">
        <DensityControl />
      </div>
      <div ref={frame}>{children}</div>
    </>
  );
}
