"use client";

import { type ReactNode, useRef } from "react";
import { DensityControl } from "@/components/album/media/density-control";
import { useGridDensity } from "@/components/album/media/grid-density";
import { usePinch } from "@/components/album/media/use-pinch";

/**
 * Surrounds a grid of photos: pinching, or the buttons above it, changes their size. @param action shown beside the
 * buttons
 */
export function GridFrame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  usePinch(frame, useGridDensity().change);
  return (
    <>
      <div className="-mt-3 mb-1 flex items-center justify-end">
        {action}
        <DensityControl />
      </div>
      <div ref={frame}>{children}</div>
    </>
  );
}
