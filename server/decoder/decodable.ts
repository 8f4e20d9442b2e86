import type { ResizeOptions } from "sharp";
import { type Decodable, decodeHeif, isHeif } from "@/server/decoder/heif";
import { decodeJxl, isJxl } from "@/server/decoder/jxl";
import { isRawPhoto, previewOf } from "@/server/decoder/raw";

/** libvips recognises an animated AVIF only under a still's brand, and then decodes its primary picture. */
function asStill(picture: Buffer): Buffer {
  if (picture.toString("latin1", 4, 12) !== "ftypavis") return picture;
  const still = Buffer.from(picture);
  still.write("avif", 8, "latin1");
  return still;
}

/**
 * Something sharp can decode: the picture itself, or our conversion of it.
 * @param box decodes no more than fits into it, which saves memory; everything by default
 * @throws Error in English for the log
 */
export async function decodable(picture: Buffer, box?: ResizeOptions): Promise<Decodable> {
  if (isRawPhoto(picture)) return { picture: previewOf(picture) };
  if (isJxl(picture)) return decodeJxl(picture, box);
  return isHeif(picture) ? decodeHeif(asStill(picture), box) : { picture };
}
