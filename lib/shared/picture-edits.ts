/** A part of a picture, as fractions of its sides. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The edits made to an upright photo before it is shown or printed, in this order. The original stays unchanged. */
export interface PictureEdits {
  /** Clockwise, 0 to 3. */
  quarterTurns: number;
  /** Left and right change places. */
  isMirrored: boolean;
  /** Degrees, clockwise, -15 to 15; cut to the largest part of the same shape that has no empty corners. */
  straighten: number;
  /** The remaining part of the turned and straightened photo; null for all of it. */
  crop: Part | null;
  /** -100 to 100: at 100 every colour is twice as bright, at -100 half as bright. */
  light: number;
}

export interface Size {
  width: number;
  height: number;
}

export const noEdits: PictureEdits = {
  quarterTurns: 0,
  isMirrored: false,
  straighten: 0,
  crop: null,
  light: 0,
};

export const maxStraighten = 15;
export const maxLight = 100;
/** The smallest share of each side that a crop can leave. */
export const minCropShare = 0.05;

const isWhole = (crop: Part | null) => !crop || (crop.width >= 1 && crop.height >= 1);

/** Whether they leave a photo unchanged. */
export const areNoEdits = ({ quarterTurns, isMirrored, straighten, crop, light }: PictureEdits): boolean =>
  quarterTurns === 0 && !isMirrored && straighten === 0 && isWhole(crop) && light === 0;

/** Whether both have the same result. */
export function areSameEdits(one: PictureEdits | null, other: PictureEdits | null): boolean {
  const [a, b] = [one ?? noEdits, other ?? noEdits];
  const [c, d] = [a.crop, b.crop];
  const isSameCrop =
    (isWhole(c) && isWhole(d)) ||
    (c !== null && d !== null && c.x === d.x && c.y === d.y && c.width === d.width && c.height === d.height);
  return (
    a.quarterTurns === b.quarterTurns &&
    a.isMirrored === b.isMirrored &&
    a.straighten === b.straighten &&
    a.light === b.light &&
    isSameCrop
  );
}

/** By how much every colour is multiplied. */
export const lightFactor = (light: number): number => 2 ** (light / maxLight);

export const turnedSize = ({ quarterTurns }: PictureEdits, { width, height }: Size): Size =>
  quarterTurns % 2 === 1 ? { width: height, height: width } : { width, height };

/**
 * How much of each side is left when a picture is turned by some degrees and cut to its own shape without empty
 * corners.
 */
export function straightenedShare(degrees: number, { width, height }: Size): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const ratio = Math.max(width / height, height / width);
  return 1 / (Math.cos(angle) + ratio * Math.sin(angle));
}

/** Pixels of the turned and straightened photo, as fractions, before it is cropped. */
export function straightenedSize(edits: PictureEdits, original: Size): Size {
  const turned = turnedSize(edits, original);
  const share = straightenedShare(edits.straighten, turned);
  return { width: turned.width * share, height: turned.height * share };
}

const pixels = (length: number) => Math.max(1, Math.round(length));

/** The size in pixels of an upright photo after these edits. */
export function editedSize(edits: PictureEdits, original: Size): Size {
  const { width, height } = straightenedSize(edits, original);
  return {
    width: pixels(width * (edits.crop?.width ?? 1)),
    height: pixels(height * (edits.crop?.height ?? 1)),
  };
}
