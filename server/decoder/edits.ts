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
  /** What the edited picture has when nothing of it is scaled. */
  full: Size;
}

/** Turned by a few degrees about its middle, on a larger canvas. */
function straightened(pixels: Pixels, degrees: number): Promise<Pixels> {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const matrix = [
    [cos, -sin],
    [sin, cos],
  ] as [[number, number], [number, number]];
  return toPixels(
    fromPixels(pixels).affine(matrix, { interpolator: sharp.interpolators.bicubic, background: "#00000000" }),
  );
}

/** Where the crop is on the canvas, whose middle is the picture's. */
function cropOnCanvas({ straighten, crop }: PictureEdits, turned: Size, canvas: Size) {
  const share = straightenedShare(straighten, turned);
  // Interpolated pixels at the edge have something of the empty corners in them.
  const inset = straighten === 0 ? 0 : 1;
  const along = (side: "width" | "height", at: "x" | "y") => {
    const kept = Math.max(1, turned[side] * share - 2 * inset);
    const start = (canvas[side] - kept) / 2 + kept * (crop?.[at] ?? 0);
    const first = Math.min(Math.max(0, Math.round(start)), canvas[side] - 1);
    const length = Math.max(1, Math.round(kept * (crop?.[side] ?? 1)));
    return [first, Math.min(length, canvas[side] - first)] as const;
  };
  const [left, width] = along("width", "x");
  const [top, height] = along("height", "y");
  return { left, top, width, height };
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
  const turned = { ...pixels.raw };
  if (edits.straighten !== 0) pixels = await straightened(pixels, edits.straighten);
  const cut = cropOnCanvas(edits, turned, pixels.raw);
  if (cut.width < pixels.raw.width || cut.height < pixels.raw.height) {
    pixels = await toPixels(fromPixels(pixels).extract(cut));
  }
  // The affine transform has added transparency that nothing of the rest has.
  if (turned.channels % 2 === 1 && pixels.raw.channels % 2 === 0) {
    pixels = await toPixels(fromPixels(pixels).removeAlpha());
  }
  if (edits.light !== 0) pixels = await toPixels(fromPixels(pixels).linear(lightFactor(edits.light), 0));
  return { pixels, full };
}
