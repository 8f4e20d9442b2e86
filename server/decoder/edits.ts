import sharp, { type Sharp } from "sharp";
import { animatedPicture } from "@/lib/platform/images/image-error";
import {
  editedSize,
  lightFactor,
  type PictureEdits,
  type Size,
  straightenedShare,
} from "@/lib/shared/picture-edits";
import { open, type Strictness } from "@/server/decoder/open";

export interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels } };
}

export const fromPixels = ({ data, raw }: Pixels): Sharp => sharp(data, { raw });

export interface EditedPixels {
  pixels: Pixels;
  /** The edited picture's size without scaling. */
  full: Size;
}

/** A part of a picture: its centre relative to the picture's centre, and its size, in pixels. */
interface Part extends Size {
  x: number;
  y: number;
}

/** The part of a turned picture that is left after straightening and cropping. */
function croppedPart({ straighten, crop }: PictureEdits, turned: Size): Part {
  const share = straightenedShare(straighten, turned);
  // Interpolated pixels at the edge are mixed with the empty corners.
  const inset = straighten === 0 ? 0 : 1;
  const along = (side: "width" | "height", at: "x" | "y") => {
    const kept = Math.max(1, turned[side] * share - 2 * inset);
    const [start, part] = crop ? [crop[at], crop[side]] : [0, 1];
    return [(start + part / 2 - 0.5) * kept, part * kept] as const;
  };
  const [x, width] = along("width", "x");
  const [y, height] = along("height", "y");
  return { x, y, width, height };
}

/** A part's place in whole pixels inside a picture. */
function regionOf(part: Part, picture: Size) {
  const along = (middle: number, length: number, most: number) => {
    const first = Math.min(Math.max(0, Math.round(most / 2 + middle - length / 2)), most - 1);
    return [first, Math.max(1, Math.min(Math.round(length), most - first))] as const;
  };
  const [left, width] = along(part.x, part.width, picture.width);
  const [top, height] = along(part.y, part.height, picture.height);
  return { left, top, width, height };
}

async function cut(pixels: Pixels, part: Part): Promise<Pixels> {
  const region = regionOf(part, pixels.raw);
  const isWhole = region.width === pixels.raw.width && region.height === pixels.raw.height;
  return isWhole ? pixels : toPixels(fromPixels(pixels).extract(region));
}

/** How many pixels around each one interpolation reads. */
const margin = 3;

/** Rotates by a few degrees around the centre. Only the part that is kept, because each pixel takes long. */
async function straightened(pixels: Pixels, degrees: number, part: Part): Promise<Pixels> {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const around = regionOf(
    {
      x: part.x * cos + part.y * sin,
      y: part.y * cos - part.x * sin,
      width: part.width * cos + part.height * Math.abs(sin) + 2 * margin,
      height: part.height * cos + part.width * Math.abs(sin) + 2 * margin,
    },
    pixels.raw,
  );
  const matrix: [[number, number], [number, number]] = [
    [cos, -sin],
    [sin, cos],
  ];
  const source = await toPixels(fromPixels(pixels).extract(around));
  const canvas = await toPixels(
    fromPixels(source).affine(matrix, { interpolator: sharp.interpolators.bicubic, background: "#00000000" }),
  );
  // Where the canvas's centre was before rotation.
  const x = around.left + around.width / 2 - pixels.raw.width / 2;
  const y = around.top + around.height / 2 - pixels.raw.height / 2;
  const moved = { ...part, x: part.x - (x * cos - y * sin), y: part.y - (x * sin + y * cos) };
  return cut(canvas, moved);
}

/**
 * The pixels of an edited picture, in sRGB. It is scaled before it is edited, which saves time and memory.
 * @param scaleOf at most 1, for an edited picture of this size
 * @throws Error that says so for an animation
 */
export async function editedPixels(
  picture: Buffer,
  edits: PictureEdits,
  failOn: Strictness,
  scaleOf: (full: Size) => number,
): Promise<EditedPixels> {
  const { autoOrient: upright, pages = 1 } = await open(picture, failOn).metadata();
  if (pages > 1) throw new Error(animatedPicture);
  const full = editedSize(edits, upright);
  const scale = Math.min(1, scaleOf(full));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  const decoded = open(picture, failOn).autoOrient();
  const whole =
    scale < 1
      ? decoded.resize(scaled(upright.width), scaled(upright.height), { fit: "fill", kernel: "cubic" })
      : decoded;
  let pixels = await toPixels(whole.toColourspace("srgb"));
  if (edits.quarterTurns > 0) pixels = await toPixels(fromPixels(pixels).rotate(edits.quarterTurns * 90));
  if (edits.isMirrored) pixels = await toPixels(fromPixels(pixels).flop());
  const { channels } = pixels.raw;
  const part = croppedPart(edits, pixels.raw);
  pixels = await (edits.straighten === 0 ? cut(pixels, part) : straightened(pixels, edits.straighten, part));
  // Rotating added transparency for the empty corners, which have been cut off.
  if (channels % 2 === 1 && pixels.raw.channels % 2 === 0) {
    pixels = await toPixels(fromPixels(pixels).removeAlpha());
  }
  if (edits.light !== 0) pixels = await toPixels(fromPixels(pixels).linear(lightFactor(edits.light), 0));
  return { pixels, full };
}
