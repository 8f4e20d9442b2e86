"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode } from "react";
import { useGridDensity } from "@/components/album/media/grid-density";
import { densitySteps, nextDensity } from "@/lib/shared/grid-density";

/** Larger or smaller photos, for people who don't pinch. */
export function DensityControl() {
  const { step, change } = useGridDensity();
  const size = densitySteps.length + 1 - step;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Photo size" className="flex items-center text-ink-soft">
      <DensityButton label="Smaller photos" isAtEnd={!nextDensity(step, 1)} onClick={() => change(1)}>
        <ZoomOut aria-hidden="true" className="size-5" />
      </DensityButton>
      <DensityButton label="Larger photos" isAtEnd={!nextDensity(step, -1)} onClick={() => change(-1)}>
        <ZoomIn aria-hidden="true" className="size-5" />
      </DensityButton>
      <span aria-live="polite" className="sr-only">
        Size {size} of {densitySteps.length}
      </span>
    </div>
  );
}

interface DensityButtonProps {
  label: string;
  isAtEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Stays focusable at the end of the scale, where the keyboard just took it. */
function DensityButton({ label, isAtEnd, onClick, children }: DensityButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full hover:bg-sunk hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    >
      {children}
    </button>
  );
}
