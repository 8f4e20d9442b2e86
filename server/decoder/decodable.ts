import type { ResizeOptions } from "sharp";
import { type Decodable, decodeHeif, isHeif } from "@/server/decoder/heif";
import { decodeJxl, isJxl } from "@/server/decoder/jxl";
import { isRawPhoto, previewOf } from "@/server/decoder/raw";

/** libvips knows an animated AVIF by the brand of a still only; it shows the picture that stands for all. */
function asStill(picture: Buffer): Buffer {
  if (picture.toString("latin1", 4, 12) !== "ftypavis") return picture;
  const still = Buffer.from(picture);
  still.write("avif", 8, "latin1");
  return still;
}

/**
 * What sharp can decode: the picture itself, or what we make of it where sharp can't.
 * @param box no more than this is needed of it, which saves memory; otherwise all of it
 * @throws Error in English for the log
 */
export async function decodable(picture: Buffer, box?: ResizeOptions): Promise<Decodable> {
  if (isRawPhoto(picture)) return { picture: previewOf(picture) };
  if (isJxl(picture)) return decodeJxl(picture, box);
  return isHeif(picture) ? decodeHeif(asStill(picture), box) : { picture };
}
