import { firstWeekday } from "@/lib/album/books/calendar";
import { formatsOf } from "@/lib/album/books/layouts";
import { monthsAYear } from "@/lib/album/books/limits";
import type {
  BookDto,
  BookListDto,
  BookSummaryDto,
  CreateBookInput,
  UpdateBookInput,
} from "@/lib/album/books/schema";
import { fileDto } from "@/lib/album/books/server/file-dto";
import { removeBookFiles } from "@/lib/album/books/server/files-service";
import { listBookIdeas } from "@/lib/album/books/server/ideas-service";
import { propose } from "@/lib/album/books/server/proposing-service";
import {
  type BookRow,
  bookSelect,
  coverOf,
  mediaIdsOf,
  pagesOf,
  readBirthdays,
  readFaces,
  shownPages,
} from "@/lib/album/books/server/stored-book";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { visibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { isUuid } from "@/lib/shared/uuid";

const maxListed = 200;
/** Proposing one reads all photos of a year. */
const booksPerPerson = { name: "books", points: 20, seconds: 60 };

/** A book is often a surprise: until it is shared, only its maker sees it. */
export const seenBooks = ({ userId, familyId }: MemberActor) => ({
  familyId,
  OR: [{ makerId: userId }, { isShared: true }],
});

const mayEdit = (actor: MemberActor, { makerId, isShared }: Pick<BookRow, "makerId" | "isShared">) =>
  makerId === actor.userId || (isShared && may(actor, "albums.editAny"));

/** The photos among these ids that the family can see. */
async function readItems(actor: MemberActor, ids: readonly string[]): Promise<Map<string, MediaItemDto>> {
  if (ids.length === 0) return new Map();
  const rows = await queryPrepared<MediaRow>(Prisma.sql`
    SELECT ${mediaColumns(actor)} FROM "Media" m
    WHERE m.id = ANY(${[...ids]}::uuid[]) AND ${visibleMediaSql(actor)} AND m."mediaType" = 'image'`);
  return new Map(rows.map((row) => [row.id, mediaItemDto(row)]));
}

const listedSelect = (familyId: string) => ({ ...bookSelect, maker: { select: nameSelect(familyId) } });
type ListedRow = BookRow & { maker: Parameters<typeof nameOf>[0] | null };

function summaryOf(
  actor: MemberActor,
  row: ListedRow,
  items: ReadonlyMap<string, MediaItemDto>,
): BookSummaryDto {
  const { id, kind, format, year, title, subtitle, makerId, maker, isShared, changedAt } = row;
  const pages = pagesOf(row);
  const coverId = coverOf(row.coverId, pages, (mediaId) => items.has(mediaId));
  return {
    id,
    kind,
    format,
    year,
    title,
    subtitle,
    cover: (coverId && items.get(coverId)) || null,
    pageCount: pages.length,
    makerName: maker ? nameOf(maker) : null,
    isMine: makerId === actor.userId,
    isShared,
    mayEdit: mayEdit(actor, row),
    changedAt: changedAt.toISOString(),
  };
}

/** The person's own and shared books, most recently changed first, with ideas for new ones. */
export async function listBooks(actor: MemberActor): Promise<BookListDto> {
  const [rows, ideas] = await Promise.all([
    db.book.findMany({
      where: seenBooks(actor),
      select: listedSelect(actor.familyId),
      orderBy: [{ changedAt: "desc" }, { id: "desc" }],
      take: maxListed,
    }),
    listBookIdeas(actor),
  ]);
  // The cover, and its replacements if it was deleted.
  const ids = rows.flatMap((row) => mediaIdsOf(row).slice(0, 4));
  const items = await readItems(actor, [...new Set(ids)]);
  return { books: rows.map((row) => summaryOf(actor, row, items)), ideas };
}

async function readBook(actor: MemberActor, id: string): Promise<ListedRow | null> {
  if (!isUuid(id)) return null;
  return db.book.findFirst({ where: { id, ...seenBooks(actor) }, select: listedSelect(actor.familyId) });
}

/** A book with its photos; null if the person can't see it. */
export async function getBook(actor: MemberActor, id: string): Promise<BookDto | null> {
  const row = await readBook(actor, id);
  if (!row) return null;
  const ids = mediaIdsOf(row);
  const [items, faces, birthdays, { locale }] = await Promise.all([
    readItems(actor, ids),
    readFaces(actor.familyId, ids),
    row.kind === "calendar" ? readBirthdays(actor.familyId) : [],
    getUserSettings(actor),
  ]);
  const pages = shownPages(pagesOf(row), (mediaId) => items.has(mediaId));
  return {
    ...summaryOf(actor, row, items),
    version: row.version,
    coverId: row.coverId !== null && items.has(row.coverId) ? row.coverId : null,
    pages,
    items: [...items.values()],
    faces: Object.fromEntries([...faces].filter(([mediaId]) => items.has(mediaId))),
    missingCount: ids.length - items.size,
    birthdays,
    firstDay: firstWeekday(locale),
    file: await fileDto(row),
  };
}

/** @throws AppError 404 */
export async function requireBook(actor: MemberActor, id: string): Promise<BookDto> {
  const book = await getBook(actor, id);
  if (!book) throw notFound();
  return book;
}

/** Proposes a book or calendar, which its maker then edits. @throws AppError 404, 422 no_photos, 429 */
export async function createBook(actor: MemberActor, input: CreateBookInput): Promise<BookDto> {
  await consumeRateLimit(booksPerPerson, actor.userId);
  const { userId, familyId } = actor;
  const { kind, format } = input;
  const { pages, ...proposal } = await propose(actor, input);
  const { id } = await db.$transaction(async (client) => {
    const data = {
      ...proposal,
      pages: pages.map((page) => ({ ...page })),
      familyId,
      makerId: userId,
      kind,
      format,
    };
    const row = await client.book.create({ data, select: { id: true } });
    await recordActivity({ action: "book.created", actorId: userId, familyId, detail: { kind } }, client);
    return row;
  });
  return requireBook(actor, id);
}

const changedMeanwhile = () =>
  new AppError(
    "book_changed",
    409,
    "This was changed in another window or by someone else. Load the latest version, then make your change again.",
    { field: "version" },
  );

/** The ids that are the family's photos. Others were deleted meanwhile or were never theirs, and are left out. */
async function readKnownIds(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await client.media.findMany({
    where: { id: { in: [...new Set(ids)].filter(isUuid) }, ...visibleMedia(actor), mediaType: "image" },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Changes the fields that are sent and leaves the rest. Photos that are not in the album are left out of pages.
 * @throws AppError 400, 403, 404, 409 book_changed
 */
export async function updateBook(actor: MemberActor, id: string, input: UpdateBookInput): Promise<BookDto> {
  const { version, pages, coverId, isShared, format, ...words } = input;
  await db.$transaction(async (client) => {
    const row = await client.book.findFirst({
      where: { id, ...seenBooks(actor) },
      select: { id: true, makerId: true, isShared: true, kind: true, version: true },
    });
    if (!row) throw notFound();
    if (!mayEdit(actor, row)) throw forbidden("Only the person who made this or an admin can change it.");
    if (isShared !== undefined && row.makerId !== actor.userId) {
      throw forbidden("Only the person who made this decides who sees it.");
    }
    if (format !== undefined && !formatsOf(row.kind).includes(format)) {
      throw new AppError("bad_input", 400, "A calendar is A4 or square", { field: "format" });
    }
    if (pages && row.kind === "calendar" && pages.length !== monthsAYear) {
      throw new AppError("bad_input", 400, "A calendar has twelve months", { field: "pages" });
    }
    const known = await readKnownIds(client, actor, [
      ...(pages?.flatMap(({ mediaIds }) => mediaIds) ?? []),
      ...(coverId ? [coverId] : []),
    ]);
    if (typeof coverId === "string" && !known.has(coverId)) throw notFound();
    const { count: changed } = await client.book.updateMany({
      where: { id: row.id, version },
      data: {
        ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)),
        ...(format === undefined ? {} : { format }),
        ...(coverId === undefined ? {} : { coverId }),
        ...(isShared === undefined ? {} : { isShared }),
        ...(pages ? { pages: shownPages(pages, (mediaId) => known.has(mediaId)) } : {}),
        version: { increment: 1 },
        changedAt: new Date(),
      },
    });
    if (changed === 0) throw changedMeanwhile();
  });
  return requireBook(actor, id);
}

/** Deletes a book with its file; its photos stay in the album. @throws AppError 403, 404 */
export async function deleteBook(actor: MemberActor, id: string): Promise<void> {
  const { userId: actorId, familyId } = actor;
  await db.$transaction(async (client) => {
    const row = await client.book.findFirst({
      where: { id, ...seenBooks(actor) },
      select: { id: true, makerId: true, isShared: true },
    });
    if (!row) throw notFound();
    if (!mayEdit(actor, row)) throw forbidden("Only the person who made this or an admin can delete it.");
    await client.book.deleteMany({ where: { id: row.id } });
    await recordActivity({ action: "book.deleted", actorId, familyId }, client);
  });
  await removeBookFiles({ id, familyId });
}
