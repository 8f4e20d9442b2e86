import { useSyncExternalStore } from "react";

/** Width:height of a full row by width of the window: two or three pictures on a phone, five or so on a desktop. */
const rowRatios = {
  roomy: { phone: 2, tablet: 3.6, desktop: 5 },
  dense: { phone: 3.4, tablet: 6, desktop: 7.4 },
} as const;

export type GridDensity = keyof typeof rowRatios;

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
export function useRowRatio(density: GridDensity, isPhoneGuess: boolean): number {
  const ratios = rowRatios[density];
  return useSyncExternalStore(
    subscribe,
    () => {
      if (matchMedia(phoneQuery).matches) return ratios.phone;
      return matchMedia(tabletQuery).matches ? ratios.tablet : ratios.desktop;
    },
    () => (isPhoneGuess ? ratios.phone : ratios.desktop),
  );
}
