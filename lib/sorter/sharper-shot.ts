import { likenessDistance, saysLittle } from "@/lib/album/similar/likeness";

/** A picture by its moment. */
export interface MomentShot {
  /** Milliseconds of the wall's clock, to the second; null where only the day is known or nothing. */
  takenMs: number | null;
  likeness: string;
}

/** Within this time people try the same picture again. */
const sameMomentMs = 10_000;
/** Of 64: blur, flash and people who move change some; another scene changes about half. */
const sameSceneBits = 18;

/**
 * Finds for blurred and dark pictures whether one of these is of the same moment: taken within seconds, and of the same
 * scene as far as the lesser picture shows one.
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
      // Nothing can be seen on a black or smeared frame: the moment alone decides.
      if (saysLittle(likeness) || likenessDistance(likeness, other.likeness) <= sameSceneBits) return true;
    }
    return false;
  };
}
