import { getDecoder, type ImageInput, pictureBytes } from "@/lib/platform/images/decoder";
import type { DecoderRequest } from "@/lib/platform/images/decoder-jobs";
import { describeImage, type ImageFacts } from "@/lib/platform/images/describe";
import { editedSize, type PictureEdits } from "@/lib/shared/picture-edits";
import type { PaperPlan } from "@/lib/shared/print-products";
import { Semaphore } from "@/lib/shared/semaphore";

export const printDpi = 300;

/** Full-size pictures take a lot of memory: one at a time per process, however many orders there are. */
const printing = new Semaphore(1);

const startOfImage = Buffer.from([0xff, 0xd8]);
/** The first segment of a JFIF picture, up to its density. */
const jfif = { marker: Buffer.from("ffe0", "hex"), bytes: 18 } as const;

/** A JFIF header: version 1.1, density in dots per inch, no thumbnail. */
function jfifHeader(dpi: number): Buffer {
  const header = Buffer.from("ffe000104a46494600010101000000000000", "hex");
  header.writeUInt16BE(dpi, 12);
  header.writeUInt16BE(dpi, 14);
  return header;
}

/**
 * Sets the size of one of our prints. The library would write it as EXIF; told to keep no metadata, it writes no header
 * at all.
 */
export function withDensity(jpeg: Buffer, dpi = printDpi): Buffer {
  const hasHeader = jpeg.subarray(2, 4).equals(jfif.marker);
  const rest = jpeg.subarray(startOfImage.length + (hasHeader ? jfif.bytes : 0));
  return Buffer.concat([startOfImage, jfifHeader(dpi), rest]);
}

const make = async (request: DecoderRequest, input?: ImageInput) =>
  (await getDecoder().decode(pictureBytes, request, input)).bytes;

/**
 * Part of a picture as a lab prints it: upright, sRGB, 300 dpi, without any metadata; transparent parts become white. A
 * damaged picture gets a second attempt that salvages what can be read.
 * @param plan which part of an upright, edited picture of this size
 * @param edits applied first
 * @param line limits how many are made at once
 * @returns a JPEG
 * @throws ImageError
 */
export function makePrintImage(
  input: ImageInput,
  plan: (width: number, height: number) => PaperPlan,
  edits: PictureEdits | null = null,
  line = printing,
): Promise<Buffer> {
  return line.run(async () => {
    const upright = await describeImage(input);
    const { width, height } = edits ? editedSize(edits, upright) : upright;
    const { paperWidth, paperHeight, ...region } = plan(width, height);
    return withDensity(await make({ job: "print", paperWidth, paperHeight, region, edits }, input));
  });
}

/**
 * An edited picture with all its pixels, as it is printed.
 * @returns a JPEG
 * @throws ImageError
 */
export const makeEditedPicture = (input: ImageInput, edits: PictureEdits): Promise<Buffer> =>
  makePrintImage(
    input,
    (width, height) => ({ left: 0, top: 0, width, height, paperWidth: width, paperHeight: height }),
    edits,
  );

/** A print small enough for the order sheet. @param print a JPEG of our own */
export const makeSheetImage = (print: Buffer): Promise<Buffer> => make({ job: "sheet" }, print);

/** A finished print's metadata, for testing a lab. */
export const readPrintFacts = (print: Buffer): Promise<ImageFacts> => describeImage(print);

/** A single-colour picture larger than any paper, for testing a lab. */
export const makeTestPicture = (width = 3600, height = 2700): Promise<Buffer> =>
  make({ job: "plain", width, height });
