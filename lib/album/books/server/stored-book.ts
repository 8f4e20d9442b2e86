import { z } from "zod";
import type { CalendarBirthday } from "@/lib/album/books/calendar";
import { type BookPage, bookPageSchema } from "@/lib/album/books/schema";
import type { Crop } from "@/lib/album/media/crop";
import { personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import { db, type Prisma } from "@/lib/db";

export const bookSelect = {
  id: true,
  familyId: true,
  makerId: true,
  kind: true,
  format: true,
  year: true,
  title: true,
  subtitle: true,
  coverId: true,
  pages: true,
  isShared: true,
  version: true,
  createdAt: true,
  changedAt: true,
  fileState: true,
  fileLocale: true,
  fileDone: true,
  fileTotal: true,
  fileName: true,
  fileBytes: true,
  fileDigest: true,
  fileProblems: true,
  fileMadeAt: true,
} as const;
export type BookRow = Prisma.BookGetPayload<{ select: typeof bookSelect }>;

export const pagesOf = ({ pages }: Pick<BookRow, "pages">): BookPage[] =>
  z.array(bookPageSchema).parse(pages);

/** Every photo that a book refers to, its cover first, without duplicates. */
export const mediaIdsOf = (book: Pick<BookRow, "coverId" | "pages">): string[] => [
  ...new Set([...(book.coverId ? [book.coverId] : []), ...pagesOf(book).flatMap(({ mediaIds }) => mediaIds)]),
];

/** Pages without photos that are no longer in the album. */
export const shownPages = (pages: readonly BookPage[], isShown: (mediaId: string) => boolean): BookPage[] =>
  pages.map((page) => ({ ...page, mediaIds: page.mediaIds.filter(isShown) }));

/** The photo on the cover: the chosen one, or else the first. */
export const coverOf = (
  coverId: string | null,
  pages: readonly BookPage[],
  isShown: (mediaId: string) => boolean,
): string | null =>
  coverId !== null && isShown(coverId)
    ? coverId
    : (pages.flatMap(({ mediaIds }) => mediaIds).find(isShown) ?? null);

/** The box around all faces of each photo. */
export async function readFaces(familyId: string, mediaIds: readonly string[]): Promise<Map<string, Crop>> {
  const rows = await db.$queryRaw<(Crop & { mediaId: string })[]>`
    SELECT f."mediaId", GREATEST(0, min(f."left"))::float8 AS x, GREATEST(0, min(f.top))::float8 AS y,
      (LEAST(1, max(f."left" + f.width)) - GREATEST(0, min(f."left")))::float8 AS width,
      (LEAST(1, max(f.top + f.height)) - GREATEST(0, min(f.top)))::float8 AS height
    FROM "Face" f WHERE f."familyId" = ${familyId}::uuid AND f."mediaId" = ANY(${[...mediaIds]}::uuid[])
    GROUP BY f."mediaId"`;
  return new Map(
    rows.flatMap(({ mediaId, ...box }) => (box.width > 0 && box.height > 0 ? [[mediaId, box] as const] : [])),
  );
}

/** The birthdays that the family wants to be reminded of, for a calendar. */
export async function readBirthdays(familyId: string): Promise<CalendarBirthday[]> {
  const people = await db.familyMember.findMany({
    where: { familyId, birthDate: { not: null }, leftOutOfMemories: false },
    select: { ...personNameSelect, birthDate: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return people.flatMap((person) =>
    person.birthDate
      ? [{ name: personNameOf(person), birthDate: person.birthDate.toISOString().slice(0, 10) }]
      : [],
  );
}
