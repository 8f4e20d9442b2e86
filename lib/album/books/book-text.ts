import { boundPages, dpiOf, formatNames, leastDpi } from "@/lib/album/books/layouts";
import type { PrintedBook } from "@/lib/album/books/printed-book";
import type { BookSummaryDto } from "@/lib/album/books/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";

export const kindNames = { book: "Photo book", calendar: "Calendar" } as const;

/** "Photo book, A4 portrait, 24 pages" */
export function describeBook({ kind, format, pageCount }: BookSummaryDto): string {
  const pages = kind === "calendar" ? "12 months" : counted(pageCount, "page");
  return `${kindNames[kind]}, ${formatNames[format]}, ${pages}`;
}

/** How many blank pages are added so that a book can be bound. */
export const blankPages = (pages: number): number => boundPages(pages) - pages;

/** Photos on a page that would be printed with too little detail. */
export function blurredOn(
  { document, photos }: PrintedBook,
  page: number,
  items: ReadonlyMap<string, Pick<MediaItemDto, "width" | "height">>,
): string[] {
  return (document.pages[page]?.items ?? []).flatMap((item) => {
    if (item.kind !== "photo") return [];
    const mediaId = photos[item.photo]?.mediaId ?? "";
    const { width, height } = items.get(mediaId) ?? {};
    return width && height && dpiOf({ width, height }, item.box) < leastDpi ? [mediaId] : [];
  });
}
