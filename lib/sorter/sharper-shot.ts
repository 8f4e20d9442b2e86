import { isLowInformation, likenessDistance } from "@/lib/album/similar/likeness";

/** A picture and its moment. */
export interface MomentShot {
  /** Wall-clock time in milliseconds, to the second; null if only the day is known, or nothing. */
  takenMs: number | null;
  likeness: string;
}

/** Within this time, people try the same picture again. */
const sameMomentMs = 10_000;
/** Bits of 64: blur, flash and moving people change some; another scene changes about half. */
const sameSceneBits = 18;

/**
 * Finds out for a blurred or dark picture whether one of these shows the same moment: taken within seconds, and of the
 * same scene as far as the lesser picture shows one.
 * @param sharp pictures that are neither blurred nor dark, and that nobody has left out
 */
export function sharperShotFinder(sharp: readonly MomentShot[]): (lesser: MomentShot) => boolean {
  const timed = sharp
    .flatMap(({ takenMs, likeness }) => (takenMs === null ? [] : { takenMs, likeness }))
    .sort((a, b) => a.takenMs - b.takenMs);
  return ({ takenMs, likeness }) => {
    if (takenMs === null) return false;
    let from = 0;
    for (let to = timed.length; from < to; ) {
      const middle = (from + to) >> 1;
      if ((timed[middle]?.takenMs ?? 0) < takenMs - sameMomentMs) from = middle + 1;
      else to = middle;
    }
    for (let at = from; at < timed.length; at++) {
      const other = timed[at];
      if (!other || other.takenMs > takenMs + sameMomentMs) return false;
      // Nothing is visible on a black or smeared frame, so the moment alone decides.
      if (isLowInformation(likeness) || likenessDistance(likeness, other.likeness) <= sameSceneBits)
        return true;
    }
    return false;
  };
}
