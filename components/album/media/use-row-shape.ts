import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type DensityStep, rowFactor, usualDensity } from "@/lib/shared/grid-density";
import type { RowShape } from "@/lib/shared/justified-layout";
import { type ScreenWidth, screenCookie } from "@/lib/shared/screen-width";

/** Row shapes by window width: two or three pictures on a phone, about six on a desktop; more when dense. */
const rowShapes = {
  roomy: {
    phone: { rowRatio: 2.3, narrowest: 0.7, widest: 1.5 },
    tablet: { rowRatio: 4, narrowest: 0.6, widest: 2 },
    desktop: { rowRatio: 5.8, narrowest: 0.6, widest: 2.2 },
  },
  dense: {
    phone: { rowRatio: 3.3, narrowest: 0.7, widest: 1.5 },
    tablet: { rowRatio: 6, narrowest: 0.7, widest: 1.8 },
    desktop: { rowRatio: 7.4, narrowest: 0.7, widest: 1.8 },
  },
} as const satisfies Record<string, Record<ScreenWidth, RowShape>>;

const phoneQuery = "(max-width: 639px)";
const tabletQuery = "(max-width: 1023px)";

function subscribe(listener: () => void): () => void {
  const queries = [matchMedia(phoneQuery), matchMedia(tabletQuery)];
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

function screenWidth(): ScreenWidth {
  if (matchMedia(phoneQuery).matches) return "phone";
  return matchMedia(tabletQuery).matches ? "tablet" : "desktop";
}

/**
 * @param guess the window size the server assumed, until it can be measured; a wrong guess is corrected for next time
 * @param step how large the reader wants photos
 */
export function useRowShape(
  kind: keyof typeof rowShapes,
  guess: ScreenWidth,
  step: DensityStep = usualDensity,
): RowShape {
  const width = useSyncExternalStore(subscribe, screenWidth, () => guess);
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
    if (width !== guess) document.cookie = `${screenCookie}=${width}; path=/; max-age=31536000; samesite=lax`;
  }, [width, guess]);
  return useMemo(() => {
    const shape = rowShapes[kind][width];
    return { ...shape, rowRatio: shape.rowRatio * rowFactor(step) };
  }, [kind, width, step]);
}
