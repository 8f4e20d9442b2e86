import type { Crop } from "@/lib/features/prints/schema";
import { type PrintSize, printProportions } from "@/lib/shared/print-products";

/** Width by height of the paper as this picture lies on it: upright for an upright picture. */
export function paperRatio(width: number, height: number, size: PrintSize): number {
  return height > width ? 1 / printProportions[size] : printProportions[size];
}

/**
 * The largest part of a picture with its paper's shape, in shares of the picture's sides. Upright pictures keep their
 * upper third, where faces are; others their middle.
 */
export function defaultCrop(width: number, height: number, size: PrintSize): Crop {
  const picture = width / height;
  const paper = paperRatio(width, height, size);
  if (picture > paper) {
    const share = paper / picture;
    return { x: (1 - share) / 2, y: 0, width: share, height: 1 };
  }
  const share = picture / paper;
  return { x: 0, y: (1 - share) / (height > width ? 3 : 2), width: 1, height: share };
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
