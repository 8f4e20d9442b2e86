import type { PDFDocument, PDFObject, PDFRef } from "pdf-lib";

/** Objects whose content is made while the file is written, so that it is never in memory as a whole. */
export type LateObjects = ReadonlyMap<PDFRef, () => Promise<PDFObject>>;

const newline = "\n";
const binaryMark = Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a, 0x0a]);

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

/**
 * A document's bytes, object after object. pdf-lib's own `save` needs all of them at once, several times over.
 * @param late replaces these objects
 */
export async function* streamPdf(pdf: PDFDocument, late: LateObjects): AsyncGenerator<Uint8Array> {
  await pdf.flush();
  const { context } = pdf;
  const starts = new Map<number, number>();
  let at = 0;
  const counted = (bytes: Uint8Array) => {
    at += bytes.length;
    return bytes;
  };
  yield counted(Buffer.concat([Buffer.from("%PDF-1.7\n"), binaryMark]));
  for (const [ref, known] of context.enumerateIndirectObjects()) {
    const object = (await late.get(ref)?.()) ?? known;
    starts.set(ref.objectNumber, at);
    const head = Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj${newline}`);
    yield counted(Buffer.concat([head, bytesOf(object), Buffer.from("\nendobj\n\n")]));
  }
  const count = context.largestObjectNumber + 1;
  const entries = Array.from({ length: count }, (_, number) => {
    const start = starts.get(number);
    // Numbers that are not used are free; number 0 always is.
    if (start === undefined) return `0000000000 ${number === 0 ? "65535" : "00000"} f \n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const { Root, Info } = context.trailerInfo;
  const trailer = context.obj({ Size: count, ...(Root ? { Root } : {}), ...(Info ? { Info } : {}) });
  yield Buffer.from(
    `xref\n0 ${count}\n${entries.join("")}trailer\n${trailer.toString()}\nstartxref\n${at}\n%%EOF\n`,
  );
}
