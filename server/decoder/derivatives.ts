import sharp, { type Metadata, type ResizeOptions } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { PictureDerivatives } from "@/lib/platform/images/images";
import type { Panorama } from "@/lib/shared/panorama";
import type { PictureEdits } from "@/lib/shared/picture-edits";
import { editedPixels, fromPixels, type Pixels, toPixels } from "@/server/decoder/edits";
import { open, type Strictness, twice } from "@/server/decoder/open";

/** For all frames together. Encoding animated WebP costs about 0.1 s per million pixels. */
const maxAnimationPixels = 24_000_000;
// A higher effort takes half as long again and saves a kilobyte.
const thumbnailWebp = { quality: 75, effort: 2 };
const thumbnailBox: ResizeOptions = { width: 320, height: 320, fit: "inside", withoutEnlargement: true };
// Cubic instead of Lanczos, and plain Huffman tables instead of optimised ones: a fifth less CPU per picture for the
// same number of bytes, with no visible difference after the decoder's own halving.
const mediumSide = 1280;
export const mediumBox: ResizeOptions = {
  width: mediumSide,
  height: mediumSide,
  fit: "inside",
  withoutEnlargement: true,
  kernel: "cubic",
};
const mediumJpeg = { quality: 80, optimiseCoding: false };
/** The hash stores 7 waves each way: more pixels than this change nothing. */
const thumbHashBox: ResizeOptions = { width: 64, height: 64, fit: "inside", withoutEnlargement: true };
/** Pixels of the whole circle: sharp on a screen that shows a quarter of it, and within the limits of phones' GPUs. */
const circlePixels = 6_144;

function isTransparent({ data, raw: { channels } }: Pixels): boolean {
  if (channels !== 2 && channels !== 4) return false;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return true;
  return false;
}

async function makeThumbHash(pixels: Pixels): Promise<string> {
  const small = await toPixels(fromPixels(pixels).resize(thumbHashBox).toColourspace("srgb").ensureAlpha());
  return Buffer.from(rgbaToThumbHash(small.raw.width, small.raw.height, small.data)).toString("base64");
}

interface Medium {
  medium: Buffer;
  mediumType: "image/jpeg" | "image/webp";
}

async function makeMedium(pixels: Pixels, animate: (() => Promise<Buffer>) | null): Promise<Medium> {
  if (animate) return { medium: await animate(), mediumType: "image/webp" };
  if (isTransparent(pixels)) {
    return { medium: await fromPixels(pixels).webp({ quality: 80 }).toBuffer(), mediumType: "image/webp" };
  }
  const medium = await fromPixels(pixels).removeAlpha().jpeg(mediumJpeg).toBuffer();
  return { medium, mediumType: "image/jpeg" };
}

/**
 * For JPEGs, nearly all of an album: the small picture is made from the medium one, which decodes at a quarter of its
 * size, so no raw pixels of the large one pass through JavaScript's memory and trigger garbage collection.
 */
async function attemptJpeg(
  picture: Buffer,
  facts: Metadata,
  failOn: Strictness,
): Promise<PictureDerivatives> {
  const medium = await open(picture, failOn)
    .autoOrient()
    .resize(mediumBox)
    .toColourspace("srgb")
    .jpeg(mediumJpeg)
    .toBuffer();
  const small = await toPixels(sharp(medium).resize(thumbnailBox).toColourspace("srgb"));
  const thumbnail = await fromPixels(small).webp(thumbnailWebp).toBuffer();
  const { width, height } = facts.autoOrient;
  return {
    width,
    height,
    thumbHash: await makeThumbHash(small),
    thumbnail,
    medium,
    mediumType: "image/jpeg",
  };
}

async function attempt(picture: Buffer, failOn: Strictness): Promise<PictureDerivatives> {
  const facts = await open(picture, failOn).metadata();
  if (facts.format === "jpeg") return attemptJpeg(picture, facts, failOn);
  // The only decode of the full picture: everything below is made from these 1280 pixels.
  const pixels = await toPixels(open(picture, failOn).autoOrient().resize(mediumBox).toColourspace("srgb"));
  const pages = facts.pages ?? 1;
  const isAnimated = pages > 1 && facts.width * facts.height * pages <= maxAnimationPixels;
  const animate = () =>
    open(picture, failOn, { animated: true }).resize(mediumBox).webp({ quality: 80, effort: 1 }).toBuffer();
  const medium = await makeMedium(pixels, isAnimated ? animate : null);
  const thumbnail = await fromPixels(pixels).resize(thumbnailBox).webp(thumbnailWebp).toBuffer();
  return {
    width: facts.autoOrient.width,
    height: facts.autoOrient.height,
    thumbHash: await makeThumbHash(pixels),
    thumbnail,
    ...medium,
  };
}

async function attemptEdited(
  picture: Buffer,
  edits: PictureEdits,
  failOn: Strictness,
): Promise<PictureDerivatives> {
  const fit = ({ width, height }: { width: number; height: number }) => mediumSide / Math.max(width, height);
  const { pixels, full } = await editedPixels(picture, edits, failOn, fit);
  return {
    ...full,
    thumbHash: await makeThumbHash(pixels),
    thumbnail: await fromPixels(pixels).resize(thumbnailBox).webp(thumbnailWebp).toBuffer(),
    ...(await makeMedium(pixels, null)),
  };
}

/** A picture's thumbnail, medium image and ThumbHash: upright, edited, sRGB, without any metadata. */
export const makeDerivatives = (picture: Buffer, edits: PictureEdits | null): Promise<PictureDerivatives> =>
  twice((failOn) => (edits ? attemptEdited(picture, edits, failOn) : attempt(picture, failOn)));

/** The picture for looking around in a 360° photo: a JPEG without any metadata. */
export function makeSphere(picture: Buffer, { width }: Panorama): Promise<Buffer> {
  return twice((failOn) =>
    open(picture, failOn)
      .autoOrient()
      .resize({ width: Math.max(1, Math.round(circlePixels * width)), withoutEnlargement: true })
      .toColourspace("srgb")
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}
