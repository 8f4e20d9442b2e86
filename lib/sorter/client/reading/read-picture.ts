import { measuredSide, measurePicture, type PictureMeasures } from "@/lib/album/similar/picture-measures";
import type { PictureSize } from "@/lib/sorter/client/reading/picture-size";

/** As on the server (quality.md, Decoding): larger ones are decompression bombs. */
const maxPixels = 100_000_000;
const previewSide = 360;
const previewQuality = 0.78;

export interface ReadPicture extends PictureSize {
  measures: PictureMeasures | null;
  preview: Blob | null;
}

const fitted = (width: number, height: number, side: number): [number, number] => {
  const scale = Math.min(1, side / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
};

function drawn(picture: ImageBitmap | OffscreenCanvas, side: number) {
  const [width, height] = fitted(picture.width, picture.height, side);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  // Transparent parts of a GIF or PNG become white, as in the album.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "medium";
  context.drawImage(picture, 0, 0, width, height);
  return { canvas, context };
}

/**
 * Decodes a picture once, upright, and returns a small copy and its measures.
 * @param stated size according to the file's header; checked before anything is decoded
 * @returns null if this browser can't show it
 */
export async function readPicture(file: Blob, stated: PictureSize | null): Promise<ReadPicture | null> {
  if (stated && stated.width * stated.height > maxPixels) return { ...stated, measures: null, preview: null };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const { width, height } = bitmap;
  try {
    if (typeof OffscreenCanvas === "undefined") return { width, height, measures: null, preview: null };
    const measured = drawn(bitmap, measuredSide);
    if (!measured) return { width, height, measures: null, preview: null };
    const { canvas, context } = measured;
    const measures = measurePicture(context.getImageData(0, 0, canvas.width, canvas.height));
    const preview = await drawn(canvas, previewSide)?.canvas.convertToBlob({
      type: "image/jpeg",
      quality: previewQuality,
    });
    return { width, height, measures, preview: preview ?? null };
  } finally {
    bitmap.close();
  }
}
