import type { Crop } from "@/lib/album/media/crop";
import { cropToRatio, paperRegion } from "@/lib/album/media/paper-region";
import { type PaperPlan, type PrintSize, printPixels, printProportions } from "@/lib/shared/print-products";

/** Width divided by height of the paper for this picture: upright for an upright picture. */
export function paperRatio(width: number, height: number, size: PrintSize): number {
  return height > width ? 1 / printProportions[size] : printProportions[size];
}

/** The part of a picture that is printed unless someone moves the frame. */
export function defaultCrop(width: number, height: number, size: PrintSize): Crop {
  return cropToRatio(width, height, paperRatio(width, height, size));
}

/** Whether the paper's shape cuts something off this picture. */
export function isCroppable({
  width,
  height,
  size,
}: {
  width: number | null;
  height: number | null;
  size: PrintSize;
}): boolean {
  if (!width || !height) return false;
  const crop = defaultCrop(width, height, size);
  return Math.min(crop.width, crop.height) < 0.995;
}

/**
 * The part of a picture that is printed, as the basket showed it. A crop of another shape than the paper's (none of
 * ours makes one) is narrowed around its middle: nothing is ever stretched.
 */
export function printRegion(width: number, height: number, size: PrintSize, crop: Crop | null): PaperPlan {
  const [longer, shorter] = printPixels[size];
  const paper = height > width ? ([shorter, longer] as const) : ([longer, shorter] as const);
  return paperRegion(width, height, paper, crop);
}
