import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PDFDocument, PDFFont, PDFName, PDFPage, PDFRef } from "pdf-lib";
import { type LateObjects, streamPdf } from "@/lib/platform/pdf/pdf-stream";
import { wrapText } from "@/lib/platform/pdf/text-lines";
import {
  displaySize,
  type Ink,
  inks,
  printedLineHeight as lineHeight,
  type PageText,
  type PrintedDocument,
  type PrintedPage,
} from "@/lib/shared/printed-page";

type PdfLib = typeof import("pdf-lib");

/** A photo as it is printed, or null if it can't be read: its place stays empty. */
export type MakePhoto = (photo: number) => Promise<Buffer | null>;

const pointsPerMm = 72 / 25.4;
// The album's own faces have only Western letters; the last has Latin, Greek, Cyrillic and more, for text that needs
// it.
const fontFiles = {
  display: path.join("server", "decoder", "fonts", "fraunces-latin.ttf"),
  text: path.join("lib", "platform", "pdf", "fonts", "figtree-latin.ttf"),
  other: path.join("lib", "platform", "pdf", "fonts", "dejavu-sans.ttf"),
};

interface Face {
  font: PDFFont;
  letters: ReadonlySet<number>;
}

type Faces = Record<keyof typeof fontFiles, Face>;

async function embedFaces(pdf: PDFDocument): Promise<Faces> {
  const { default: fontkit } = await import("@pdf-lib/fontkit");
  pdf.registerFontkit(fontkit);
  const embed = async (file: string) => {
    const font = await pdf.embedFont(await readFile(file), { subset: true });
    return { font, letters: new Set(font.getCharacterSet()) };
  };
  const { display, text, other } = fontFiles;
  return { display: await embed(display), text: await embed(text), other: await embed(other) };
}

/** Letters that no font has are left out: a box on paper helps nobody. */
function drawable(text: string, own: Face, other: Face): { font: PDFFont; text: string } {
  const plain = text.replace(/\s+/g, " ").trim();
  const lost = ({ letters }: Face) =>
    [...plain].filter((letter) => !letters.has(letter.codePointAt(0) ?? 0)).length;
  const face = lost(other) < lost(own) ? other : own;
  const known = [...plain].filter((letter) => face.letters.has(letter.codePointAt(0) ?? 0)).join("");
  return { font: face.font, text: known.replace(/ +/g, " ").trim() };
}

function fitText(font: PDFFont, text: string, size: number, width: number, height: number) {
  for (let smaller = size; ; smaller -= 0.5) {
    const lines = wrapText(font, text, smaller, width);
    const room = Math.max(1, Math.floor(height / (smaller * lineHeight) + 0.3));
    // A smaller size is better than a broken word.
    const isBroken = text.split(" ").some((word) => font.widthOfTextAtSize(word, smaller) > width);
    if (lines.length <= room && !isBroken) return { size: smaller, lines };
    if (smaller - 0.5 < size / 2) {
      const kept = lines.slice(0, room);
      return { size: smaller, lines: [...kept.slice(0, -1), `${(kept.at(-1) ?? "").slice(0, -1)}…`] };
    }
  }
}

/** Draws one document's pages. */
class Pages {
  constructor(
    readonly lib: PdfLib,
    readonly pdf: PDFDocument,
    readonly faces: Faces,
    readonly bleedMm: number,
    readonly photoNames: readonly { name: PDFName; ref: PDFRef }[],
  ) {}

  draw({ width, height, items }: PrintedPage): void {
    const { bleedMm } = this;
    const [wide, high] = [width + 2 * bleedMm, height + 2 * bleedMm].map((mm) => mm * pointsPerMm) as [
      number,
      number,
    ];
    const page = this.pdf.addPage([wide, high]);
    const bleed = bleedMm * pointsPerMm;
    page.setBleedBox(0, 0, wide, high);
    page.setTrimBox(bleed, bleed, wide - 2 * bleed, high - 2 * bleed);
    for (const item of items) {
      const box = {
        x: (item.box.left + bleedMm) * pointsPerMm,
        y: high - (item.box.top + item.box.height + bleedMm) * pointsPerMm,
        width: item.box.width * pointsPerMm,
        height: item.box.height * pointsPerMm,
      };
      if (item.kind === "photo") this.#photo(page, item.photo, box);
      else if (item.kind === "fill") page.drawRectangle({ ...box, color: this.#color(item.ink) });
      else this.#text(page, item, box);
    }
  }

  #color(ink: Ink) {
    const [red, green, blue] = inks[ink];
    return this.lib.rgb(red / 255, green / 255, blue / 255);
  }

  #photo(page: PDFPage, photo: number, box: { x: number; y: number; width: number; height: number }): void {
    const embedded = this.photoNames[photo];
    if (!embedded) return;
    const { pushGraphicsState, popGraphicsState, concatTransformationMatrix, drawObject } = this.lib;
    page.node.setXObject(embedded.name, embedded.ref);
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(box.width, 0, 0, box.height, box.x, box.y),
      drawObject(embedded.name),
      popGraphicsState(),
    );
  }

  #text(page: PDFPage, item: PageText, box: { x: number; y: number; width: number; height: number }): void {
    const { display, text: plain, other } = this.faces;
    const { font, text } = drawable(item.text, item.size < displaySize ? plain : display, other);
    if (!text) return;
    const [along, across] = item.isTurned ? [box.height, box.width] : [box.width, box.height];
    const { size, lines } = fitText(font, text, item.size, along, across);
    const used = lines.length * size * lineHeight;
    let down = (item.from === "middle" ? Math.max(0, (across - used) / 2) : 0) + size;
    for (const line of lines) {
      const free = along - font.widthOfTextAtSize(line, size);
      const start = item.align === "center" ? free / 2 : item.align === "right" ? free : 0;
      page.drawText(line, {
        ...(item.isTurned
          ? { x: box.x + box.width - down, y: box.y + box.height - start, rotate: this.lib.degrees(-90) }
          : { x: box.x + start, y: box.y + box.height - down }),
        size,
        font,
        color: this.#color(item.ink ?? "dark"),
      });
      down += size * lineHeight;
    }
  }
}

/** Photos are made two at a time: one is written while the next is prepared. */
class PhotosAhead {
  readonly #made = new Map<number, Promise<Buffer | null>>();

  constructor(
    private readonly make: MakePhoto,
    private readonly count: number,
  ) {}

  #begin(photo: number): Promise<Buffer | null> {
    const known = this.#made.get(photo);
    if (known) return known;
    const begun = this.make(photo);
    // It is awaited later; until then its error has no listener.
    begun.catch(() => {});
    this.#made.set(photo, begun);
    return begun;
  }

  async take(photo: number): Promise<Buffer | null> {
    const own = this.#begin(photo);
    for (const next of [photo + 1, photo + 2]) if (next < this.count) this.#begin(next);
    const made = await own;
    this.#made.delete(photo);
    return made;
  }
}

/** @throws Error if it isn't a readable JPEG */
export async function jpegSize(jpeg: Buffer): Promise<{ width: number; height: number }> {
  const { JpegEmbedder } = await import("pdf-lib");
  // A copy: it reads from the start of the memory that a buffer is part of.
  const { width, height } = await JpegEmbedder.for(new Uint8Array(jpeg));
  return { width, height };
}

/**
 * A PDF for a printer: pages with bleed, trim and bleed boxes, embedded fonts, photos as JPEGs. At most three photos
 * are in memory at once.
 */
export async function* printedPdf(document: PrintedDocument, make: MakePhoto): AsyncGenerator<Uint8Array> {
  const lib = await import("pdf-lib");
  const { PDFDocument, PDFName, PDFRawStream, JpegEmbedder } = lib;
  const pdf = await PDFDocument.create();
  pdf.setTitle(document.title);
  pdf.setProducer("Keepsake");
  const faces = await embedFaces(pdf);
  const { context } = pdf;
  const photos = Array.from({ length: document.photoCount }, (_, at) => ({
    name: PDFName.of(`Photo${at}`),
    ref: context.nextRef(),
  }));
  const ahead = new PhotosAhead(make, photos.length);
  const pictureOf = (entries: object, bytes: Uint8Array) =>
    PDFRawStream.of(
      context.obj({
        Type: "XObject",
        Subtype: "Image",
        BitsPerComponent: 8,
        Length: bytes.length,
        ...entries,
      }),
      bytes,
    );
  const late: LateObjects = new Map(
    photos.map(({ ref }, at) => [
      ref,
      async () => {
        const jpeg = await ahead.take(at);
        if (!jpeg) {
          const empty = Uint8Array.from(inks.line);
          return pictureOf({ Width: 1, Height: 1, ColorSpace: "DeviceRGB" }, empty);
        }
        // A copy: it reads from the start of the memory that a buffer is part of.
        const {
          width: Width,
          height: Height,
          colorSpace: ColorSpace,
        } = await JpegEmbedder.for(new Uint8Array(jpeg));
        return pictureOf({ Width, Height, ColorSpace, Filter: "DCTDecode" }, jpeg);
      },
    ]),
  );
  for (const { ref } of photos) context.assign(ref, context.obj({}));
  const pages = new Pages(lib, pdf, faces, document.bleedMm, photos);
  for (const page of document.pages) pages.draw(page);
  yield* streamPdf(pdf, late);
}
