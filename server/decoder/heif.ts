import { crc32, deflateSync } from "node:zlib";
import type { Channel, Failure, LibHeif } from "libheif-js/libheif-wasm/libheif-bundle.js";
import sharp, { type Metadata, type ResizeOptions, type Sharp } from "sharp";
import { open } from "@/server/decoder/open";

/**
 * HEIF: what iPhones write (HEIC), and AVIF. sharp reads the metadata of both, but decodes AVIF only; HEVC is decoded by
 * libheif in WebAssembly. Both turn the picture upright and hide its EXIF orientation, so nothing is turned twice.
 */

/** What can be decoded in 500 MB: AV1's decoder takes up to 20 bytes a pixel, HEVC's 7. */
const maxPixels = { hevc: 50_000_000, av1: 21_000_000 };
/** The share of those limits that applies to colours of 10 or 12 bits. */
const deepShare = 0.75;

export const isHeif = (picture: Buffer) => picture.toString("latin1", 4, 8) === "ftyp";

function requireSize({ width, height, compression, bitsPerSample = 8 }: Metadata): void {
  const most = compression === "hevc" ? maxPixels.hevc : maxPixels.av1;
  if (width * height > most * (bitsPerSample > 8 ? deepShare : 1)) {
    throw new Error(`${width} x ${height} pixels are too many to decode`);
  }
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Signature and IHDR, which must come first. */
const pngHeadBytes = 33;

/** Raw pixels can't bring a colour profile to sharp; a PNG that is only stored, not compressed, can. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const chunk = pngChunk("iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(profile)]));
  return Buffer.concat([png.subarray(0, pngHeadBytes), chunk, png.subarray(pngHeadBytes)]);
}

/** The rows without the padding that libheif adds to them. */
function withoutPadding({ height, stride, data }: Channel, rowBytes: number): Buffer {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (stride === rowBytes) return view;
  const rows = Array.from({ length: height }, (_, row) =>
    view.subarray(row * stride, row * stride + rowBytes),
  );
  return Buffer.concat(rows);
}

let current: LibHeif | undefined;

async function getLibHeif(): Promise<LibHeif> {
  const { default: start } = await import("libheif-js/libheif-wasm/libheif-bundle.js");
  current ??= start({ print: () => {}, printErr: () => {} });
  return current;
}

/** libheif's answer, unless it is a failure. */
function succeeded<Answer extends object>(answer: Answer | Failure): Answer {
  if ("code" in answer) throw new Error(answer.message);
  return answer;
}

/** A PNG that is stored uncompressed, because it is read again at once. */
export const asPng = (picture: Sharp, box: ResizeOptions | undefined): Promise<Buffer> =>
  (box ? picture.resize(box) : picture).png({ compressionLevel: 0 }).toBuffer();

async function decodePrimary(libheif: LibHeif, picture: Buffer, box?: ResizeOptions): Promise<Buffer> {
  const context = libheif.heif_context_alloc();
  const read = libheif.heif_context_read_from_memory(context, picture);
  if (read.code !== libheif.heif_error_code.heif_error_Ok) throw new Error(read.message);
  const image = succeeded(libheif.heif_js_context_get_primary_image_handle(context));
  const isTransparent = libheif.heif_image_handle_has_alpha_channel(image) !== 0;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
  const space = libheif.heif_colorspace.heif_colorspace_RGB;
  const decoded = succeeded(libheif.heif_js_decode_image2(image, space, isTransparent ? rgba : rgb));
  const [pixels] = decoded.channels;
  if (!pixels) throw new Error("libheif returned no pixels");
  const { width, height } = pixels;
  const raw = { width, height, channels: isTransparent ? 4 : 3 } as const;
  const png = await asPng(sharp(withoutPadding(pixels, width * raw.channels), { raw }), box);
  libheif.heif_image_release(decoded.image);
  libheif.heif_image_handle_release(image);
  libheif.heif_context_free(context);
  return png;
}

/** The primary picture as a PNG; not its depth map, gain map, thumbnail, or others of a burst. */
async function decodeHevc(picture: Buffer, { icc }: Metadata, box?: ResizeOptions): Promise<Buffer> {
  try {
    const png = await decodePrimary(await getLibHeif(), picture, box);
    return icc ? withProfile(png, icc) : png;
  } catch (error) {
    // A damaged picture may have left its memory in any state.
    current = undefined;
    throw error;
  }
}

export interface Decodable {
  picture: Buffer;
  /** The original's upright size, if `picture` has another one. */
  size?: { width: number; height: number };
}

/**
 * Converts HEIF into something that sharp can decode. The size is checked before anything is decoded.
 * @param box decodes no more than fits into it, which saves memory; everything by default
 * @throws Error in English for the log
 */
export async function decodeHeif(picture: Buffer, box?: ResizeOptions): Promise<Decodable> {
  const first = await open(picture, "none").metadata();
  const page = first.pagePrimary ?? 0;
  const facts = page === 0 ? first : await open(picture, "none", { page }).metadata();
  requireSize(facts);
  const { width, height } = facts.autoOrient;
  const png =
    facts.compression === "hevc"
      ? await decodeHevc(picture, facts, box)
      : await asPng(open(picture, "none", { page }).keepIccProfile(), box);
  return { picture: png, size: { width, height } };
}
