import sharp, { type Sharp } from "sharp";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { editedPixels, fromPixels } from "@/server/decoder/edits";
import { open, type Strictness, twice } from "@/server/decoder/open";

const printQuality = 92;

/** A picture's upright size, and its metadata. */
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

/** The part of a picture that is printed, with its edits. */
async function printable(
  picture: Buffer,
  { paperWidth, paperHeight, region, edits }: DecoderJobs["print"],
  failOn: Strictness,
): Promise<Sharp> {
  if (!edits) return open(picture, failOn).autoOrient().extract(region);
  const fit = () => Math.max(paperWidth / region.width, paperHeight / region.height);
  const { pixels, full } = await editedPixels(picture, edits, failOn, fit);
  const scale = pixels.raw.width / full.width;
  const along = (start: number, length: number, most: number) => {
    const first = Math.min(Math.round(start * scale), most - 1);
    return [first, Math.max(1, Math.min(Math.round(length * scale), most - first))] as const;
  };
  const [left, width] = along(region.left, region.width, pixels.raw.width);
  const [top, height] = along(region.top, region.height, pixels.raw.height);
  return fromPixels(pixels).extract({ left, top, width, height });
}

/** Part of the upright, edited picture at the size of a paper, white where it is transparent; a JPEG without any metadata. */
export function makePrint(picture: Buffer, wanted: DecoderJobs["print"]): Promise<{ bytes: Buffer }> {
  return twice(async (failOn) => ({
    bytes: await (await printable(picture, wanted, failOn))
      .resize(wanted.paperWidth, wanted.paperHeight, { fit: "fill" })
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
