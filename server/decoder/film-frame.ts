import type { OverlayOptions } from "sharp";
import type { DecoderJobs } from "@/lib/platform/images/decoder-jobs";
import { open, twice } from "@/server/decoder/open";
import { isDrawable, setText } from "@/server/decoder/share-card";

/** How the backdrop is made: shrunk before it is blurred, which is quick. */
const backdrop = { part: 16, blur: 3, brightness: 0.45 } as const;
const captionSize = 40;
const captionMargin = 48;
const veilOpacity = 0.62;
const jpeg = { quality: 90, chromaSubsampling: "4:2:0" } as const;

/**
 * A dark gradient at the bottom, so that white text is legible on snow. Drawn as pixels, because nothing here reads
 * SVG.
 */
function veil(width: number, height: number, top: number): OverlayOptions {
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    const opacity = Math.round((veilOpacity * 255 * y) / height);
    for (let x = 0; x < width; x++) pixels[(y * width + x) * 4 + 3] = opacity;
  }
  return { input: pixels, raw: { width, height, channels: 4 }, left: 0, top };
}

async function captionOf(text: string, width: number, height: number): Promise<OverlayOptions[]> {
  if (text === "" || !isDrawable(text)) return [];
  const set = await setText(text, `Fraunces Semi-Bold ${captionSize}`, "#ffffff", width - 2 * captionMargin);
  const veilHeight = set.height + 3 * captionMargin;
  return [
    veil(width, veilHeight, height - veilHeight),
    { input: set.input, left: captionMargin, top: height - captionMargin - set.height },
  ];
}

/**
 * A picture as a frame of a film: all of it, on a blurred copy of itself where the shapes differ, with a line of text.
 * Text that can't be drawn is left out.
 * @returns a JPEG
 */
export async function makeFilmFrame(
  picture: Buffer,
  { width, height, caption }: DecoderJobs["filmFrame"],
): Promise<{ bytes: Buffer }> {
  const overlays = await captionOf(caption, width, height);
  const bytes = await twice(async (failOn) => {
    const { data, info } = await open(picture, failOn)
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .resize({ width, height, fit: "inside" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const front = { raw: { width: info.width, height: info.height, channels: info.channels } };
    const left = Math.floor((width - info.width) / 2);
    const top = Math.floor((height - info.height) / 2);
    if (left === 0 && top === 0) {
      return open(data, failOn, front).composite(overlays).jpeg(jpeg).toBuffer();
    }
    const small = { width: Math.ceil(width / backdrop.part), height: Math.ceil(height / backdrop.part) };
    const blurred = await open(data, failOn, front)
      .resize({ ...small, fit: "cover" })
      .blur(backdrop.blur)
      .modulate({ brightness: backdrop.brightness })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return open(blurred.data, failOn, {
      raw: { width: blurred.info.width, height: blurred.info.height, channels: blurred.info.channels },
    })
      .resize({ width, height, fit: "fill" })
      .composite([{ input: data, ...front, left, top }, ...overlays])
      .jpeg(jpeg)
      .toBuffer();
  });
  return { bytes };
}
