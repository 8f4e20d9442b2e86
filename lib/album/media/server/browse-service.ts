import { readEdits } from "@/lib/album/media/picture-edits";
import {
  type FeedQuery,
  type MediaDetailDto,
  type MediaItemDto,
  type MediaPageDto,
  type MonthSummaryDto,
  monthPageSize,
  recentUploadsShown,
  type YearCoverDto,
  type YearPageDto,
  yearPageSize,
} from "@/lib/album/media/schema";
import type { Cursor } from "@/lib/album/media/server/cursor";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { type FeedOrder, pageClauses, pageLimit, pageOf } from "@/lib/album/media/server/feed-page";
import { isCollapsed, onTop, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownImportedName, shownName, shownPersonName } from "@/lib/core/names/server/display-name";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { hashtagsIn } from "@/lib/shared/hashtags";
import { isUuid } from "@/lib/shared/uuid";

const feedPageSize = 40;

type FeedRow = MediaRow & { sortAt: Date; heartedAt?: Date; filedMonth?: number; position?: number };

export interface Feed extends FeedOrder<FeedRow> {
  where: Prisma.Sql;
  join?: Prisma.Sql;
  extra?: Prisma.Sql;
  /**
   * Whether the list also has the photo on top of an item's stack, whose id is `top`: if so, it hides the item when
   * stacks are collapsed. A list of the whole album always has it.
   */
  hasTop?: (top: Prisma.Sql) => Prisma.Sql;
  /** An expression for the total number of items. */
  total: Prisma.Sql;
  /** How many of them are hidden when stacks are collapsed. */
  hidden: Prisma.Sql;
  pageSize: number;
}

/** A page of a feed. The feed defines its contents, their order, and the cursor of a row. */
export async function readPage(actor: MemberActor, feed: Feed, query: FeedQuery): Promise<MediaPageDto> {
  const limit = query.limit ?? feed.pageSize;
  const offset = query.offset ?? 0;
  const { within, order } = pageClauses(feed, query);
  const isOnePerStack = isCollapsed(actor, query);
  const count = isOnePerStack ? Prisma.sql`(${feed.total} - ${feed.hidden})` : feed.total;
  // The count is part of the same statement: another one would add a quarter to a page's two milliseconds.
  const rows = await queryPrepared<FeedRow & { total: number }>(Prisma.sql`
    SELECT ${count} AS total, ${mediaColumns(actor)}, m."sortAt" ${feed.extra ?? Prisma.empty}
    FROM "Media" m ${feed.join ?? Prisma.empty}
    WHERE ${visibleMediaSql(actor)} AND ${feed.where} ${within}
      ${isOnePerStack ? onTop(feed.hasTop) : Prisma.empty}
    ORDER BY ${order} ${pageLimit(limit, query.cursor ? 0 : offset)}`);
  const total = rows[0]?.total ?? (await countAlone(count));
  const { page, hasMore, nextCursor, previousCursor } = pageOf(rows, limit, feed, query);
  return {
    items: page.map(mediaItemDto),
    pagination: { total, limit, offset, hasMore },
    nextCursor,
    previousCursor,
  };
}

/** The number of the family's covered items `c` that a list hides, by the list's condition for them. */
export const countHidden = ({ familyId }: Pick<MemberActor, "familyId">, condition: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*)::int FROM "Media" c WHERE c."familyId" = ${familyId}::uuid
    AND c."coveredById" IS NOT NULL AND c."deletedAt" IS NULL AND ${condition})`;

/** For a page that is empty because it is past the end or the feed is empty. */
async function countAlone(total: Prisma.Sql): Promise<number> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`SELECT ${total} AS total`;
  return counted?.total ?? 0;
}

/** The counts of a list of months, from the counters. */
function countsOf(actor: MemberActor, where = Prisma.sql`true`): Pick<Feed, "total" | "hidden"> {
  const sum = (column: Prisma.Sql) => Prisma.sql`(SELECT COALESCE(sum(${column}), 0)::int FROM "MediaMonth" c
    WHERE c."familyId" = ${actor.familyId}::uuid AND ${where})`;
  return { total: sum(Prisma.sql`c."itemCount"`), hidden: sum(Prisma.sql`c."coveredCount"`) };
}

/** By upload date, newest first, as in the index. */
export const uploadOrder = {
  by: [Prisma.sql`m."uploadDate"`, Prisma.sql`m.id`],
  at: ({ at, id }: Cursor) => Prisma.sql`${at}::timestamptz, ${id}::uuid`,
  place: (row: MediaRow): Cursor => ({ month: 0, at: row.uploadDate, id: row.id }),
  pageSize: feedPageSize,
};

/** Everything by upload date, newest first. */
export function listFeed(actor: MemberActor, query: FeedQuery): Promise<MediaPageDto> {
  return readPage(actor, { ...uploadOrder, where: Prisma.sql`true`, ...countsOf(actor) }, query);
}

/** Everything in the album's order, as in the index: latest month first and, within it, latest taken first. */
export const everythingFeed = (actor: MemberActor): Feed => ({
  where: Prisma.sql`true`,
  by: [Prisma.sql`m.year`, Prisma.sql`m.month`, Prisma.sql`m."sortAt"`, Prisma.sql`m.id`],
  at: ({ month, at, id }) =>
    Prisma.sql`${Math.floor(month / 100)}::int, ${month % 100}::int, ${at}::timestamp, ${id}::uuid`,
  place: (row) => ({ month: row.year * 100 + row.month, at: row.sortAt, id: row.id }),
  ...countsOf(actor),
  pageSize: feedPageSize,
});

/** Everything in the album's order. */
export function listAll(actor: MemberActor, query: FeedQuery): Promise<MediaPageDto> {
  return readPage(actor, everythingFeed(actor), query);
}

/** The newest uploads, for home (specification 9.5). */
export async function listLatest(
  actor: MemberActor,
  limit: number = recentUploadsShown,
  stacks?: FeedQuery["stacks"],
): Promise<MediaItemDto[]> {
  return (await listFeed(actor, { limit, stacks })).items;
}

/** Whether the person has hearted the item with this id. */
export const isHearted = ({ userId }: MemberActor, id: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT 1 FROM "Heart" h WHERE h."mediaId" = ${id} AND h."userId" = ${userId}::uuid)`;

/** What the person hearted, most recently hearted first. */
export const favoritesFeed = (actor: MemberActor): Feed => ({
  join: Prisma.sql`JOIN "Heart" mine ON mine."mediaId" = m.id AND mine."userId" = ${actor.userId}::uuid`,
  where: Prisma.sql`true`,
  extra: Prisma.sql`, mine."createdAt" AS "heartedAt"`,
  by: [Prisma.sql`mine."createdAt"`, Prisma.sql`m.id`],
  at: ({ at, id }) => Prisma.sql`${at}::timestamptz, ${id}::uuid`,
  place: (row) => ({ month: 0, at: row.heartedAt ?? row.uploadDate, id: row.id }),
  total: Prisma.sql`(SELECT count(*)::int FROM "Heart" h JOIN "Media" hearted ON hearted.id = h."mediaId"
    WHERE h."userId" = ${actor.userId}::uuid AND h."familyId" = ${actor.familyId}::uuid
      AND hearted."deletedAt" IS NULL)`,
  hasTop: (top) => isHearted(actor, top),
  hidden: countHidden(
    actor,
    Prisma.sql`${isHearted(actor, Prisma.sql`c.id`)} AND ${isHearted(actor, Prisma.sql`c."coveredById"`)}`,
  ),
  pageSize: feedPageSize,
});

/** What the person hearted, most recently hearted first. */
export function listFavorites(actor: MemberActor, query: FeedQuery): Promise<MediaPageDto> {
  return readPage(actor, favoritesFeed(actor), query);
}

/** A month, newest first by when it was taken. */
export const monthFeed = (actor: MemberActor, year: number, month: number): Feed => ({
  where: Prisma.sql`m.year = ${year} AND m.month = ${month}`,
  by: [Prisma.sql`m."sortAt"`, Prisma.sql`m.id`],
  at: ({ at, id }) => Prisma.sql`${at}::timestamp, ${id}::uuid`,
  place: (row) => ({ month, at: row.sortAt, id: row.id }),
  ...countsOf(actor, Prisma.sql`c.year = ${year} AND c.month = ${month}`),
  pageSize: monthPageSize,
});

/** A page of a month. */
export function getMonthPage(
  actor: MemberActor,
  year: number,
  month: number,
  query: FeedQuery,
): Promise<MediaPageDto> {
  return readPage(actor, monthFeed(actor, year, month), query);
}

/** The photo on top of an item's stack, or the item. */
async function findTopId({ familyId }: MemberActor, id: string): Promise<string> {
  const row = await db.media.findFirst({ where: { id, familyId }, select: { coveredById: true } });
  return row?.coveredById ?? id;
}

/** How many items to show before the one a month opens at. */
const itemsBefore = 20;

/**
 * The page of a month that holds an item, with a few before it; the month's first page if the item is near its
 * beginning or not in it.
 */
export async function getMonthPageAt(
  actor: MemberActor,
  { year, month }: { year: number; month: number },
  { id, ...query }: Pick<FeedQuery, "stacks"> & { id: string | null; limit: number },
): Promise<MediaPageDto> {
  const shownId = id && isUuid(id) ? await findTopId(actor, id) : null;
  const [place] = shownId
    ? await db.$queryRaw<{ newer: number }[]>`
          SELECT (SELECT count(*)::int FROM "Media" m WHERE ${visibleMediaSql(actor)} AND m.year = ${year} AND m.month = ${month}
            AND (m."sortAt", m.id) > (wanted."sortAt", wanted.id) ${isCollapsed(actor, query) ? onTop() : Prisma.empty}) AS newer
          FROM "Media" wanted
          WHERE wanted.id = ${shownId}::uuid AND wanted."familyId" = ${actor.familyId}::uuid AND wanted."deletedAt" IS NULL
            AND wanted.year = ${year} AND wanted.month = ${month}`
    : [];
  const newer = place?.newer ?? 0;
  const offset = newer < query.limit ? 0 : newer - itemsBefore;
  return getMonthPage(actor, year, month, { ...query, offset });
}

/** A year's items, last month first, with its months. */
export async function getYearPage(actor: MemberActor, year: number, query: FeedQuery): Promise<YearPageDto> {
  const [page, months] = await Promise.all([
    readPage(
      actor,
      {
        where: Prisma.sql`m.year = ${year}`,
        by: [Prisma.sql`m.month`, Prisma.sql`m."sortAt"`, Prisma.sql`m.id`],
        at: ({ month, at, id }) => Prisma.sql`${month}::int, ${at}::timestamp, ${id}::uuid`,
        place: (row) => ({ month: row.month, at: row.sortAt, id: row.id }),
        ...countsOf(actor, Prisma.sql`c.year = ${year}`),
        pageSize: yearPageSize,
      },
      query,
    ),
    listMonths(actor, year),
  ]);
  return { ...page, months };
}

/** The months of a year that have media, January first, each with its cover: the featured item, else the newest. */
export async function listMonths(actor: MemberActor, year: number): Promise<MonthSummaryDto[]> {
  const rows = await queryPrepared<
    MediaRow & Pick<MonthSummaryDto, "itemCount" | "iconName"> & { summaryMonth: number }
  >(Prisma.sql`
    SELECT c.month AS "summaryMonth", c."itemCount", i."iconName", ${mediaColumns(actor)}
    FROM "MediaMonth" c
    LEFT JOIN "MonthIcon" i ON i."familyId" = c."familyId" AND i.year = c.year AND i.month = c.month
    LEFT JOIN LATERAL (
      SELECT * FROM (
        (SELECT * FROM "Media" f WHERE f."familyId" = c."familyId" AND f.year = c.year AND f.month = c.month
           AND f.featured AND f."deletedAt" IS NULL LIMIT 1)
        UNION ALL
        (SELECT * FROM "Media" n WHERE n."familyId" = c."familyId" AND n.year = c.year AND n.month = c.month
           AND n."deletedAt" IS NULL ORDER BY n."sortAt" DESC, n.id DESC LIMIT 1)
      ) candidates LIMIT 1
    ) m ON true
    WHERE c."familyId" = ${actor.familyId}::uuid AND c.year = ${year} AND c."itemCount" > 0
    ORDER BY c.month`);
  return rows.map((row) => ({
    month: row.summaryMonth,
    itemCount: row.itemCount,
    cover: row.id ? mediaItemDto(row) : null,
    iconName: row.iconName,
  }));
}

/** Years that have media, latest first. */
export async function listYears(actor: MemberActor): Promise<number[]> {
  return (await countYears(actor)).map((row) => row.year);
}

function countYears(actor: MemberActor): Promise<{ year: number; itemCount: number }[]> {
  return queryPrepared(Prisma.sql`
    SELECT year, sum("itemCount")::int AS "itemCount" FROM "MediaMonth"
    WHERE "familyId" = ${actor.familyId}::uuid AND "itemCount" > 0 GROUP BY year ORDER BY year DESC`);
}

/** Each year with the cover of its latest month that has a chosen one, else of its latest month. */
export async function listYearCovers(actor: MemberActor): Promise<YearCoverDto[]> {
  const years = await countYears(actor);
  return Promise.all(
    years.map(async ({ year, itemCount }) => {
      const months = (await listMonths(actor, year)).reverse();
      const chosen = months.find((month) => month.cover?.featured) ?? months[0];
      return { year, itemCount, cover: chosen?.cover ?? null };
    }),
  );
}

/** One item; null when it is in the trash, another family's, or doesn't exist: all look the same. */
export async function getMediaItem(actor: MemberActor, id: string): Promise<MediaItemDto | null> {
  const row = await findRow(actor, id);
  return row ? mediaItemDto(row) : null;
}

type WholeRow = MediaRow & { sha256: string; edits: unknown };

async function findRow(actor: MemberActor, id: string): Promise<WholeRow | null> {
  if (!isUuid(id)) return null;
  const rows = await queryPrepared<WholeRow>(Prisma.sql`
    SELECT ${mediaColumns(actor)}, m.sha256, m.edits FROM "Media" m WHERE ${visibleMediaSql(actor)} AND m.id = ${id}::uuid`);
  return rows[0] ?? null;
}

/** Who hearted an item, here or where it was imported from, earliest first. */
function listHearts(mediaId: string): Promise<MediaDetailDto["heartedBy"]> {
  return db.$queryRaw`
    SELECT "userId", name FROM (
      SELECT h."createdAt", h."userId", ${shownName} AS name
      FROM "Heart" h JOIN "User" u ON u.id = h."userId"
      LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = h."familyId"
      WHERE h."mediaId" = ${mediaId}::uuid
      UNION ALL
      SELECT h."createdAt", NULL, ${shownImportedName}
      FROM "ImportedHeart" h JOIN "ImportedPerson" i ON i.id = h."personId" AND i."familyId" = h."familyId"
      LEFT JOIN "FamilyMember" p ON p.id = i."memberId" AND p."familyId" = i."familyId"
      WHERE h."mediaId" = ${mediaId}::uuid
    ) hearts ORDER BY "createdAt", "userId", name LIMIT 200`;
}

/** One item with who hearted it, who is in it and how many comments it has; null as in getMediaItem. */
export async function getMediaDetail(actor: MemberActor, id: string): Promise<MediaDetailDto | null> {
  const row = await findRow(actor, id);
  if (!row) return null;
  const [heartedBy, tags, commentCount, clip] = await Promise.all([
    listHearts(row.id),
    db.$queryRaw<{ id: string; displayName: string }[]>`
      SELECT p.id, ${shownPersonName} AS "displayName"
      FROM "MediaTag" t JOIN "FamilyMember" p ON p.id = t."memberId"
      WHERE t."mediaId" = ${row.id}::uuid ORDER BY t."createdAt", t."memberId"`,
    db.comment.count({ where: { mediaId: row.id } }),
    db.mediaClip.findUnique({
      where: { mediaId: row.id },
      select: { fileName: true, bytes: true, durationMs: true },
    }),
  ]);
  return {
    ...mediaItemDto(row),
    sha256: row.sha256,
    edits: readEdits(row.edits),
    hashtags: hashtagsIn(row.description).map((hashtag) => `#${hashtag}`),
    heartedBy,
    tags,
    commentCount,
    clip: clip && { ...clip, bytes: Number(clip.bytes) },
  };
}

/** @throws AppError 404 */
export async function requireMediaDetail(actor: MemberActor, id: string): Promise<MediaDetailDto> {
  const detail = await getMediaDetail(actor, id);
  if (!detail) throw notFound();
  return detail;
}
