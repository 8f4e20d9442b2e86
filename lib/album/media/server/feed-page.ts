import type { FeedQuery } from "@/lib/album/media/schema";
import { type Cursor, decodeCursor, encodeCursor } from "@/lib/album/media/server/cursor";
import { Prisma } from "@/lib/generated/prisma/client";

/** A feed's sort order. */
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

/** The limits that pages use, and the defaults. */
const usualLimits = [5, 20, 24, 40, 60, 100, 200];

/**
 * Reads a page's rows and at least one more, if there are that many. The number is part of the statement's text: when
 * the limit is a parameter, PostgreSQL plans the statement at every call, which takes longer than reading the page. An
 * unusual limit is rounded up to a usual one, since every text is another statement that each connection remembers.
 */
export function pageLimit(limit: number, offset = 0): Prisma.Sql {
  const usual = usualLimits.find((one) => one >= limit);
  const rows = usual ? Prisma.raw(String(usual + 1)) : Prisma.sql`${limit + 1}`;
  return offset > 0 ? Prisma.sql`LIMIT ${rows} OFFSET ${offset}` : Prisma.sql`LIMIT ${rows}`;
}

/**
 * A page in the feed's order, with its first and last cursor.
 * @param rows at least one more than the page, if there is one
 */
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
