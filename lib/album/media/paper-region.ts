import type { Crop } from "@/lib/album/media/crop";
import type { PaperPlan } from "@/lib/shared/print-products";

/**
 * The largest part of a picture with this shape, as fractions of its sides. Upright pictures keep their upper third,
 * where faces are; others their middle.
 * @param paper width divided by height
 */
export function cropToRatio(width: number, height: number, paper: number): Crop {
  const picture = width / height;
  if (picture > paper) {
    const share = paper / picture;
    return { x: (1 - share) / 2, y: 0, width: share, height: 1 };
  }
  const share = picture / paper;
  return { x: 0, y: (1 - share) / (height > width ? 3 : 2), width: 1, height: share };
}

/** The part of a picture that is printed on paper of this many pixels. */
export function paperRegion(
  width: number,
  height: number,
  [paperWidth, paperHeight]: readonly [number, number],
  crop: Crop | null,
): PaperPlan {
  const ratio = paperWidth / paperHeight;
  const { x, y, width: w, height: h } = crop ?? cropToRatio(width, height, ratio);
  const chosen = [w * width, h * height] as const;
  const cutWidth = Math.min(chosen[0], chosen[1] * ratio);
  const cutHeight = Math.min(chosen[1], chosen[0] / ratio);
  const whole = (start: number, length: number, all: number) => {
    const pixels = Math.min(all, Math.max(1, Math.round(length)));
    return [Math.min(all - pixels, Math.max(0, Math.round(start))), pixels] as const;
  };
  const [left, pixelsWide] = whole(x * width + (chosen[0] - cutWidth) / 2, cutWidth, width);
  const [top, pixelsHigh] = whole(y * height + (chosen[1] - cutHeight) / 2, cutHeight, height);
  return { left, top, width: pixelsWide, height: pixelsHigh, paperWidth, paperHeight };
}
