import { type LifePeriod, monthsOn, periodAt, periodKey, takenDay } from "@/lib/album/growing-up/age";
import { picksOf } from "@/lib/album/growing-up/limits";
import { chooseByPeriod, type MemoryCandidate } from "@/lib/album/memories/choose";
import {
  type CandidateRow,
  candidateColumns,
  candidateJoins,
  candidateOf,
  isCandidate,
} from "@/lib/album/memories/server/candidates";
import { hiddenPeople, type MemoryReader, withoutHidden } from "@/lib/album/memories/server/service";
import { queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { Cache } from "@/lib/platform/cache";
import type { YearPrecision } from "@/lib/shared/months";

/** The ids of the items that someone is in: tagged, or with a face that has their name. */
export const itemsWith = (familyId: string, memberId: string) => Prisma.sql`
  SELECT t."mediaId" FROM "MediaTag" t WHERE t."memberId" = ${memberId}::uuid AND t."familyId" = ${familyId}::uuid
  UNION
  SELECT f."mediaId" FROM "FaceGroup" g JOIN "Face" f ON f."groupId" = g.id AND f."familyId" = g."familyId"
  WHERE g."memberId" = ${memberId}::uuid AND g."familyId" = ${familyId}::uuid
  UNION
  SELECT i."mediaId" FROM "ImportedFace" i WHERE i."memberId" = ${memberId}::uuid AND i."familyId" = ${familyId}::uuid`;

/** An item that can be chosen, and when it was taken as far as that is known. */
export interface DatedCandidate extends MemoryCandidate {
  year: number;
  month: number;
  yearPrecision: YearPrecision;
}

interface DatedRow extends Omit<CandidateRow, "takenAt"> {
  takenAt: Date | null;
  year: number;
  month: number;
  yearPrecision: YearPrecision;
}

/** null if its date isn't known. If a camera's clock disagrees with the album, the album is right. */
function datedCandidate({ takenAt, ...row }: DatedRow): DatedCandidate | null {
  const taken = takenDay({ ...row, takenAt });
  if (!taken) return null;
  const moment = taken.precision === "day" && takenAt ? takenAt : new Date(`${taken.day}T12:00:00Z`);
  return candidateOf({ ...row, takenAt: moment });
}

/** As `hiddenPeople`, but without the person that the reader asks about. */
const hiddenExcept = (reader: MemoryReader, memberId: string | null) => Prisma.sql`
  SELECT NULLIF(array_remove((${hiddenPeople(reader)}), ${memberId}::uuid), ARRAY[]::uuid[]) AS ids`;

/** A reader can be shown "Media" m: it isn't a film, they haven't hidden it, and nobody in `hidden` is in it. */
const canBeShown = ({ familyId, userId }: MemoryReader) => Prisma.sql`
  ${isCandidate(familyId)} AND ${withoutHidden}
  AND NOT EXISTS (SELECT 1 FROM "HiddenMemory" h WHERE h."mediaId" = m.id AND h."userId" = ${userId}::uuid)
  AND NOT EXISTS (SELECT 1 FROM "Film" f WHERE f."mediaId" = m.id)`;

/**
 * The items of someone, or of a year, that a reader can be shown: never a film, nor anything that they or the family
 * don't want to be reminded of, unless they ask about that very person.
 * @param which a condition on "Media" m
 * @param from a FROM clause that has "Media" as m
 */
export async function readCandidates(
  reader: MemoryReader,
  which: Prisma.Sql,
  memberId: string | null,
  from = Prisma.sql`"Media" m`,
): Promise<DatedCandidate[]> {
  const rows = await queryPrepared<DatedRow>(Prisma.sql`
    WITH hidden AS MATERIALIZED (${hiddenExcept(reader, memberId)})
    SELECT m."takenAt", m.year::int AS year, m.month::int AS month, m."yearPrecision",
      ${candidateColumns(reader.familyId)}
    FROM hidden CROSS JOIN ${from} ${candidateJoins}
    WHERE ${which} AND ${canBeShown(reader)}`);
  return rows.flatMap((row) => datedCandidate(row) ?? []);
}

/**
 * The items that someone is in, as "Media" m, read one by one: otherwise PostgreSQL reads the whole album rather than
 * five thousand of its items, which takes twice as long.
 */
const eachWith = ({ familyId }: MemoryReader, memberId: string) => Prisma.sql`
  (${itemsWith(familyId, memberId)}) w CROSS JOIN LATERAL (
    SELECT * FROM "Media" one WHERE one."familyId" = ${familyId}::uuid AND one.id = w."mediaId" OFFSET 0) m`;

export const readCandidatesWith = (reader: MemoryReader, memberId: string): Promise<DatedCandidate[]> =>
  readCandidates(reader, Prisma.sql`true`, memberId, eachWith(reader, memberId));

/**
 * The item that shows who someone is: the one with the most hearts or, if none has any, the newest. Starting with the
 * hearts saves checking everything else that the person is in.
 */
export async function findCover(reader: MemoryReader, memberId: string): Promise<string | null> {
  const { familyId } = reader;
  const first = async (from: Prisma.Sql, order: Prisma.Sql) => {
    const [found] = await queryPrepared<{ id: string }>(Prisma.sql`
      WITH hidden AS MATERIALIZED (${hiddenExcept(reader, memberId)})
      SELECT m.id FROM hidden CROSS JOIN ${from}
      WHERE ${canBeShown(reader)} ORDER BY ${order} m."sortAt" DESC, m.id LIMIT 1`);
    return found?.id ?? null;
  };
  const loved = Prisma.sql`(
    SELECT h."mediaId", count(*) AS hearts FROM "Heart" h
    WHERE h."familyId" = ${familyId}::uuid AND h."mediaId" IN (${itemsWith(familyId, memberId)})
    GROUP BY h."mediaId") loved JOIN "Media" m ON m.id = loved."mediaId"`;
  return (
    (await first(loved, Prisma.sql`loved.hearts DESC,`)) ??
    (await first(eachWith(reader, memberId), Prisma.empty))
  );
}

export interface ChosenPeriod {
  period: LifePeriod;
  /** How many items it has. */
  total: number;
  /** Best first. */
  ids: string[];
}

/** The best of each period of a life, latest first. */
export function chooseOfLife(
  candidates: readonly DatedCandidate[],
  birthDate: string,
  mostOf: (period: LifePeriod) => number,
): ChosenPeriod[] {
  // Periods are used as keys, so equal ones must be the same object.
  const periods = new Map<string, LifePeriod>();
  const totals = new Map<LifePeriod, number>();
  const periodOf = new Map<string, LifePeriod>();
  for (const candidate of candidates) {
    const months = monthsOn(birthDate, candidate);
    const found = months === null ? null : periodAt(months);
    // An item known only by its year can't be placed in a month.
    if (!found || (found.unit === "month" && candidate.month === 0)) continue;
    const period = periods.get(periodKey(found)) ?? found;
    periods.set(periodKey(period), period);
    periodOf.set(candidate.id, period);
    totals.set(period, (totals.get(period) ?? 0) + 1);
  }
  const dated = candidates.filter(({ id }) => periodOf.has(id));
  const chosen = chooseByPeriod(
    dated,
    ({ id }) => periodOf.get(id) as LifePeriod,
    (period) => mostOf(period),
  );
  return chosen
    .map(({ period, picks }) => ({
      period,
      total: totals.get(period) ?? 0,
      ids: picks.map(({ id }) => id),
    }))
    .sort((one, other) => latestFirst(one.period, other.period));
}

const latestFirst = (one: LifePeriod, other: LifePeriod) =>
  one.unit === other.unit ? other.age - one.age : one.unit === "year" ? -1 : 1;

/**
 * Changes whenever the choice has to: with who is in what, what is in the album, and what is hidden from the reader.
 * Hearts, comments and dates can wait for a minute.
 */
async function choiceStamp(reader: MemoryReader, memberId: string): Promise<string> {
  const { familyId, userId } = reader;
  const [row] = await queryPrepared<{ stamp: string }>(Prisma.sql`
    SELECT md5(concat_ws(' ',
      (${hiddenPeople(reader)}),
      (SELECT array_agg(h."mediaId" ORDER BY h."mediaId") FROM "HiddenMemory" h WHERE h."userId" = ${userId}::uuid),
      (SELECT concat(count(*), ' ', max(t."createdAt")) FROM "MediaTag" t
       WHERE t."familyId" = ${familyId}::uuid
         AND (t."memberId" = ${memberId}::uuid OR t."memberId" = ANY ((${hiddenPeople(reader)})::uuid[]))),
      (SELECT count(*) FROM "FaceGroup" g JOIN "Face" f ON f."groupId" = g.id AND f."familyId" = g."familyId"
       WHERE g."memberId" = ${memberId}::uuid AND g."familyId" = ${familyId}::uuid),
      (SELECT count(*) FROM "ImportedFace" i
       WHERE i."memberId" = ${memberId}::uuid AND i."familyId" = ${familyId}::uuid),
      (SELECT array_agg((o.year, o.month, o."itemCount", o."coveredCount") ORDER BY o.year, o.month)
       FROM "MediaMonth" o WHERE o."familyId" = ${familyId}::uuid))) AS stamp`);
  return row?.stamp ?? "";
}

const minuteMs = 60_000;
const choices = new Cache<ChosenPeriod[]>({ maxItems: 200, maxAgeMs: minuteMs });

/** The best of each period of a life that a reader can be shown, latest first; cached for a minute at most. */
export async function readLife(
  reader: MemoryReader,
  { id, birthDate }: { id: string; birthDate: string },
): Promise<ChosenPeriod[]> {
  const key = `${id} ${birthDate} ${await choiceStamp(reader, id)}`;
  return choices.load(key, async () =>
    chooseOfLife(await readCandidatesWith(reader, id), birthDate, ({ unit }) => picksOf[unit]),
  );
}
