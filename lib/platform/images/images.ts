import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { rgbaToThumbHash } from "thumbhash";

/** The picture can't be decoded, or is larger than we decode. */
export class ImageError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ImageError";
  }
}

export interface ImageDerivatives {
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /** Base64. */
  thumbHash: string;
  /** WebP within 320 x 320. */
  thumbnail: Buffer;
  /** Within 1280 x 1280: JPEG, or WebP where it is transparent or moves. */
  medium: Buffer;
  mediumType: "image/jpeg" | "image/webp";
}

const loaders = ["Jpeg", "Png", "Nsgif"].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
]);
// Every other decoder of libvips stays out of reach of uploaded bytes, whatever they call themselves.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders });
// Uploads are never decoded twice, so libvips' cache would only hold memory; jobs run side by side instead
// of one picture on several threads.
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 100_000_000;
/** All frames together. Encoding moving WebP costs about 0.1 s per million pixels. */
const maxAnimationPixels = 24_000_000;
const decodeSeconds = 30;
// Twice the effort takes half as long again and saves a kilobyte.
const thumbnailWebp = { quality: 75, effort: 2 } as const;
const thumbnailBox = { width: 320, height: 320, fit: "inside", withoutEnlargement: true } as const;
// Cubic beside Lanczos, and plain Huffman tables beside optimised ones: a fifth less CPU a picture for the same number of
// bytes, and no difference that an eye finds after the decoder's own halving.
const mediumBox = {
  width: 1280,
  height: 1280,
  fit: "inside",
  withoutEnlargement: true,
  kernel: "cubic",
} as const;
const mediumJpeg = { quality: 80, optimiseCoding: false } as const;
/** The hash keeps 7 waves each way: more pixels than this change nothing in it. */
const thumbHashBox = { width: 64, height: 64, fit: "inside", withoutEnlargement: true } as const;

export type ImageInput = string | Buffer;
export type Strictness = "error" | "none";

interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** Opens a picture of somebody's within our limits of size and time. */
export function open(input: ImageInput, failOn: Strictness, options: SharpOptions = {}): Sharp {
  return sharp(input, { failOn, limitInputPixels: maxPixels, ...options }).timeout({
    seconds: decodeSeconds,
  });
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels: channels as Pixels["raw"]["channels"] } };
}

const fromPixels = ({ data, raw }: Pixels) => sharp(data, { raw });

function isTransparent({ data, raw: { channels } }: Pixels): boolean {
  if (channels !== 2 && channels !== 4) return false;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return true;
  return false;
}

async function makeThumbHash(pixels: Pixels): Promise<string> {
  const small = await toPixels(fromPixels(pixels).resize(thumbHashBox).toColourspace("srgb").ensureAlpha());
  return Buffer.from(rgbaToThumbHash(small.raw.width, small.raw.height, small.data)).toString("base64");
}

async function makeMedium(
  pixels: Pixels,
  animate: (() => Promise<Buffer>) | null,
): Promise<Pick<ImageDerivatives, "medium" | "mediumType">> {
  if (animate) return { medium: await animate(), mediumType: "image/webp" };
  if (isTransparent(pixels)) {
    return { medium: await fromPixels(pixels).webp({ quality: 80 }).toBuffer(), mediumType: "image/webp" };
  }
  const medium = await fromPixels(pixels).removeAlpha().jpeg(mediumJpeg).toBuffer();
  return { medium, mediumType: "image/jpeg" };
}

/**
 * For JPEGs, nearly all of an album: the small picture is made from the medium one, which decodes at a quarter of its
 * size, so that no raw pixels of the large one pass through JavaScript's memory and wake its collector.
 */
async function attemptJpeg(
  input: ImageInput,
  facts: Metadata,
  failOn: Strictness,
): Promise<ImageDerivatives> {
  const medium = await open(input, failOn)
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

async function attempt(input: ImageInput, failOn: Strictness): Promise<ImageDerivatives> {
  const facts = await open(input, failOn).metadata();
  if (facts.format === "jpeg") return attemptJpeg(input, facts, failOn);
  // The one decode of the full picture: everything below is made from these 1280 pixels.
  const pixels = await toPixels(open(input, failOn).autoOrient().resize(mediumBox).toColourspace("srgb"));
  const pages = facts.pages ?? 1;
  const isAnimated = pages > 1 && facts.width * facts.height * pages <= maxAnimationPixels;
  const animate = () =>
    open(input, failOn, { animated: true }).resize(mediumBox).webp({ quality: 80, effort: 1 }).toBuffer();
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

/**
 * Makes a picture's thumbnail, medium image and ThumbHash: upright, sRGB, without any metadata. Damaged
 * pictures are tried a second time for whatever can be read of them.
 * @param input path or bytes of a JPEG, PNG or GIF
 * @throws ImageError
 */
export async function makeImageDerivatives(input: string | Buffer): Promise<ImageDerivatives> {
  try {
    return await attempt(input, "error").catch(() => attempt(input, "none"));
  } catch (error) {
    throw new ImageError("The picture can't be decoded", { cause: error });
  }
}
