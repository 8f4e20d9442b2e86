import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PDFDocument, PDFFont, PDFPage } from "pdf-lib";
import { wrapText } from "@/lib/platform/pdf/text-lines";

export interface SheetPicture {
  name: string;
  paper: string;
  copies: number;
  /** A small JPEG; null for what could not be printed. */
  thumbnail: Buffer | null;
  /** Why it could not be printed. */
  problem: string | null;
}

export interface SheetContent {
  heading: string;
  /** Label and value, in their order. */
  facts: (readonly [string, string])[];
  pictures: SheetPicture[];
  /** Shown if letters were left out. */
  lettersNote: string;
}

// A font of our own: those built into every PDF reader have only Western letters. This one has Latin, Greek, Cyrillic
// and more, but no Chinese, Japanese or Korean.
const fontFile = path.join("lib", "platform", "pdf", "fonts", "dejavu-sans.ttf");

const page = { width: 595, height: 842, margin: 48 } as const;
const inner = page.width - 2 * page.margin;
const rowHeight = 64;
const missing = "\u25a1";

/** Draws top down and starts another page when one is full. */
class Sheet {
  #page: PDFPage;
  #y: number;
  readonly #letters: Set<number>;
  isIncomplete = false;

  constructor(
    readonly pdf: PDFDocument,
    readonly font: PDFFont,
    private readonly rgb: typeof import("pdf-lib").rgb,
  ) {
    this.#letters = new Set(font.getCharacterSet());
    this.#page = pdf.addPage([page.width, page.height]);
    this.#y = page.height - page.margin;
  }

  /** Letters that the font lacks become boxes, and are reported. */
  #drawable(text: string): string {
    let drawn = "";
    for (const letter of text.replace(/\s+/g, " ")) {
      const isKnown = this.#letters.has(letter.codePointAt(0) ?? 0);
      if (!isKnown) this.isIncomplete = true;
      drawn += isKnown ? letter : missing;
    }
    return drawn;
  }

  #lines(text: string, size: number, width: number): string[] {
    return wrapText(this.font, this.#drawable(text), size, width);
  }

  /** Makes sure there is `height` left below. */
  reserve(height: number): void {
    if (this.#y - height >= page.margin) return;
    this.#page = this.pdf.addPage([page.width, page.height]);
    this.#y = page.height - page.margin;
  }

  text(text: string, { size = 10, left = 0, isQuiet = false, most = 99 } = {}): void {
    const colour = isQuiet ? this.rgb(0.42, 0.33, 0.38) : this.rgb(0.16, 0.09, 0.13);
    const lines = this.#lines(text, size, inner - left).slice(0, most);
    for (const line of lines) {
      this.reserve(size * 1.4);
      this.#y -= size * 1.4;
      this.#page.drawText(line, { x: page.margin + left, y: this.#y, size, font: this.font, color: colour });
    }
  }

  gap(height: number): void {
    this.#y -= height;
  }

  rule(): void {
    const [x, y] = [page.margin, this.#y];
    this.#page.drawLine({
      start: { x, y },
      end: { x: x + inner, y },
      thickness: 0.6,
      color: this.rgb(0.85, 0.8, 0.78),
    });
  }

  async row(picture: SheetPicture): Promise<void> {
    this.reserve(rowHeight);
    const top = this.#y;
    if (picture.thumbnail) {
      // A copy: pdf-lib reads from the beginning of the memory that a small buffer shares with others.
      const image = await this.pdf.embedJpg(new Uint8Array(picture.thumbnail));
      const { width, height } = image.scaleToFit(rowHeight - 10, rowHeight - 10);
      this.#page.drawImage(image, {
        x: page.margin + (rowHeight - 10 - width) / 2,
        y: top - 5 - (rowHeight - 10 + height) / 2,
        width,
        height,
      });
    }
    this.#y = top - 6;
    this.text(`${picture.copies} \u00d7`, { size: 14, left: rowHeight + 4, most: 1 });
    this.#y = top - 6;
    this.text(picture.name, { left: rowHeight + 64, most: 2 });
    this.text(picture.problem ?? picture.paper, {
      size: 9,
      left: rowHeight + 64,
      isQuiet: !picture.problem,
      most: 2,
    });
    this.#y = top - rowHeight;
    this.rule();
  }

  numberPages(): void {
    const pages = this.pdf.getPages();
    for (const [index, one] of pages.entries()) {
      const text = `${index + 1} / ${pages.length}`;
      one.drawText(text, { x: page.margin, y: 26, size: 8, font: this.font });
    }
  }
}

/** An empty document of A4 pages, its font embedded. */
async function beginSheet(): Promise<Sheet> {
  const [{ PDFDocument, rgb }, { default: fontkit }] = await Promise.all([
    import("pdf-lib"),
    import("@pdf-lib/fontkit"),
  ]);
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  const font = await pdf.embedFont(await readFile(fontFile), { subset: true });
  return new Sheet(pdf, font, rgb);
}

/** The sheet that accompanies an order's pictures. @returns a PDF of A4 pages */
export async function drawOrderSheet(content: SheetContent): Promise<Buffer> {
  const sheet = await beginSheet();
  sheet.text(content.heading, { size: 22 });
  sheet.gap(14);
  for (const [label, value] of content.facts) {
    sheet.text(label, { size: 8, isQuiet: true });
    sheet.text(value, { size: 11 });
    sheet.gap(6);
  }
  sheet.gap(8);
  sheet.rule();
  for (const picture of content.pictures) await sheet.row(picture);
  if (sheet.isIncomplete) {
    sheet.gap(10);
    sheet.text(content.lettersNote, { size: 9 });
  }
  sheet.numberPages();
  return Buffer.from(await sheet.pdf.save());
}
