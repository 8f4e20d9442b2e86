import { type LifePeriod, monthsOn, periodAt, periodKey, takenDay } from "@/lib/album/growing-up/age";
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
import type { YearPrecision } from "@/lib/shared/months";

/** The ids of the items that someone is on: tagged, or with a face that has their name. */
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

/** Those whose date is known. Where a camera's clock says something else than the album, the album is right. */
function datedCandidate({ takenAt, ...row }: DatedRow): DatedCandidate | null {
  const taken = takenDay({ ...row, takenAt });
  if (!taken) return null;
  const moment = taken.precision === "day" && takenAt ? takenAt : new Date(`${taken.day}T12:00:00Z`);
  return candidateOf({ ...row, takenAt: moment });
}

/**
 * What a reader can be shown of someone, or of a year: never a film of it, nor what they or the family don't want to be
 * reminded of, unless they ask about that very person.
 * @param which of "Media" m
 */
export async function readCandidates(
  reader: MemoryReader,
  which: Prisma.Sql,
  memberId: string | null,
): Promise<DatedCandidate[]> {
  const { familyId, userId } = reader;
  const rows = await queryPrepared<DatedRow>(Prisma.sql`
    WITH hidden AS MATERIALIZED (
      SELECT NULLIF(array_remove((${hiddenPeople(reader)}), ${memberId}::uuid), ARRAY[]::uuid[]) AS ids)
    SELECT m."takenAt", m.year::int AS year, m.month::int AS month, m."yearPrecision", ${candidateColumns(familyId)}
    FROM hidden CROSS JOIN "Media" m ${candidateJoins}
    WHERE ${isCandidate(familyId)} AND ${which} AND ${withoutHidden}
      AND NOT EXISTS (SELECT 1 FROM "HiddenMemory" h WHERE h."mediaId" = m.id AND h."userId" = ${userId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM "Film" f WHERE f."mediaId" = m.id)`);
  return rows.flatMap((row) => datedCandidate(row) ?? []);
}

export const readCandidatesWith = (reader: MemoryReader, memberId: string): Promise<DatedCandidate[]> =>
  readCandidates(reader, Prisma.sql`m.id IN (${itemsWith(reader.familyId, memberId)})`, memberId);

export interface ChosenPeriod {
  period: LifePeriod;
  /** All items of it. */
  total: number;
  /** Best first. */
  ids: string[];
}

/** The best of each period of a life, the latest first. */
export function chooseOfLife(
  candidates: readonly DatedCandidate[],
  birthDate: string,
  mostOf: (period: LifePeriod) => number,
): ChosenPeriod[] {
  // A period is a key of the choice, so that of two equal ones there is only one.
  const periods = new Map<string, LifePeriod>();
  const totals = new Map<LifePeriod, number>();
  const periodOf = new Map<string, LifePeriod>();
  for (const candidate of candidates) {
    const months = monthsOn(birthDate, candidate);
    const found = months === null ? null : periodAt(months);
    // Of a year that is only known as such, nobody knows the month.
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
