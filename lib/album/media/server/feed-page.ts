import type { FeedQuery } from "@/lib/album/media/schema";
import { type Cursor, decodeCursor, encodeCursor } from "@/lib/album/media/server/cursor";
import { Prisma } from "@/lib/generated/prisma/client";

/** What a feed is ordered by. */
export interface FeedOrder<TRow> {
  /** The columns to order by, descending unless said otherwise; the last one is unique. */
  by: readonly Prisma.Sql[];
  isAscending?: boolean;
  /** A cursor as a row of those columns. */
  at: (cursor: Cursor) => Prisma.Sql;
  place: (row: TRow) => Cursor;
}

/** The clauses for the rows of a page: down from a cursor or, with `before`, up from one. */
export function pageClauses<TRow>(
  { by, at, isAscending = false }: FeedOrder<TRow>,
  { before, cursor }: FeedQuery,
) {
  const [text, field] = before ? [before, "before"] : [cursor, "cursor"];
  const place = text ? decodeCursor(text, field) : null;
  const isUp = Boolean(before) !== isAscending;
  const [sign, direction] = isUp ? [Prisma.sql`>`, Prisma.sql`ASC`] : [Prisma.sql`<`, Prisma.sql`DESC`];
  return {
    within: place ? Prisma.sql`AND (${Prisma.join(by)}) ${sign} (${at(place)})` : Prisma.empty,
    order: Prisma.join(by.map((column) => Prisma.sql`${column} ${direction}`)),
  };
}

/** A page in the feed's order, with its first and last cursor. @param rows one more than the page, if there is one */
export function pageOf<TRow>(
  rows: readonly TRow[],
  limit: number,
  { place }: FeedOrder<TRow>,
  { before, cursor, offset = 0 }: FeedQuery,
) {
  const isCut = rows.length > limit;
  const page = rows.slice(0, limit);
  if (before) page.reverse();
  const first = page[0];
  const last = page.at(-1);
  // A page read up from a cursor is followed by that item; one read down from a cursor is preceded by it.
  const hasMore = before ? last !== undefined : isCut;
  const hasBefore = before ? isCut : cursor !== undefined || offset > 0;
  return {
    page,
    hasMore,
    nextCursor: hasMore && last ? encodeCursor(place(last)) : null,
    previousCursor: hasBefore ? (first ? encodeCursor(place(first)) : (cursor ?? null)) : null,
  };
}
