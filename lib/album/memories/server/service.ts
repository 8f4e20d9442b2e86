import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { daysLater, rememberedDays, yearOf } from "@/lib/album/memories/days";
import { type Memory, memoriesAYear, type OnThisDayDto } from "@/lib/album/memories/schema";
import { chooseBestPhotosSince, chooseDay } from "@/lib/album/memories/server/choosing-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { dayInZone } from "@/lib/shared/day-in-zone";

/** The person whose memories they are. */
export type MemoryReader = Pick<MemberActor, "userId" | "familyId">;

interface MemoryRow extends MediaRow {
  memoryYear: number;
  worth: number;
}

/** The people this reader or the family doesn't want to be reminded of, as one row of ids. */
export const hiddenPeople = ({ userId, familyId }: MemoryReader) => Prisma.sql`
  SELECT array_agg(id) AS ids FROM (
    SELECT p.id FROM "FamilyMember" p WHERE p."familyId" = ${familyId}::uuid AND p."leftOutOfMemories"
    UNION ALL
    SELECT h."memberId" FROM "HiddenMemoryPerson" h
    WHERE h."userId" = ${userId}::uuid AND h."familyId" = ${familyId}::uuid) people`;

/** Nobody in `hidden` is in "Media" m: they aren't tagged in it, and no face in it has their name. */
export const withoutHidden = Prisma.sql`(hidden.ids IS NULL OR (
  NOT EXISTS (SELECT 1 FROM "MediaTag" t WHERE t."mediaId" = m.id AND t."memberId" = ANY(hidden.ids))
  AND NOT EXISTS (SELECT 1 FROM "Face" f JOIN "FaceGroup" g ON g.id = f."groupId"
    WHERE f."mediaId" = m.id AND g."memberId" = ANY(hidden.ids))
  AND NOT EXISTS (SELECT 1 FROM "ImportedFace" i WHERE i."mediaId" = m.id AND i."memberId" = ANY(hidden.ids))))`;

/** The maximum number of items on a page, as long as that leaves at least the fewest per year. */
const aPage = 60;
const fewest = 3;

interface Picks {
  rows: MemoryRow[];
  /** The days whose memories have to be chosen again. */
  changedDays: number[];
}

/**
 * The best items of each earlier year taken on these days of the year, latest year first. The same statement reads what
 * has changed: a second one could see a day as chosen that the first one saw before.
 */
async function readPicks(
  reader: MemoryReader,
  days: readonly number[],
  before: number,
  aYear: number,
): Promise<Picks> {
  const { familyId, userId } = reader;
  const [day] = days;
  // For one day, the index has a year's picks in order, so no more are read than are shown.
  const isDay =
    days.length === 1 ? Prisma.sql`= ${day}::smallint` : Prisma.sql`= ANY(${[...days]}::smallint[])`;
  const ofDays = Prisma.sql`p."familyId" = ${familyId}::uuid AND p.day ${isDay}`;
  const changed = Prisma.sql`
    SELECT array_agg(DISTINCT c.day)::int[] AS days FROM "MemoryChange" c
    WHERE c."familyId" = ${familyId}::uuid AND c.day ${isDay}`;
  // Year by year from the index, which has dozens of picks per year.
  const yearBefore = (year: Prisma.Sql) => {
    const ofEachDay = days.map(
      (one) => Prisma.sql`(SELECT max(p.year) FROM "MemoryPick" p
        WHERE p."familyId" = ${familyId}::uuid AND p.day = ${one}::smallint AND p.year < ${year})`,
    );
    return Prisma.sql`GREATEST(${Prisma.join(ofEachDay)})`;
  };
  // A page of many years shows fewer of each.
  const limit = Prisma.sql`LEAST(${aYear}::int, GREATEST(${fewest}::int, ${aPage}::int / (SELECT count(*)::int FROM years)))`;
  const rows = await queryPrepared<
    { changedDays: number[] | null } & (MemoryRow | { memoryYear: null })
  >(Prisma.sql`
    WITH RECURSIVE hidden AS MATERIALIZED (${hiddenPeople(reader)}),
    found AS (SELECT ${yearBefore(Prisma.sql`${before}::int`)} AS year
      UNION ALL SELECT ${yearBefore(Prisma.sql`found.year`)} FROM found WHERE found.year IS NOT NULL),
    years AS (SELECT year FROM found WHERE year IS NOT NULL)
    SELECT changed.days AS "changedDays", best.* FROM (${changed}) changed
    LEFT JOIN (hidden CROSS JOIN years
    CROSS JOIN LATERAL (
      SELECT p.year::int AS "memoryYear", p.place AS "memoryPlace", p.day AS "memoryDay", p.worth::float8 AS worth,
        ${mediaColumns(reader)}
      FROM "MemoryPick" p JOIN "Media" m ON m.id = p."mediaId"
      WHERE ${ofDays} AND p.year = years.year AND ${visibleMediaSql(reader)} AND ${withoutHidden}
        AND NOT EXISTS (SELECT 1 FROM "HiddenMemory" h WHERE h."mediaId" = m.id AND h."userId" = ${userId}::uuid)
      ORDER BY p.place, p.day LIMIT ${limit}) best) ON true
    ORDER BY best."memoryYear" DESC, best."memoryPlace", best."memoryDay"`);
  return {
    rows: rows.filter((row) => row.memoryYear !== null),
    changedDays: rows[0]?.changedDays ?? [],
  };
}

/**
 * The memories of someone on a date: the best of each earlier year, latest year first. Changes since a day's memories
 * were chosen are taken into account.
 * @param date YYYY-MM-DD on the reader's calendar
 * @param aYear the maximum per year
 */
export async function listMemories(reader: MemoryReader, date: string, aYear: number): Promise<Memory[]> {
  const days = rememberedDays(date);
  const year = yearOf(date);
  const read = () => readPicks(reader, days, year, aYear);
  const known = await read();
  for (const day of known.changedDays) await chooseDay(reader.familyId, day);
  const { rows } = known.changedDays.length > 0 ? await read() : known;
  return rows.map((row) => ({
    year: row.memoryYear,
    yearsAgo: year - row.memoryYear,
    worth: row.worth,
    item: mediaItemDto(row),
  }));
}

/** The memories of a date, by default of the reader's today. */
export async function getOnThisDay(actor: MemberActor, date?: string): Promise<OnThisDayDto> {
  const day = date ?? dayInZone(new Date(), (await getUserSettings(actor)).timeZone ?? undefined);
  const memories = await listMemories(actor, day, memoriesAYear);
  const years = [...Map.groupBy(memories, (memory) => memory.year)].map(([year, ofYear]) => ({
    year,
    yearsAgo: yearOf(day) - year,
    items: ofYear.map(({ item }) => item),
  }));
  return { date: day, years };
}

/** The best memory of each year on a date, for home: the one the family likes best first, then by year. */
export async function listHomeMemories(reader: MemoryReader, date: string, most: number): Promise<Memory[]> {
  const memories = await listMemories(reader, date, 1);
  const best = findBest(memories);
  return best ? [best, ...memories.filter((memory) => memory !== best)].slice(0, most) : [];
}

const findBest = (memories: readonly Memory[]): Memory | null =>
  memories.reduce<Memory | null>(
    (best, memory) => (best && best.worth >= memory.worth ? best : memory),
    null,
  );

/** A heart, or two people the family knows: more than a sharp photo alone. */
const worthTelling = 3;

/** The memories of a date that are worth telling someone about, best first. @param except items that aren't */
export async function listMemoriesWorthTelling(
  reader: MemoryReader,
  date: string,
  except: ReadonlySet<string> = new Set(),
): Promise<Memory[]> {
  const memories = await listMemories(reader, date, memoriesAYear);
  return memories
    .filter(({ worth, item }) => worth >= worthTelling && !except.has(item.id))
    .sort((one, other) => other.worth - one.worth);
}

const daysAWeek = 7;

/** The best of the week ending on this date; null if nothing is worth telling. */
export async function findWeekMemory(
  reader: MemoryReader,
  today: string,
): Promise<{ date: string; memory: Memory } | null> {
  let best: { date: string; memory: Memory } | null = null;
  for (let ago = 0; ago < daysAWeek; ago++) {
    const date = daysLater(today, -ago);
    const [memory] = await listMemoriesWorthTelling(reader, date);
    if (memory && (!best || memory.worth > best.memory.worth)) best = { date, memory };
  }
  return best;
}

/** The best photos added to the album since then, without those the reader or the family hides. */
export const listBestPhotosSince = (reader: MemoryReader, since: Date, most: number): Promise<string[]> =>
  chooseBestPhotosSince(
    reader.familyId,
    since,
    Prisma.sql`EXISTS (SELECT 1 FROM (${hiddenPeople(reader)}) hidden WHERE ${withoutHidden})
      AND NOT EXISTS (SELECT 1 FROM "HiddenMemory" h WHERE h."mediaId" = m.id AND h."userId" = ${reader.userId}::uuid)`,
    most,
  );
