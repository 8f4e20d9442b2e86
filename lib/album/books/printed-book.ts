import {
  type CalendarBirthday,
  type CalendarDay,
  calendarMonthName,
  monthGrid,
  weekdayNames,
} from "@/lib/album/books/calendar";
import {
  bleedMm,
  boundPages,
  cropFor,
  leastTitledSpineMm,
  pageSizes,
  planCover,
  planMonth,
  planPage,
  printedPixels,
  spineMm,
} from "@/lib/album/books/layouts";
import type { BookFormat, BookKind } from "@/lib/album/books/limits";
import type { BookPage } from "@/lib/album/books/schema";
import type { Crop } from "@/lib/album/media/crop";
import type { PrintedBox as Box, PageItem, PrintedDocument, PrintedPage } from "@/lib/shared/printed-page";

export interface PrintedPhotoFacts {
  width: number;
  height: number;
  /** The box around its faces. */
  faces: Crop | null;
}

/** The printed content, with the photos that are still in the album. */
export interface BookContent {
  kind: BookKind;
  format: BookFormat;
  year: number | null;
  title: string;
  subtitle: string;
  coverId: string | null;
  pages: readonly BookPage[];
  birthdays: readonly CalendarBirthday[];
  firstDay: number;
}

/** A photo in its box: its crop, and its size in pixels. */
export interface PlacedPhoto {
  mediaId: string;
  crop: Crop;
  pixels: readonly [width: number, height: number];
}

export interface PrintedBook {
  document: PrintedDocument;
  /** Indexed by the document's photo numbers. */
  photos: PlacedPhoto[];
}

const moved = (box: Box, left: number): Box => ({ ...box, left: box.left + left });
const edge = (width: number, height: number, left = 0): Box => ({
  left: left - bleedMm,
  top: -bleedMm,
  width: width + 2 * bleedMm,
  height: height + 2 * bleedMm,
});

/** Lays a book out for print, page by page. */
class BookPrinter {
  readonly photos: PlacedPhoto[] = [];
  readonly pages: PrintedPage[] = [];
  readonly #width: number;
  readonly #height: number;

  constructor(
    private readonly book: BookContent,
    private readonly factsOf: (mediaId: string) => PrintedPhotoFacts | undefined,
  ) {
    [this.#width, this.#height] = pageSizes[book.format];
  }

  #photo(mediaId: string, box: Box): PageItem[] {
    const facts = this.factsOf(mediaId);
    if (!facts) return [];
    const photo = this.photos.length;
    const crop = cropFor(facts, box, facts.faces);
    this.photos.push({ mediaId, crop, pixels: printedPixels(facts, box) });
    return [{ kind: "photo", photo, box }];
  }

  #ratiosOf(mediaIds: readonly string[]): number[] {
    return mediaIds.map((mediaId) => {
      const { width, height } = this.factsOf(mediaId) ?? { width: 1, height: 1 };
      return width / height;
    });
  }

  #front(left: number, hasSpine: boolean): PageItem[] {
    const { format, title, subtitle, coverId } = this.book;
    const plan = planCover(format, { hasPhoto: coverId !== null, hasSpine });
    return [
      ...(plan.photo && coverId ? this.#photo(coverId, moved(plan.photo, left)) : []),
      { kind: "text", text: title, box: moved(plan.title, left), size: 34, align: "center", from: "middle" },
      {
        kind: "text",
        text: subtitle,
        box: moved(plan.subtitle, left),
        size: 14,
        ink: "quiet",
        align: "center",
      },
    ];
  }

  /** Back, spine and front, as they wrap around the book. */
  addWrap(): void {
    const [width, height] = [this.#width, this.#height];
    const { pages, title, subtitle } = this.book;
    const spine = spineMm(boundPages(pages.length));
    const back = { left: 20, top: height - 24, width: width - 40, height: 8 };
    const spineBox = { left: width, top: -bleedMm, width: spine, height: height + 2 * bleedMm };
    const titleBox = { left: width, top: 14, width: spine, height: height - 28 };
    this.pages.push({
      width: 2 * width + spine,
      height,
      items: [
        { kind: "fill", ink: "cream", box: edge(2 * width + spine, height) },
        ...this.#front(width + spine, true),
        { kind: "fill", ink: "accent", box: spineBox },
        ...(spine < leastTitledSpineMm
          ? []
          : ([
              {
                kind: "text",
                text: title,
                box: titleBox,
                size: 12,
                ink: "light",
                from: "middle",
                isTurned: true,
              },
            ] as const)),
        { kind: "text", text: subtitle, box: back, size: 9, ink: "quiet", align: "center" },
      ],
    });
  }

  addCalendarCover(): void {
    const [width, height] = [this.#width, this.#height];
    const items: PageItem[] = [{ kind: "fill", ink: "cream", box: edge(width, height) }];
    this.pages.push({ width, height, items: [...items, ...this.#front(0, false)] });
  }

  addPage({ layout, mediaIds, heading, caption }: BookPage, number: number): void {
    const ratios = this.#ratiosOf(mediaIds);
    const plan = planPage(this.book.format, { layout, heading, caption, ratios });
    const isWords = mediaIds.length === 0;
    const items: PageItem[] = plan.photos.flatMap((box, at) => this.#photo(mediaIds[at] ?? "", box));
    if (plan.heading) {
      const size = isWords ? 30 : 24;
      items.push({ kind: "text", text: heading, box: plan.heading, size, align: "center", from: "middle" });
    }
    if (plan.caption) {
      const size = isWords ? 13 : 11;
      items.push({ kind: "text", text: caption, box: plan.caption, size, ink: "quiet", align: "center" });
    }
    if (plan.layout !== "full") items.push(this.#number(number));
    this.pages.push({ width: this.#width, height: this.#height, items });
  }

  #number(number: number): PageItem {
    const box = { left: 10, top: this.#height - 10, width: this.#width - 20, height: 5 };
    const align = number % 2 === 1 ? "right" : "left";
    return { kind: "text", text: String(number), box, size: 8, ink: "quiet", align };
  }

  addBlank(): void {
    this.pages.push({ width: this.#width, height: this.#height, items: [] });
  }

  addMonth({ mediaIds, caption }: BookPage, index: number): void {
    const { format, year, birthdays, firstDay } = this.book;
    const plan = planMonth(format, this.#ratiosOf(mediaIds));
    const items: PageItem[] = plan.photos.flatMap((box, at) => this.#photo(mediaIds[at] ?? "", box));
    const half = plan.title.width / 2;
    items.push(
      {
        kind: "text",
        text: calendarMonthName(index),
        box: { ...plan.title, width: half },
        size: 26,
        from: "middle",
      },
      {
        kind: "text",
        text: caption || String(year),
        box: { ...plan.title, left: plan.title.left + half, width: half },
        size: caption ? 10 : 16,
        ink: "quiet",
        align: "right",
        from: "middle",
      },
      ...gridItems(plan.grid, monthGrid(year ?? 0, index + 1, firstDay, birthdays), firstDay),
    );
    this.pages.push({ width: this.#width, height: this.#height, items });
  }
}

const weekdaysMm = 7;
/** Months with four or five weeks look alike. */
const leastWeeks = 5;

function gridItems(grid: Box, weeks: readonly (CalendarDay | null)[][], firstDay: number): PageItem[] {
  const width = grid.width / 7;
  const height = (grid.height - weekdaysMm) / Math.max(leastWeeks, weeks.length);
  const names = weekdayNames(firstDay).map((text, at): PageItem => {
    const box = { left: grid.left + at * width + 1, top: grid.top, width: width - 2, height: weekdaysMm };
    return { kind: "text", text, box, size: 9, ink: "quiet" };
  });
  const days = weeks.flatMap((week, row) =>
    week.flatMap((day, at): PageItem[] => {
      if (!day) return [];
      const left = grid.left + at * width;
      const top = grid.top + weekdaysMm + row * height;
      const line = { left: left + 0.5, top, width: width - 1, height: 0.25 };
      const number = { left: left + 1, top: top + 1, width: width - 2, height: 5.5 };
      const words = { left: left + 1, top: top + 6.5, width: width - 2, height: height - 7 };
      return [
        { kind: "fill", ink: day.words.length > 0 ? "accent" : "line", box: line },
        {
          kind: "text",
          text: String(day.date),
          box: number,
          size: 12,
          ink: day.isWeekend ? "accent" : "dark",
        },
        ...(day.words.length === 0
          ? []
          : ([{ kind: "text", text: day.words.join(", "), box: words, size: 8, ink: "dark" }] as const)),
      ];
    }),
  );
  return [...names, ...days];
}

/** Lays out everything in a book or calendar for print. */
export function printBook(
  book: BookContent,
  factsOf: (mediaId: string) => PrintedPhotoFacts | undefined,
): PrintedBook {
  const printer = new BookPrinter(book, factsOf);
  if (book.kind === "calendar") {
    printer.addCalendarCover();
    for (const [index, page] of book.pages.entries()) printer.addMonth(page, index);
  } else {
    printer.addWrap();
    for (const [index, page] of book.pages.entries()) printer.addPage(page, index + 1);
    for (let page = book.pages.length; page < boundPages(book.pages.length); page++) printer.addBlank();
  }
  const { pages, photos } = printer;
  return { document: { title: book.title, bleedMm, pages, photoCount: photos.length }, photos };
}
