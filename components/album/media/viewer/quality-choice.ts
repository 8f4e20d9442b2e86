import { useSyncExternalStore } from "react";
import type { StreamQuality } from "@/lib/album/media/schema";
import { type Connection, type QualityChoice, qualityFor } from "@/lib/album/media/video-quality";

/** The quality chosen by hand, until the page is left; everyone's connection changes. */
let choice: QualityChoice = "auto";
const listeners = new Set<(choice: QualityChoice) => void>();

/** How long a connection counts as slow after a stall, unless Auto is chosen again. */
const slowMs = 10 * 60_000;
let slowSince = Number.NEGATIVE_INFINITY;

/** A video at 720p has stalled. */
export function rememberSlowness(): void {
  slowSince = performance.now();
}

/** The quality the connection can carry, as far as is known. */
export function automaticQuality(): StreamQuality {
  if (performance.now() - slowSince < slowMs) return "360";
  return qualityFor((navigator as Navigator & { connection?: Connection }).connection);
}

/** Calls back on each choice, before anything is drawn with it. @returns a function that unsubscribes */
export function onQualityChoice(listener: (choice: QualityChoice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseQuality(next: QualityChoice): void {
  choice = next;
  if (next === "auto") slowSince = Number.NEGATIVE_INFINITY;
  for (const listener of listeners) listener(next);
}

export const useQualityChoice = (): QualityChoice =>
  useSyncExternalStore(
    onQualityChoice,
    () => choice,
    () => "auto",
  );
