import {
  type MediaItemDto,
  maxCountedHits,
  type SearchPart,
  type SearchQuery,
} from "@/lib/album/media/schema";
import { plainWordsOf } from "@/lib/album/media/search-parts";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { albumOrder, type Hits, hitsOf, maxSortedHits } from "@/lib/album/media/server/search-hits";
import { listNames } from "@/lib/album/media/server/search-people-service";
import { interpretSearch } from "@/lib/album/media/server/search-reading";
import { isCollapsed } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { dayInZone } from "@/lib/shared/day-in-zone";

const searchPageSize = 60;

export interface SearchResult {
  items: MediaItemDto[];
  /** Total hits, counted up to maxCountedHits. */
  total: number;
  /** There are more than were counted. */
  isMore: boolean;
  /** The dates, types and people recognised in `q`. */
  understood: SearchPart[];
}

interface Found {
  hits: Hits[];
  understood: SearchPart[];
}

async function findHits(actor: MemberActor, query: SearchQuery): Promise<Found | null> {
  const q = query.q?.trim() ?? "";
  const tag = query.tag?.trim().replace(/^#/, "").toLowerCase() ?? "";
  if ((q === "" && tag === "") || `${q}${tag}${query.plain}`.includes("\u0000")) return null;
  const tagConditions = tag
    ? [
        Prisma.sql`EXISTS (SELECT 1 FROM "MediaHashtag" t WHERE t."familyId" = ${actor.familyId}::uuid
          AND t.hashtag = ${tag} AND t."mediaId" = m.id)`,
      ]
    : [];
  const [people, { timeZone }] = await Promise.all([
    q === "" ? [] : listNames(actor),
    getUserSettings(actor),
  ]);
  const { readings, parts } = interpretSearch(query.q ?? "", {
    people,
    plain: plainWordsOf(query.plain ?? ""),
    today: new Date(dayInZone(new Date(), timeZone ?? undefined)),
    firstYear: actor.firstYear,
  });
  const groupsOf = (ids: readonly string[]) =>
    people.flatMap(({ id, groupId }) => (groupId && ids.includes(id) ? [groupId] : []));
  const asked = readings.filter(
    ({ words, type, dates }) => words.length > 0 || type || dates.length > 0 || tag,
  );
  if (asked.length === 0) return null;
  const hits = asked.map((reading, index) =>
    hitsOf(reading, {
      actor,
      name: `hits${index}`,
      tagConditions,
      groupsOf,
      isCollapsed: isCollapsed(actor, query),
    }),
  );
  return { hits, understood: parts };
}

const counted = (index: number) => Prisma.raw(`counted${index}`);
const union = (parts: readonly Prisma.Sql[]) => Prisma.join([...parts], " UNION ");

/** The hits of each reading: at most as many as are sorted, and one more to tell that there are more. */
function countedTables(hits: readonly Hits[]): Prisma.Sql {
  return Prisma.join(
    hits.map(
      ({ tables, places }, index) => Prisma.sql`${tables}, ${counted(index)} AS MATERIALIZED (
        SELECT * FROM (${places}) places LIMIT ${maxSortedHits + 1})`,
    ),
    ", ",
  );
}

interface Page {
  limit: number;
  offset: number;
}

/** A few hits are found by the index and sorted; for a reading with many, that would read all of them. */
function readInOrder(
  actor: MemberActor,
  hits: readonly Hits[],
  sizes: readonly number[],
  { limit, offset }: Page,
): Promise<MediaRow[]> {
  const isMany = (index: number) => (sizes[index] ?? 0) > maxSortedHits;
  const [only] = hits;
  if (only && hits.length === 1) {
    return db.$queryRaw<MediaRow[]>`SELECT ${mediaColumns(actor)} FROM "Media" m
      WHERE ${only.condition} ${albumOrder} LIMIT ${limit} OFFSET ${offset}`;
  }
  const firsts = hits.map(({ condition }, index) =>
    isMany(index)
      ? Prisma.sql`(SELECT m.id, m.year, m.month, m."sortAt" FROM "Media" m WHERE ${condition}
          ${albumOrder} LIMIT ${limit + offset})`
      : Prisma.sql`SELECT * FROM ${counted(index)}`,
  );
  const few = hits.flatMap((one, index) => (isMany(index) ? [] : [{ one, index }]));
  const tables = few.map(
    ({ one, index }) =>
      Prisma.sql`${one.tables}, ${counted(index)} AS MATERIALIZED (SELECT * FROM (${one.places}) places)`,
  );
  return db.$queryRaw<MediaRow[]>`
    ${tables.length > 0 ? Prisma.sql`WITH ${Prisma.join(tables, ", ")}` : Prisma.empty}
    SELECT ${mediaColumns(actor)} FROM (
      SELECT m.id FROM (${union(firsts)}) m ${albumOrder} LIMIT ${limit} OFFSET ${offset}
    ) first JOIN "Media" m ON m.id = first.id AND m."familyId" = ${actor.familyId}::uuid ${albumOrder}`;
}

/**
 * Items whose description contains every word of `q`, or that show the people it names, and that have the hashtag
 * `tag`; and what `q` means besides its words: items of a date, photos or videos, of a person. The latest month comes
 * first, as in the album.
 */
export async function searchMedia(actor: MemberActor, query: SearchQuery): Promise<SearchResult> {
  const found = await findHits(actor, query);
  if (!found) return { items: [], total: 0, isMore: false, understood: [] };
  const { hits, understood } = found;
  const page = { limit: query.limit ?? searchPageSize, offset: query.offset ?? 0 };
  const all = union(hits.map((_, index) => Prisma.sql`SELECT * FROM ${counted(index)}`));
  const sizes = Prisma.join(
    hits.map((_, index) => Prisma.sql`(SELECT count(*)::int FROM ${counted(index)})`),
  );
  const few = await db.$queryRaw<(Partial<MediaRow> & { total: number; sizes: number[] })[]>`
    WITH ${countedTables(hits)}, found AS MATERIALIZED (${all})
    SELECT n.total, n.sizes, m.*
    FROM (SELECT count(*)::int AS total, ARRAY[${sizes}] AS sizes FROM found) n
    LEFT JOIN LATERAL (
      SELECT ${mediaColumns(actor)}, m."sortAt"
      FROM (SELECT m.id FROM found m WHERE ${maxSortedHits} >= ALL(n.sizes) ${albumOrder}
        LIMIT ${page.limit} OFFSET ${page.offset}) first
      JOIN "Media" m ON m.id = first.id AND m."familyId" = ${actor.familyId}::uuid
    ) m ON true
    ${albumOrder}`;
  const { total = 0, sizes: each = [] } = few[0] ?? {};
  const rows = each.some((size) => size > maxSortedHits)
    ? await readInOrder(actor, hits, each, page)
    : few.filter((row): row is MediaRow & { total: number; sizes: number[] } => Boolean(row.id));
  return {
    items: rows.map(mediaItemDto),
    total: Math.min(total, maxCountedHits),
    isMore: total > maxCountedHits,
    understood,
  };
}
