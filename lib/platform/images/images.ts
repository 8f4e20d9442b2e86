import { z } from "zod";
import { getDecoder, type ImageInput, madeBytes } from "@/lib/platform/images/decoder";
import type { Panorama } from "@/lib/shared/panorama";
import { panoramaSchema } from "@/lib/shared/panorama-schema";
import type { PictureEdits } from "@/lib/shared/picture-edits";

export interface PictureDerivatives {
  /** Pixels of the original, upright and edited. */
  width: number;
  height: number;
  /** Base64. */
  thumbHash: string;
  /** WebP, up to 320 x 320. */
  thumbnail: Buffer;
  /** Up to 1280 x 1280: JPEG, or WebP if transparent or animated. */
  medium: Buffer;
  mediumType: "image/jpeg" | "image/webp";
}

export interface ImageDerivatives extends PictureDerivatives {
  /** Whether the file has a clip in it: a Motion Photo. */
  hasMotion: boolean;
  /** The part of the sphere that a 360° photo shows, and the JPEG for looking around in it; null for other pictures. */
  panorama: Panorama | null;
  sphere: Buffer | null;
}

const isJpeg = (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"));
const isWebp = (bytes: Buffer) =>
  bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";

const pixels = z.number().int().positive();
const derivativesSchema = z
  .object({
    width: pixels,
    height: pixels,
    thumbHash: z.base64().max(64),
    thumbnail: madeBytes.refine(isWebp),
    medium: madeBytes,
    mediumType: z.enum(["image/jpeg", "image/webp"]),
    hasMotion: z.boolean(),
    panorama: panoramaSchema.nullable(),
    sphere: madeBytes.refine(isJpeg).nullable(),
  })
  .refine(({ medium, mediumType }) => (mediumType === "image/jpeg" ? isJpeg(medium) : isWebp(medium)));

/**
 * Makes a picture's thumbnail, medium image and ThumbHash: upright, sRGB, without any metadata. Damaged pictures get a
 * second attempt that salvages what can be read.
 * @param input path or bytes of a picture of any type that albums accept
 * @param edits applied first
 * @throws ImageError; with the message `animatedPicture` if an animation should be edited
 */
export function makeImageDerivatives(
  input: ImageInput,
  edits: PictureEdits | null = null,
): Promise<ImageDerivatives> {
  return getDecoder().decode(derivativesSchema, { job: "derivatives", edits }, input);
}
