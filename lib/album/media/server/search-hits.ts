import type { DateMeaning } from "@/lib/album/media/server/search-dates";
import type { Reading, SearchWord } from "@/lib/album/media/server/search-reading";
import { onTop, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { Prisma } from "@/lib/generated/prisma/client";
import { unknownMonth } from "@/lib/shared/months";

/** The maximum number of hits sorted to show the first; with more, walking the album in order finds them sooner. */
export const maxSortedHits = 3_000;

/**
 * The text to search: lower case, every word after a space, a # on its own. The index uses this exact expression
 * (migration 20261122173000_search_words_by_replace): change both or none.
 */
const searchable = Prisma.sql`(' ' || replace(replace(replace(replace(replace(replace(replace(
  lower(m.description), E'\\n', ' '), E'\\r', ' '), E'\\t', ' '), '(', ' '), '-', ' '), '"', ' '), '#', '# '))`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A sigma at the end of a word is ς, but σ where the database has made it from a capital. */
const withEitherSigma = (word: string): string[] => [
  ...new Set([word, word.replace(/ς(?!\p{L})/gu, "σ"), word.replace(/σ(?!\p{L})/gu, "ς")]),
];

/**
 * One or two letters have no trigram: they match at the beginning of a word, which the index can find. Longer words
 * match anywhere, and so do scripts without spaces.
 */
export function wordCondition(word: string): Prisma.Sql {
  const isBeginning =
    /^[\p{L}\p{N}]{1,2}$/u.test(word) && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word);
  const like = withEitherSigma(word).map(
    (one) => Prisma.sql`${searchable} LIKE ${`%${isBeginning ? " " : ""}${escapeLike(one)}%`}`,
  );
  return Prisma.sql`(${Prisma.join(like, " OR ")})`;
}

/** Hits of one reading: how to find them, and how to check whether an item is one. */
export interface Hits {
  /** The common table expressions that `places` refers to. */
  tables: Prisma.Sql;
  /** The places of all hits, or of enough to know that there are more than can be sorted. */
  places: Prisma.Sql;
  /** On a Media row `m`, including its family and the trash. */
  condition: Prisma.Sql;
}

/** From a Media row `m`: its id and its position in the album. */
const place = Prisma.sql`m.id, m.year, m.month, m."sortAt"`;
/** The latest month first, as in the album; for a Media row `m`. */
export const albumOrder = Prisma.sql`ORDER BY m.year DESC, m.month DESC, m."sortAt" DESC, m.id DESC`;
const enough = Prisma.sql`LIMIT ${maxSortedHits + 1}`;
const both = (conditions: readonly Prisma.Sql[]) => Prisma.join([...conditions], " AND ");

/** By the month an item is filed in and the day of its time within it, so the album's own index finds dates. */
function dateCondition(date: DateMeaning): Prisma.Sql {
  if (date.type === "months") {
    const { from, to } = date;
    if (from.year === to.year && from.month === to.month)
      return Prisma.sql`(m.year = ${from.year}::smallint AND m.month = ${from.month}::smallint)`;
    const known =
      from.month === unknownMonth ? Prisma.empty : Prisma.sql`AND m.month <> ${unknownMonth}::smallint`;
    // An item known only by its decade isn't of the decade's first year.
    const precise = to.year - from.year < 9 ? Prisma.sql`AND m."yearPrecision" <> 'decade'` : Prisma.empty;
    return Prisma.sql`((m.year, m.month) >= (${from.year}::smallint, ${from.month}::smallint)
      AND (m.year, m.month) <= (${to.year}::smallint, ${to.month}::smallint) ${known} ${precise})`;
  }
  if (date.type === "days") {
    const from = new Date(Date.UTC(date.year, date.month - 1, date.first));
    const until = new Date(Date.UTC(date.year, date.month - 1, date.last + 1));
    return Prisma.sql`(m.year = ${date.year}::smallint AND m.month = ${date.month}::smallint
      AND m."sortAt" >= ${from}::timestamp AND m."sortAt" < ${until}::timestamp)`;
  }
  const isWhole = date.first === 1 && date.last === 31;
  const days = isWhole
    ? Prisma.empty
    : Prisma.sql`AND extract(day FROM m."sortAt") BETWEEN ${date.first} AND ${date.last}`;
  return Prisma.sql`(m.month = ${date.month}::smallint ${days})`;
}

function typeConditions({ type }: Reading): Prisma.Sql[] {
  // Literals: the index of the videos is a partial one.
  if (type === "video") return [Prisma.sql`m."mediaType" = 'video'`];
  return type === "image" ? [Prisma.sql`m."mediaType" = 'image'`] : [];
}

/** The people a word may mean, and their groups of faces. */
interface Shown {
  memberIds: string[];
  groupIds: string[];
}

function isOn({ memberIds, groupIds }: Shown): Prisma.Sql {
  const tagged = Prisma.sql`EXISTS (SELECT 1 FROM "MediaTag" t
    WHERE t."mediaId" = m.id AND t."memberId" = ANY(${memberIds}::uuid[]))`;
  if (groupIds.length === 0) return tagged;
  return Prisma.sql`(${tagged} OR EXISTS (SELECT 1 FROM "Face" f
    WHERE f."mediaId" = m.id AND f."groupId" = ANY(${groupIds}::uuid[])))`;
}

/** Context for the parts of a statement; `name` distinguishes them if there are several. */
export interface HitsContext {
  actor: MemberActor;
  name: string;
  /** What every item must also match: a hashtag. */
  tagConditions: readonly Prisma.Sql[];
  /** The face groups of these people, if the family uses face recognition. */
  groupsOf: (memberIds: readonly string[]) => string[];
  /** Leaves out items behind another hit. */
  isCollapsed?: boolean;
}

/**
 * How to find the items that match one reading. Words that may be names match the description or the people they mean.
 * Items whose description doesn't match have someone tagged, and those are few compared to the album, so they are
 * scanned.
 */
export function hitsOf(
  reading: Reading,
  { actor, name, tagConditions, groupsOf, isCollapsed }: HitsContext,
): Hits {
  const { words, dates } = reading;
  const groups = dates.map((group) => Prisma.sql`(${Prisma.join(group.map(dateCondition), " OR ")})`);
  const filters = [visibleMediaSql(actor), ...typeConditions(reading), ...groups, ...tagConditions];
  const written = words.map(({ text }) => wordCondition(text));
  const shownOf = ({ memberIds }: SearchWord): Shown => ({
    memberIds: [...memberIds],
    groupIds: groupsOf(memberIds),
  });
  const either = words.map((word) =>
    word.memberIds.length > 0
      ? Prisma.sql`(${wordCondition(word.text)} OR ${isOn(shownOf(word))})`
      : wordCondition(word.text),
  );
  const matches = both([...filters, ...either]);
  // The inner `m` is the photo on top, which must match the same conditions.
  const collapse = isCollapsed
    ? onTop(
        (top) => Prisma.sql`EXISTS (SELECT 1 FROM (SELECT ${top} AS id) covering
          JOIN "Media" m ON m.id = covering.id WHERE ${matches})`,
      )
    : Prisma.empty;
  const condition = Prisma.sql`${matches} ${collapse}`;
  const table = Prisma.raw(name);
  const memberIds = [...new Set(words.flatMap((word) => word.memberIds))];
  if (memberIds.length === 0) {
    // Materialized, or a LIMIT makes the planner avoid the words' index; rows are only made as they are requested.
    // Without words, the album's order is the way to find them.
    const limit =
      words.length === 0 && tagConditions.length === 0 ? Prisma.sql`${albumOrder} ${enough}` : Prisma.empty;
    return {
      condition,
      tables: Prisma.sql`${table} AS MATERIALIZED (SELECT ${place} FROM "Media" m WHERE ${condition} ${limit})`,
      places: Prisma.sql`SELECT * FROM ${table}`,
    };
  }
  return peopleHits({
    condition,
    table,
    place: Prisma.sql`${both([...filters, ...written])} ${collapse}`,
    memberIds,
    groupIds: groupsOf(memberIds),
  });
}

interface PeopleHits extends Shown {
  condition: Prisma.Sql;
  table: Prisma.Sql;
  /** The condition that every word is in the description. */
  place: Prisma.Sql;
}

function peopleHits({ condition, table, place: written, memberIds, groupIds }: PeopleHits): Hits {
  // A picture occurs once for each person tagged on it.
  const most = Prisma.sql`LIMIT ${(maxSortedHits + 1) * memberIds.length}`;
  const isTheirs = (face: string) => Prisma.sql`${Prisma.raw(face)}."groupId" = ANY(${groupIds}::uuid[])`;
  // By the first of these faces, however many are on it: a limit on faces would stop before enough pictures.
  const faces = Prisma.sql`, ${table}_faces AS MATERIALIZED (
    SELECT ${place} FROM "Face" face JOIN "Media" m ON m.id = face."mediaId"
    WHERE ${isTheirs("face")} AND ${condition} AND NOT EXISTS (
      SELECT 1 FROM "Face" earlier
      WHERE earlier."mediaId" = face."mediaId" AND ${isTheirs("earlier")} AND earlier.id < face.id) ${enough})`;
  return {
    condition,
    tables: Prisma.sql`
      ${table}_written AS MATERIALIZED (SELECT ${place} FROM "Media" m WHERE ${written}),
      ${table}_tagged AS MATERIALIZED (
        SELECT ${place} FROM "MediaTag" person JOIN "Media" m ON m.id = person."mediaId"
        WHERE person."memberId" = ANY(${memberIds}::uuid[]) AND ${condition} ${most})
      ${groupIds.length > 0 ? faces : Prisma.empty}`,
    places: Prisma.sql`(SELECT * FROM ${table}_written ${enough}) UNION SELECT * FROM ${table}_tagged
      ${groupIds.length > 0 ? Prisma.sql`UNION SELECT * FROM ${table}_faces` : Prisma.empty}`,
  };
}
