import { ImageError, type ImageInput, open } from "@/lib/platform/images/images";

/** Upright pixels of a small copy, four bytes each: red, green, blue, alpha. */
export interface SmallPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * A picture of our own, JPEG, as pixels of a copy whose longest side is `side` at most. The decoder halves it on the
 * way, so it costs some milliseconds.
 * @throws ImageError
 */
export async function readSmallPixels(input: ImageInput, side: number): Promise<SmallPixels> {
  try {
    const { data, info } = await open(input, "none")
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true, kernel: "cubic" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch (error) {
    throw new ImageError("The picture can't be decoded", { cause: error });
  }
}
