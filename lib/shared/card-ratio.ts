/**
 * Aspect ratio (width:height) of a picture on a feed's card: its own, but never taller than a screen nor a thin strip.
 */
export function cardRatio(width: number | null, height: number | null): number {
  if (!width || !height) return 4 / 3;
  return Math.min(2.2, Math.max(0.8, width / height));
}
