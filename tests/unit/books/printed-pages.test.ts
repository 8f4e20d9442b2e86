import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { boundPages, spineMm } from "@/lib/album/books/layouts";
import { type BookContent, printBook } from "@/lib/album/books/printed-book";
import type { BookPage } from "@/lib/album/books/schema";
import { printedPdf } from "@/lib/platform/pdf/printed-pages";
import { plainPicture } from "@/tests/support/pictures";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const page = (mediaIds: string[], values: Partial<BookPage> = {}): BookPage => ({
  layout: null,
  mediaIds,
  heading: "",
  caption: "",
  ...values,
});

const book: BookContent = {
  kind: "book",
  format: "square",
  year: 2026,
  title: "Our year",
  subtitle: "The Okafors",
  coverId: "wide",
  pages: [
    page(["wide"], { heading: "March", caption: "At the lake" }),
    page(["wide", "small"], { caption: "Łódź, Москва, Ελλάδα 🎂" }),
    page(["wide"], { layout: "full" }),
    page([], { heading: "The end" }),
  ],
  birthdays: [],
  firstDay: 1,
};
const sizes: Record<string, { width: number; height: number }> = {
  wide: { width: 4000, height: 3000 },
  small: { width: 300, height: 400 },
};
const print = (content: BookContent) =>
  printBook(content, (id) => (sizes[id] ? { ...sizes[id], faces: null } : undefined));

async function bytesOf(printed: ReturnType<typeof print>, lost: number | null = null): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const make = async (at: number) => {
    const [width = 1, height = 1] = printed.photos[at]?.pixels ?? [];
    return at === lost ? null : plainPicture("jpeg", width, height);
  };
  for await (const piece of printedPdf(printed.document, make)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const mm = (points: number) => Math.round((points / 72) * 254) / 10;

function imagesOf(pdf: PDFDocument) {
  return pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return [];
    const { dict } = object;
    if (dict.get(PDFName.of("Subtype")) !== PDFName.of("Image")) return [];
    const read = (name: string) => Number(dict.get(PDFName.of(name))?.toString());
    return [{ size: [read("Width"), read("Height")], isJpeg: dict.has(PDFName.of("Filter")) }];
  });
}

test("a book is a cover with a spine and its bound pages, each with 3 mm of bleed around the trim", async () => {
  const pdf = await PDFDocument.load(await bytesOf(print(book)));
  const pages = pdf.getPages();
  expect(pages).toHaveLength(1 + boundPages(4));
  expect(pdf.getTitle()).toBe("Our year");
  const boxes = pages.map((one) => {
    const [trim, bleed] = [one.getTrimBox(), one.getBleedBox()];
    return [trim.x, trim.y, trim.width, trim.height, bleed.width, bleed.height].map(mm);
  });
  const cover = 420 + spineMm(20);
  expect(boxes[0]).toEqual([3, 3, cover, 210, cover + 6, 216]);
  expect(boxes.slice(1)).toEqual(Array.from({ length: 20 }, () => [3, 3, 210, 210, 216, 216]));
});

test("photos have 300 dpi if they can, and otherwise all their pixels", async () => {
  const printed = print(book);
  const images = imagesOf(await PDFDocument.load(await bytesOf(printed)));
  expect(images).toHaveLength(5);
  const [cover, opening, , small, full] = images;
  // 213 mm on the cover and 216 mm to the edges; 180 mm inside the margins.
  expect([cover?.size[0], opening?.size[0], full?.size]).toEqual([2516, 2126, [2551, 2551]]);
  expect(small?.size).toEqual([300, 400]);
});

test("a photo that can't be read leaves its place empty, and the rest is unchanged", async () => {
  const images = imagesOf(await PDFDocument.load(await bytesOf(print(book), 1)));
  expect(images.map(({ isJpeg }) => isJpeg)).toEqual([true, false, true, true, true]);
});

test("fonts are embedded, whatever scripts people use", async () => {
  const pdf = await PDFDocument.load(await bytesOf(print(book)));
  const fonts = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.has(PDFName.of("FontName")) ? [object] : [],
    );
  const names = fonts.map((font) => String(font.get(PDFName.of("FontName"))));
  expect(names).toEqual([
    expect.stringMatching(/Fraunces/),
    expect.stringMatching(/Figtree/),
    expect.stringMatching(/DejaVu/),
  ]);
  expect(fonts.every((font) => font.has(PDFName.of("FontFile2")))).toBe(true);
});

test("a calendar has a cover and twelve months", async () => {
  const calendar: BookContent = {
    ...book,
    kind: "calendar",
    format: "a4",
    year: 2027,
    pages: Array.from({ length: 12 }, () => page(["wide"])),
    birthdays: [{ name: "Ada", birthDate: "2020-02-29" }],
  };
  const printed = print(calendar);
  const pdf = await PDFDocument.load(await bytesOf(printed));
  expect(pdf.getPages().map((one) => [mm(one.getTrimBox().width), mm(one.getTrimBox().height)])).toEqual(
    Array.from({ length: 13 }, () => [210, 297]),
  );
  expect(printed.photos).toHaveLength(13);
  const words = printed.document.pages[2]?.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  expect(words).toEqual(expect.arrayContaining(["February", "Ada is 7", "Mon"]));
});

const needed = ["pdffonts", "pdfimages"];
const missing = needed.filter((program) => !hasProgram(program));
test("another program finds embedded fonts, and JPEGs of 250 dpi except for the small one", async () => {
  if (missing.length > 0) {
    process.stderr.write(`Skipped: ${missing.join(" and ")} of poppler-utils not installed\n`);
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-book-"));
  try {
    const file = path.join(folder, "book.pdf");
    writeFileSync(file, await bytesOf(print(book)));
    const lines = (program: string, ...options: string[]) =>
      execFileSync(program, [...options, file], { encoding: "utf8" })
        .trim()
        .split("\n")
        .slice(2)
        .map((line) => line.trim().split(/\s+/));
    // name, type (two words), encoding, emb, sub, uni
    expect(lines("pdffonts").map((columns) => columns[4])).toEqual(["yes", "yes", "yes"]);
    const images = lines("pdfimages", "-list");
    expect(images.map((columns) => columns[8])).toEqual(images.map(() => "jpeg"));
    const dpi = images.map((columns) => Number(columns[12]));
    expect(dpi.filter((one) => one < 250)).toHaveLength(1);
    expect(Math.max(...dpi)).toBeLessThanOrEqual(301);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
