"use client";

import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import { type DensityStep, densityCookie, nextDensity, usualDensity } from "@/lib/shared/grid-density";

interface GridDensity {
  step: DensityStep;
  /** 1 for more, smaller photos. */
  change: (by: 1 | -1) => void;
}

const Density = createContext<GridDensity>({ step: usualDensity, change: () => {} });

/** Stores how large photos are in the grids on this device. */
export function GridDensityProvider({ initial, children }: { initial: DensityStep; children: ReactNode }) {
  const [step, setStep] = useState(initial);
  const latest = useRef(initial);
  const change = useCallback((by: 1 | -1) => {
    const next = nextDensity(latest.current, by);
    if (!next) return;
    latest.current = next;
    setStep(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
    document.cookie = `${densityCookie}=${next}; path=/; max-age=31536000; samesite=lax`;
  }, []);
  const value = useMemo(() => ({ step, change }), [step, change]);
  return <Density value={value}>{children}</Density>;
}

export const useGridDensity = (): GridDensity => use(Density);
