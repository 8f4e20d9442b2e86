import sharp from "sharp";

// Our own medium images are JPEG or WebP; nothing else is decoded here.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"] });
sharp.cache(false);
sharp.concurrency(1);

/** RGB bytes, row by row. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Pixels of the longer side: a larger picture doesn't reveal more faces, since the detector works at 512. */
const maxSide = 1024;

export async function readPixels(picture: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(picture, { limitInputPixels: 4_000_000 })
    .timeout({ seconds: 10 })
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
