import { createHash } from "node:crypto";
import { firstWeekday } from "@/lib/album/books/calendar";
import type { BookContent } from "@/lib/album/books/printed-book";
import {
  type BookRow,
  coverOf,
  mediaIdsOf,
  pagesOf,
  readBirthdays,
  shownPages,
} from "@/lib/album/books/server/stored-book";
import { readEdits } from "@/lib/album/media/picture-edits";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { db } from "@/lib/db";
import { defaultFormatLocale } from "@/lib/shared/default-format-locale";
import type { PictureEdits } from "@/lib/shared/picture-edits";

export interface PrintablePhoto {
  width: number;
  height: number;
  storagePath: string;
  edits: PictureEdits | null;
}

export interface PrintableBook {
  content: BookContent;
  photos: ReadonlyMap<string, PrintablePhoto>;
  /** Equal for equal prints. */
  digest: string;
}

/** Everything needed to print a book as it is now. */
export async function readPrintable(row: BookRow): Promise<PrintableBook> {
  const { familyId, kind, format, year, title, subtitle } = row;
  const [media, birthdays] = await Promise.all([
    db.media.findMany({
      where: { id: { in: mediaIdsOf(row) }, ...visibleMedia({ familyId }), mediaType: "image" },
      select: { id: true, width: true, height: true, storagePath: true, edits: true, editVersion: true },
      orderBy: { id: "asc" },
    }),
    kind === "calendar" ? readBirthdays(familyId) : [],
  ]);
  const shown = media.flatMap(({ width, height, ...photo }) =>
    width && height ? [{ ...photo, width, height, edits: readEdits(photo.edits) }] : [],
  );
  const photos = new Map(shown.map((photo) => [photo.id, photo]));
  const isShown = (mediaId: string) => photos.has(mediaId);
  const pages = shownPages(pagesOf(row), isShown);
  const content = {
    kind,
    format,
    year,
    title,
    subtitle,
    coverId: coverOf(row.coverId, pages, isShown),
    pages,
    birthdays,
    firstDay: firstWeekday(row.fileLocale ?? defaultFormatLocale),
  };
  const versions = shown.map(({ id, editVersion }) => [id, editVersion]);
  const digest = createHash("sha256")
    .update(JSON.stringify([content, versions]))
    .digest("hex");
  return { content, photos, digest };
}
