import sharp from "sharp";
import { ImageError, type ImageInput, open, type Strictness } from "@/lib/platform/images/images";
import type { PaperPlan } from "@/lib/shared/print-products";
import { Semaphore } from "@/lib/shared/semaphore";

export const printDpi = 300;
const printQuality = 92;

/** Full-size pictures take memory: one at a time in a process, however many orders there are. */
const printing = new Semaphore(1);

const startOfImage = Buffer.from([0xff, 0xd8]);
/** The first segment of a JFIF picture, as far as its density goes. */
const jfif = { marker: Buffer.from("ffe0", "hex"), bytes: 18 } as const;

/** A JFIF header: version 1.1, density in dots per inch, no thumbnail. */
function jfifHeader(dpi: number): Buffer {
  const header = Buffer.from("ffe000104a46494600010101000000000000", "hex");
  header.writeUInt16BE(dpi, 12);
  header.writeUInt16BE(dpi, 14);
  return header;
}

/**
 * Says how large a print of our own is to be. The library would write it as EXIF; told to keep no metadata it writes no
 * header at all.
 */
export function withDensity(jpeg: Buffer, dpi = printDpi): Buffer {
  const hasHeader = jpeg.subarray(2, 4).equals(jfif.marker);
  const rest = jpeg.subarray(startOfImage.length + (hasHeader ? jfif.bytes : 0));
  return Buffer.concat([startOfImage, jfifHeader(dpi), rest]);
}

async function attempt(
  input: ImageInput,
  failOn: Strictness,
  plan: (width: number, height: number) => PaperPlan,
): Promise<Buffer> {
  const { autoOrient } = await open(input, failOn).metadata();
  const { paperWidth, paperHeight, ...region } = plan(autoOrient.width, autoOrient.height);
  return open(input, failOn)
    .autoOrient()
    .extract(region)
    .resize(paperWidth, paperHeight, { fit: "fill" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .jpeg({ quality: printQuality, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

/**
 * A part of a picture as a lab prints it: upright, sRGB, 300 dpi, without any metadata; what is see-through is white
 * paper. A damaged picture is tried a second time for whatever can be read of it.
 * @param plan which part, of an upright picture of this size
 * @returns a JPEG
 * @throws ImageError
 */
export function makePrintImage(
  input: ImageInput,
  plan: (width: number, height: number) => PaperPlan,
): Promise<Buffer> {
  return printing.run(async () => {
    try {
      return withDensity(await attempt(input, "error", plan).catch(() => attempt(input, "none", plan)));
    } catch (error) {
      throw new ImageError("The picture can't be decoded", { cause: error });
    }
  });
}

/** A print small enough for the order sheet. @param print a JPEG of our own */
export function makeSheetImage(print: Buffer): Promise<Buffer> {
  return open(print, "error").resize(240, 240, { fit: "inside" }).jpeg({ quality: 78 }).toBuffer();
}

export interface PrintFacts {
  width: number;
  height: number;
  dpi: number | null;
  hasMetadata: boolean;
}

/** What a finished print says of itself, for the test of a lab. */
export async function readPrintFacts(print: Buffer): Promise<PrintFacts> {
  const { width, height, density, exif, xmp, iptc } = await open(print, "error").metadata();
  return { width, height, dpi: density ?? null, hasMetadata: Boolean(exif || xmp || iptc) };
}

/** A picture of plain colour larger than any paper, for the test of a lab. */
export function makeTestPicture(width = 3600, height = 2700): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#dd4a5e" } })
    .jpeg()
    .toBuffer();
}
