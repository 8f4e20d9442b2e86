import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/features/media/dto";
import { type MediaItemDto, maxCountedHits, type SearchQuery } from "@/lib/features/media/schema";
import { peopleMeant } from "@/lib/features/media/search-people-service";
import { Prisma } from "@/lib/generated/prisma/client";

const searchPageSize = 60;
/** So many hits are sorted to show the first; of more, going through the album in its order finds those sooner. */
export const maxSortedHits = 3_000;

/**
 * What is searched: lower case, every word after a space, a # on its own. The index is built on these very words
 * (migration 20261122173000_search_words_by_replace): change both or none.
 */
const searchable = Prisma.sql`(' ' || replace(replace(replace(replace(replace(replace(replace(
  lower(m.description), E'\\n', ' '), E'\\r', ' '), E'\\t', ' '), '(', ' '), '-', ' '), '"', ' '), '#', '# '))`;

const searchableWord = (word: string) =>
  word
    .replace(/[(\-"]/g, " ")
    .replaceAll("#", "# ")
    .trim();

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/**
 * One or two letters have no trigram: they match where a word begins, which the index can find. Longer ones match
 * anywhere, and so does a script that writes no spaces.
 */
export function wordCondition(word: string): Prisma.Sql {
  const isBeginning =
    /^[\p{L}\p{N}]{1,2}$/u.test(word) && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word);
  return Prisma.sql`${searchable} LIKE ${`%${isBeginning ? " " : ""}${escapeLike(word)}%`}`;
}

export interface SearchResult {
  items: MediaItemDto[];
  /** Hits in all, counted up to maxCountedHits. */
  total: number;
  /** There are more than were counted. */
  isMore: boolean;
}

/** Hits of a search: how to find them, and how to tell that an item is one. */
interface Hits {
  /** The places of all, or of so many that there are surely more than are sorted. */
  places: Prisma.Sql;
  /** Of a Media row `m`. */
  condition: Prisma.Sql;
}

const shown = (actor: MemberActor) =>
  Prisma.sql`m."familyId" = ${actor.familyId}::uuid AND m."deletedAt" IS NULL`;

/** Of a Media row `m`: which it is, and where it stands in the album. */
const place = Prisma.sql`m.id, m.year, m.month, m."sortAt"`;

/** Materialized, or a LIMIT talks the planner out of the index; rows are made only as they are asked for. */
function writtenHits(actor: MemberActor, conditions: readonly Prisma.Sql[]): Hits {
  const condition = Prisma.join([...conditions], " AND ");
  return {
    condition,
    places: Prisma.sql`hits AS MATERIALIZED (SELECT ${place} FROM "Media" m WHERE ${shown(actor)} AND ${condition})`,
  };
}

/**
 * Hits of words some of which may be names: such a word stands in the description, or whom it means is tagged. What is
 * not written has somebody tagged, and those are few beside the album: they are gone through one by one.
 */
function hitsWithPeople(
  actor: MemberActor,
  words: readonly string[],
  meant: ReadonlyMap<string, string[]>,
  tagConditions: readonly Prisma.Sql[],
): Hits {
  const written = [...words.map(wordCondition), ...tagConditions];
  const isOn = (ids: readonly string[]) => Prisma.sql`EXISTS (SELECT 1 FROM "MediaTag" t
    WHERE t."mediaId" = m.id AND t."memberId" = ANY(${[...ids]}::uuid[]))`;
  const either = words.map((word) => {
    const ids = meant.get(word);
    return ids ? Prisma.sql`(${wordCondition(word)} OR ${isOn(ids)})` : wordCondition(word);
  });
  const people = [...new Set([...meant.values()].flat())];
  const condition = Prisma.join([...either, ...tagConditions], " AND ");
  return {
    condition,
    // A picture stands there once for each of the people on it.
    places: Prisma.sql`
      written AS MATERIALIZED (
        SELECT ${place} FROM "Media" m WHERE ${shown(actor)} AND ${Prisma.join(written, " AND ")}),
      tagged AS MATERIALIZED (
        SELECT ${place} FROM "MediaTag" person JOIN "Media" m ON m.id = person."mediaId"
        WHERE person."memberId" = ANY(${people}::uuid[]) AND ${shown(actor)} AND ${condition}
        LIMIT ${(maxSortedHits + 1) * people.length}),
      hits AS (SELECT * FROM written UNION SELECT * FROM tagged)`,
  };
}

async function findHits(actor: MemberActor, query: SearchQuery): Promise<Hits | null> {
  const typed = (query.q ?? "").toLowerCase().split(/\s+/).map(searchableWord);
  const words = [...new Set(typed)].filter(Boolean).slice(0, 10);
  const tag = query.tag?.trim().replace(/^#/, "").toLowerCase() ?? "";
  if ((words.length === 0 && tag === "") || `${query.q}${query.tag}`.includes("\u0000")) return null;
  const tagConditions = tag
    ? [
        Prisma.sql`EXISTS (SELECT 1 FROM "MediaHashtag" t WHERE t."familyId" = ${actor.familyId}::uuid
          AND t.hashtag = ${tag} AND t."mediaId" = m.id)`,
      ]
    : [];
  const meant = await peopleMeant(actor, words);
  if (meant.size > 0) return hitsWithPeople(actor, words, meant, tagConditions);
  return writtenHits(actor, [...words.map(wordCondition), ...tagConditions]);
}

/**
 * Items whose description holds every word of `q`, or on which the people it names are tagged, and that carry the
 * hashtag `tag`; latest month first, as in the album.
 */
export async function searchMedia(actor: MemberActor, query: SearchQuery): Promise<SearchResult> {
  const hits = await findHits(actor, query);
  if (!hits) return { items: [], total: 0, isMore: false };
  const order = (row: Prisma.Sql) =>
    Prisma.sql`ORDER BY ${row}.year DESC, ${row}.month DESC, ${row}."sortAt" DESC, ${row}.id DESC`;
  const page = Prisma.sql`${order(Prisma.sql`m`)}
    LIMIT ${query.limit ?? searchPageSize} OFFSET ${query.offset ?? 0}`;
  // Few are found by the index and sorted; of many, that would read all of them.
  const few = await db.$queryRaw<(Partial<MediaRow> & { total: number })[]>`
    WITH ${hits.places}, counted AS MATERIALIZED (SELECT * FROM hits LIMIT ${maxSortedHits + 1})
    SELECT n.total, shown.*
    FROM (SELECT count(*)::int AS total FROM counted) n
    LEFT JOIN LATERAL (
      SELECT ${mediaColumns(actor.userId)}
      FROM (SELECT m.id FROM counted m WHERE n.total <= ${maxSortedHits} ${page}) first
      JOIN "Media" m ON m.id = first.id
    ) shown ON true
    ${order(Prisma.sql`shown`)}`;
  const found = few[0]?.total ?? 0;
  const rows =
    found > maxSortedHits
      ? await db.$queryRaw<MediaRow[]>`SELECT ${mediaColumns(actor.userId)} FROM "Media" m
        WHERE ${shown(actor)} AND ${hits.condition} ${page}`
      : few.filter((row): row is MediaRow & { total: number } => Boolean(row.id));
  return {
    items: rows.map(mediaItemDto),
    total: Math.min(found, maxCountedHits),
    isMore: found > maxCountedHits,
  };
}
