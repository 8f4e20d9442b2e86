import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** Noise with this many cells, over the whole picture. */
async function layer(columns: number, rows: number, strength: number, width: number, height: number) {
  const cells = randomBytes(columns * rows * 3).map((value) => 128 + ((value - 128) * strength) / 128);
  return sharp(cells, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
}

/**
 * A unique JPEG of large shapes with fine detail over them, like a camera's picture. Made without the decoders that the
 * product blocks.
 */
export async function photograph(width = 1600, height = 1200): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  const shapes = await layer(6, 5, 100, width, height);
  const detail = await layer(Math.round(width / 8), Math.round(height / 8), 60, width, height);
  return sharp(shapes, { raw })
    .composite([{ input: detail, raw, blend: "hard-light" }])
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer();
}
