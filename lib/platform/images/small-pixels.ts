import { z } from "zod";
import { getDecoder, type ImageInput, pictureBytes } from "@/lib/platform/images/decoder";

/** Upright pixels of a small copy, four bytes each: red, green, blue, alpha. */
export interface SmallPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

const pixelsSchema = pictureBytes
  .extend({ width: z.number().int().positive(), height: z.number().int().positive() })
  .refine(({ width, height, bytes }) => bytes.length === width * height * 4);

/**
 * One of our JPEGs as the pixels of a copy whose longest side is at most `side`. The decoder halves it on the way, so
 * this takes a few milliseconds.
 * @throws ImageError
 */
export async function readSmallPixels(input: ImageInput, side: number): Promise<SmallPixels> {
  const request = { job: "pixels" as const, side };
  const { width, height, bytes } = await getDecoder().decode(pixelsSchema, request, input);
  return { width, height, data: bytes };
}
