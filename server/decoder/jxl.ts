import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp, { type ResizeOptions } from "sharp";
import { sniffFileType } from "@/lib/platform/files/sniff";
import { fileTypes } from "@/lib/shared/file-types";
import { asPng, type Decodable } from "@/server/decoder/heif";

/** JPEG XL, which sharp doesn't know, decoded by jxl-oxide in WebAssembly: upright, in sRGB, the first of its frames. */

/** What can be decoded in 500 MB: it takes some 31 bytes a pixel. */
const maxPixels = 12_500_000;

type JxlOxide = typeof import("jxl-oxide-wasm");
let current: JxlOxide | undefined;
let starts = 0;

async function getJxlOxide(): Promise<JxlOxide> {
  if (current) return current;
  // A different URL loads a separate module, with its own memory.
  const started: JxlOxide = await import(`${import.meta.resolve("jxl-oxide-wasm")}?${starts++}`);
  const program = readFileSync(fileURLToPath(import.meta.resolve("jxl-oxide-wasm/module.wasm")));
  started.initSync({ module: program });
  current = started;
  return started;
}

export const isJxl = (picture: Buffer): boolean => sniffFileType(picture) === fileTypes.jxl;

function render({ JxlImage }: JxlOxide, picture: Buffer) {
  const image = new JxlImage();
  image.forceSrgb = true;
  image.feedBytes(picture);
  if (!image.tryInit()) throw new Error("The picture's header is cut off");
  const { width = 0, height = 0 } = image;
  if (width * height > maxPixels) throw new Error(`${width} x ${height} pixels are too many to decode`);
  const rendered = image.render();
  // Frees what rendering needed, so that the PNG can take its place.
  image.free();
  return { png: rendered.encodeToPng(), size: { width, height } };
}

/**
 * Converts JPEG XL into something that sharp can decode. The size is checked before anything is decoded.
 * @param box shrinks the result to fit into it
 * @throws Error in English for the log
 */
export async function decodeJxl(picture: Buffer, box?: ResizeOptions): Promise<Decodable> {
  const jxlOxide = await getJxlOxide();
  try {
    const { png, size } = render(jxlOxide, picture);
    return { picture: await asPng(sharp(png), box), size };
  } catch (error) {
    // A damaged picture may have left its memory in any state.
    current = undefined;
    throw error;
  }
}
