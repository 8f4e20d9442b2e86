import sharp from "sharp";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { open, twice } from "@/server/decoder/open";

const printQuality = 92;

/** Its upright size, and its metadata. */
export function describePicture(picture: Buffer): Promise<object> {
  return twice(async (failOn) => {
    const { autoOrient, density, exif, xmp, iptc } = await open(picture, failOn).metadata();
    const { width, height } = autoOrient;
    return { width, height, dpi: density ?? null, hasMetadata: Boolean(exif || xmp || iptc) };
  });
}

/** A square of the upright picture as a small JPEG. */
export async function cutFace(
  picture: Buffer,
  { square, pixels }: DecoderJobs["face"],
): Promise<{ bytes: Buffer }> {
  const bytes = await open(picture, "none")
    .autoOrient()
    .extract(square)
    .resize(pixels, pixels)
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 82 })
    .toBuffer();
  return { bytes };
}

/** Part of the upright picture at the size of a paper, white where it is transparent; a JPEG without any metadata. */
export function makePrint(
  picture: Buffer,
  { paperWidth, paperHeight, region }: DecoderJobs["print"],
): Promise<{ bytes: Buffer }> {
  return twice(async (failOn) => ({
    bytes: await open(picture, failOn)
      .autoOrient()
      .extract(region)
      .resize(paperWidth, paperHeight, { fit: "fill" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .jpeg({ quality: printQuality, chromaSubsampling: "4:4:4" })
      .toBuffer(),
  }));
}

/** A print small enough for the order sheet. */
export async function makeSheetPicture(print: Buffer): Promise<{ bytes: Buffer }> {
  const bytes = await open(print, "error")
    .resize(240, 240, { fit: "inside" })
    .jpeg({ quality: 78 })
    .toBuffer();
  return { bytes };
}

/** A single-colour picture for testing a lab. */
export async function makeTestPicture({ width, height }: DecoderJobs["plain"]): Promise<{ bytes: Buffer }> {
  const plain = sharp({ create: { width, height, channels: 3, background: "#dd4a5e" } });
  return { bytes: await plain.jpeg().toBuffer() };
}

/** Pixels of a small copy, four bytes each. The decoder halves a JPEG on the way, so this takes some milliseconds. */
export async function readPixels(picture: Buffer, { side }: DecoderJobs["pixels"]): Promise<object> {
  const { data, info } = await open(picture, "none")
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true, kernel: "cubic" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: data };
}
