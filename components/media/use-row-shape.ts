import { useSyncExternalStore } from "react";
import type { RowShape } from "@/lib/shared/justified-layout";

/** Rows by width of the window: two or three pictures on a phone, six or so on a desktop; more where dense. */
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
} as const satisfies Record<string, Record<string, RowShape>>;

export type GridDensity = keyof typeof rowShapes;

const phoneQuery = "(max-width: 639px)";
const tabletQuery = "(max-width: 1023px)";

function subscribe(listener: () => void): () => void {
  const queries = [matchMedia(phoneQuery), matchMedia(tabletQuery)];
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

/** @param isPhoneGuess what the server took the device for, until the window can be asked */
export function useRowShape(density: GridDensity, isPhoneGuess: boolean): RowShape {
  const shapes = rowShapes[density];
  return useSyncExternalStore<RowShape>(
    subscribe,
    () => {
      if (matchMedia(phoneQuery).matches) return shapes.phone;
      return matchMedia(tabletQuery).matches ? shapes.tablet : shapes.desktop;
    },
    () => (isPhoneGuess ? shapes.phone : shapes.desktop),
  );
}
