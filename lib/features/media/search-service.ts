import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/features/media/dto";
import { type MediaItemDto, maxCountedHits, type SearchQuery } from "@/lib/features/media/schema";
import { Prisma } from "@/lib/generated/prisma/client";

const searchPageSize = 60;

/**
 * What is searched: lower case, every word after a space, a # on its own. The index is built on these very words
 * (migration 20261121120005_search_words): change both or none.
 */
const searchable = Prisma.sql`(' ' || replace(translate(lower(m.description), E'\\n\\r\\t(-"', '      '), '#', '# '))`;

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

/**
 * Items whose description holds every word of `q`, or that carry the hashtag `tag`; latest month first, as in the
 * album.
 */
export async function searchMedia(actor: MemberActor, query: SearchQuery): Promise<SearchResult> {
  const typed = (query.q ?? "").toLowerCase().split(/\s+/).map(searchableWord);
  const words = [...new Set(typed)].filter(Boolean).slice(0, 10);
  const tag = query.tag?.trim().replace(/^#/, "").toLowerCase() ?? "";
  if ((words.length === 0 && tag === "") || `${query.q}${query.tag}`.includes("\u0000"))
    return { items: [], total: 0, isMore: false };
  const conditions = words.map(wordCondition);
  if (tag) {
    conditions.push(Prisma.sql`EXISTS (SELECT 1 FROM "MediaHashtag" t WHERE t."familyId" = ${actor.familyId}::uuid
      AND t.hashtag = ${tag} AND t."mediaId" = m.id)`);
  }
  const matching = Prisma.sql`FROM "Media" m WHERE m."familyId" = ${actor.familyId}::uuid
    AND m."deletedAt" IS NULL AND ${Prisma.join(conditions, " AND ")}`;
  // Materialized, or the LIMIT talks the planner out of the index; rows are made only as they are asked for.
  const counted = await db.$queryRaw<{ total: number }[]>`WITH hits AS MATERIALIZED (SELECT 1 ${matching})
    SELECT count(*)::int AS total FROM (SELECT 1 FROM hits LIMIT ${maxCountedHits + 1}) counted`;
  const hits = counted[0]?.total ?? 0;
  const isMore = hits > maxCountedHits;
  const page = Prisma.sql`ORDER BY m.year DESC, m.month DESC, m."sortAt" DESC, m.id DESC
    LIMIT ${query.limit ?? searchPageSize} OFFSET ${query.offset ?? 0}`;
  // Of many hits the first are found by going through the album in its order; of few, that would read all of it.
  const rows = isMore
    ? await db.$queryRaw<MediaRow[]>`SELECT ${mediaColumns(actor.userId)} ${matching} ${page}`
    : await db.$queryRaw<MediaRow[]>`WITH hits AS MATERIALIZED (SELECT m.id ${matching})
        SELECT ${mediaColumns(actor.userId)} FROM hits JOIN "Media" m ON m.id = hits.id ${page}`;
  return { items: rows.map(mediaItemDto), total: Math.min(hits, maxCountedHits), isMore };
}
