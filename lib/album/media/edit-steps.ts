import type { Crop } from "@/lib/album/media/crop";
import { minCropShare, type PictureEdits, type Size } from "@/lib/shared/picture-edits";

export const wholePhoto: Crop = { x: 0, y: 0, width: 1, height: 1 };

export const cropShapes = ["Free", "Original", "Square", "3:2", "4:3", "16:9"] as const;
export type CropShape = (typeof cropShapes)[number];

const longByShort: Partial<Record<CropShape, number>> = {
  Square: 1,
  "3:2": 3 / 2,
  "4:3": 4 / 3,
  "16:9": 16 / 9,
};

/** Rounds fractions to a ten-thousandth, less than a screen pixel; null for the whole photo. */
function tidyCrop({ x, y, width, height }: Crop): Crop | null {
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  const [left, top] = [rounded(x), rounded(y)];
  const [wide, high] = [rounded(width), rounded(height)];
  if (wide >= 1 && high >= 1) return null;
  return {
    x: left,
    y: top,
    width: Math.min(wide, rounded(1 - left)),
    height: Math.min(high, rounded(1 - top)),
  };
}

/** Turns the photo, with its crop, by a quarter as it is seen. */
export function turnPhoto(edits: PictureEdits, direction: "left" | "right"): PictureEdits {
  const isRight = direction === "right";
  const { crop, isMirrored, quarterTurns } = edits;
  // A photo is mirrored after it is turned.
  const step = isRight === isMirrored ? 3 : 1;
  return {
    ...edits,
    quarterTurns: (quarterTurns + step) % 4,
    crop:
      crop &&
      tidyCrop({
        x: isRight ? 1 - crop.y - crop.height : crop.y,
        y: isRight ? crop.x : 1 - crop.x - crop.width,
        width: crop.height,
        height: crop.width,
      }),
  };
}

/** Mirrors the photo as it is seen: what leant right leans left. */
export function mirrorPhoto(edits: PictureEdits): PictureEdits {
  const { crop, isMirrored, straighten } = edits;
  return {
    ...edits,
    isMirrored: !isMirrored,
    straighten: straighten === 0 ? 0 : -straighten,
    crop: crop && tidyCrop({ ...crop, x: 1 - crop.x - crop.width }),
  };
}

/**
 * A crop's width for a height of 1, both as fractions of the photo's; null for any.
 * @param photo in pixels, after turning; a shape has the photo's orientation
 */
export function shareRatio(shape: CropShape, photo: Size): number | null {
  if (shape === "Free") return null;
  if (shape === "Original") return 1;
  const ratio = longByShort[shape] ?? 1;
  return ((photo.height > photo.width ? 1 / ratio : ratio) * photo.height) / photo.width;
}

const within = (value: number, most: number) => Math.min(Math.max(0, value), most);

/** The largest crop of this ratio, as close as possible to the current one. */
export function fitCrop(crop: Crop | null, ratio: number | null): Crop | null {
  if (ratio === null) return crop;
  const [width, height] = ratio >= 1 ? [1, 1 / ratio] : [ratio, 1];
  const before = crop ?? wholePhoto;
  const x = within(before.x + before.width / 2 - width / 2, 1 - width);
  const y = within(before.y + before.height / 2 - height / 2, 1 - height);
  return tidyCrop({ x, y, width, height });
}

export function moveCrop(crop: Crop | null, right: number, down: number): Crop | null {
  const { x, y, width, height } = crop ?? wholePhoto;
  return tidyCrop({ x: within(x + right, 1 - width), y: within(y + down, 1 - height), width, height });
}

export const cropCorners = ["top left", "top right", "bottom left", "bottom right"] as const;
export type CropCorner = (typeof cropCorners)[number];

/** The crop with one corner moved; the opposite one stays. */
export function resizeCrop(
  crop: Crop | null,
  corner: CropCorner,
  right: number,
  down: number,
  ratio: number | null,
): Crop | null {
  const { x, y, width, height } = crop ?? wholePhoto;
  const isRight = corner.endsWith("right");
  const isBottom = corner.startsWith("bottom");
  const roomX = isRight ? 1 - x : x + width;
  const roomY = isBottom ? 1 - y : y + height;
  const between = (value: number, room: number) => Math.min(Math.max(minCropShare, value), room);
  let wide = between(width + (isRight ? right : -right), roomX);
  let high = between(height + (isBottom ? down : -down), roomY);
  if (ratio !== null) {
    const least = Math.max(minCropShare, minCropShare * ratio);
    const wanted = Math.abs(right) * 1 >= Math.abs(down) * ratio ? wide : high * ratio;
    wide = Math.min(Math.max(least, wanted), roomX, roomY * ratio);
    high = wide / ratio;
  }
  return tidyCrop({
    x: isRight ? x : x + width - wide,
    y: isBottom ? y : y + height - high,
    width: wide,
    height: high,
  });
}

/** Describes a photo's edits for people who can't see it. */
export function describeEdits({ quarterTurns, isMirrored, straighten, crop, light }: PictureEdits): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const parts = [
    quarterTurns > 0 && ["", "Turned to the right", "Turned upside down", "Turned to the left"][quarterTurns],
    isMirrored && "Mirrored",
    straighten !== 0 && `Straightened by ${straighten}°`,
    crop && `Cropped to ${percent(crop.width)} of the width and ${percent(crop.height)} of the height`,
    light !== 0 && `Light ${formatLight(light)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(". ")}.` : "The original.";
}

export const formatLight = (light: number): string =>
  light > 0 ? `+${light}` : String(light).replace("-", "−");
export const formatDegrees = (degrees: number): string => `${String(degrees).replace("-", "−")}°`;
