import { fewestPictures, mostPictures } from "@/lib/album/films/limits";
import type { FilmPicture, FilmProposalDto, FilmSubject } from "@/lib/album/films/schema";
import { dayAtMonths, formatAgeOn, monthsOn, takenDay } from "@/lib/album/growing-up/age";
import { listItems } from "@/lib/album/growing-up/server/items";
import {
  type DatedCandidate,
  itemsWith,
  readCandidates,
  readCandidatesWith,
} from "@/lib/album/growing-up/server/photos-service";
import { findGrowingPerson, type GrowingPerson, listBorn } from "@/lib/album/growing-up/server/service";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { chooseByPeriod } from "@/lib/album/memories/choose";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireGrownUp } from "@/lib/core/auth/server/grown-ups";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { AppError, notFound } from "@/lib/http/errors";
import { comingBirthday } from "@/lib/shared/next-birthday";

/** Photos per month in a film about one year, and how many others are offered. */
const ofMonth = 4;
const alsoOfMonth = 8;
/** Others offered per month of a whole life. */
const alsoOfLife = 3;
const maxMore = 300;

const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });

/** The caption of a picture in a film: someone's age, or the month. */
export function captionOf(
  { kind }: Pick<FilmSubject, "kind">,
  birthDate: string | null,
  item: Pick<MediaItemDto, "takenAt" | "year" | "month" | "yearPrecision">,
): string {
  if (kind === "growing") return (birthDate && formatAgeOn(birthDate, item)) ?? "";
  return item.month > 0 ? monthName.format(new Date(Date.UTC(item.year, item.month - 1, 1))) : "";
}

/** The person a film is about; null for the family. @throws AppError 404, 422 without a birthday */
export async function requireSubject(
  actor: Pick<MemberActor, "familyId">,
  { memberId }: Pick<FilmSubject, "memberId">,
): Promise<(GrowingPerson & { birthDate: string }) | null> {
  if (memberId === null) return null;
  const person = await findGrowingPerson(actor, memberId);
  if (!person) throw notFound();
  const { birthDate } = person;
  if (!birthDate) {
    throw new AppError("no_birthday", 422, "Please add their birthday first.", { field: "memberId" });
  }
  return { ...person, birthDate };
}

/** The year of someone's life that ends when they reach an age. */
const yearOfLife = (birthDate: string, age: number) => ({
  from: dayAtMonths(birthDate, (age - 1) * 12),
  to: dayAtMonths(birthDate, age * 12),
});

const isWithin = (candidate: DatedCandidate, from: string, to: string) => {
  const day = takenDay(candidate)?.day ?? "";
  return day >= from && day < to;
};

interface Choice {
  ids: string[];
  more: string[];
}

/** The best of each period, and others that could replace them. */
function choose<Period>(
  candidates: readonly DatedCandidate[],
  periodOf: (candidate: DatedCandidate) => Period,
  each: number,
  also: number,
): Choice {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const chosen = chooseByPeriod(candidates, periodOf, () => each + also);
  const inOrder = (ids: string[]) =>
    ids.sort(
      (one, other) =>
        (byId.get(one)?.takenAt.getTime() ?? 0) - (byId.get(other)?.takenAt.getTime() ?? 0) ||
        (one < other ? -1 : 1),
    );
  return {
    ids: inOrder(chosen.flatMap(({ picks }) => picks.slice(0, each).map(({ id }) => id))),
    more: inOrder(chosen.flatMap(({ picks }) => picks.slice(each).map(({ id }) => id))),
  };
}

/** Thins evenly, so that a long life isn't cut off. */
function thinned(ids: readonly string[], most: number): string[] {
  const step = Math.max(1, ids.length / most);
  return ids.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function chooseFor(
  actor: MemberActor,
  film: FilmSubject,
  person: (GrowingPerson & { birthDate: string }) | null,
): Promise<Choice> {
  if (!person) {
    const candidates = await readCandidates(
      actor,
      Prisma.sql`m.year = ${film.year}::int AND m.month > 0`,
      null,
    );
    return choose(candidates, ({ month }) => month, ofMonth, alsoOfMonth);
  }
  const { birthDate } = person;
  const born = (await readCandidatesWith(actor, person.id)).filter(
    (candidate) => candidate.month > 0 && monthsOn(birthDate, candidate) !== null,
  );
  if (film.kind === "growing") {
    return choose(born, (candidate) => monthsOn(birthDate, candidate), 1, alsoOfLife);
  }
  const { from, to } = yearOfLife(birthDate, film.year ?? 1);
  const within = born.filter((candidate) => isWithin(candidate, from, to));
  return choose(within, ({ year, month }) => year * 12 + month, ofMonth, alsoOfMonth);
}

/** A title to start with. */
function titleOf({ kind, year }: FilmSubject, person: GrowingPerson | null): string {
  if (!person) return `Our ${year}`;
  const name = person.displayName.slice(0, 40);
  if (kind === "growing") return `${name}, growing up`;
  return year === 1 ? `${name}'s first year` : `${name}, from ${(year ?? 1) - 1} to ${year}`;
}

/** Proposes a film: its photos, and others that could be in it. @throws AppError 403 for a child, 404, 422 */
export async function proposeFilm(actor: MemberActor, film: FilmSubject): Promise<FilmProposalDto> {
  requireGrownUp(actor);
  const person = await requireSubject(actor, film);
  const choice = await chooseFor(actor, film, person);
  const ids = thinned(choice.ids, mostPictures);
  const more = thinned(choice.more, maxMore);
  const items = await listItems(actor, [...ids, ...more]);
  const shown = (wanted: readonly string[]): FilmPicture[] =>
    wanted.flatMap((id) => {
      const item = items.get(id);
      return item ? [{ ...item, caption: captionOf(film, person?.birthDate ?? null, item) }] : [];
    });
  return { ...film, title: titleOf(film, person), pictures: shown(ids), more: shown(more) };
}

/** A film to suggest on this day. */
export interface TimelyFilm extends FilmSubject {
  /** "Our 2026", "Mia, from 2 to 3" */
  title: string;
  /** The person's birthday, or the year's end. */
  reason: string;
}

/** Days before and after a birthday. */
const birthdayDays = 7;
/** From 27 December until 14 January. */
function endingYear(today: string): number | null {
  const [year, day] = [Number(today.slice(0, 4)), today.slice(5)];
  if (day >= "12-27") return year;
  return day <= "01-14" ? year - 1 : null;
}

async function hasEnough(actor: MemberActor, which: Prisma.Sql): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Media" m WHERE ${visibleMediaSql(actor)} AND m.derivatives = 'ready' AND ${which}
    LIMIT ${fewestPictures}`;
  return rows.length >= fewestPictures;
}

/** Filed within a year of a life: comparing months is enough to know that there is something. */
const filedWithin = (from: string, to: string) => {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return Prisma.sql`m.month > 0 AND m.year * 12 + m.month BETWEEN ${monthOf(from)}::int AND ${monthOf(to)}::int`;
};

/**
 * The films to suggest on this day: of the year around its end, and of someone's year around their birthday. None for
 * children, who can't make films.
 * @param today YYYY-MM-DD on the reader's calendar
 */
export async function listTimelyFilms(actor: MemberActor, today: string): Promise<TimelyFilm[]> {
  if (actor.isChild) return [];
  const { familyId } = actor;
  const films: TimelyFilm[] = [];
  const year = endingYear(today);
  if (year !== null && (await hasEnough(actor, Prisma.sql`m.year = ${year}::int AND m.month > 0`))) {
    const film = { kind: "year" as const, memberId: null, year };
    films.push({ ...film, title: titleOf(film, null), reason: `${year} in photos` });
  }
  const born = await db.familyMember.findMany({
    where: { familyId, birthDate: { not: null }, leftOutOfMemories: false },
    select: { id: true, birthDate: true },
    orderBy: { id: "asc" },
  });
  for (const { id, birthDate } of born) {
    const bornOn = birthDate?.toISOString().slice(0, 10) ?? "";
    const age = nearAge(bornOn, today);
    const person = age === null ? null : await findGrowingPerson(actor, id);
    if (age === null || !person) continue;
    const { from, to } = yearOfLife(bornOn, age);
    const which = Prisma.sql`${filedWithin(from, to)} AND m.id IN (${itemsWith(familyId, id)})`;
    if (!(await hasEnough(actor, which))) continue;
    const film = { kind: "birthday" as const, memberId: id, year: age };
    const passed = to <= today;
    const reason = `${person.displayName} ${to === today ? "is" : passed ? "turned" : "turns"} ${age}`;
    films.push({ ...film, title: titleOf(film, person), reason: to === today ? `${reason} today` : reason });
  }
  return films;
}

/** The age that someone will reach within a week, or reached in the past week; null otherwise. */
function nearAge(birthDate: string, today: string): number | null {
  const { inDays, turning } = comingBirthday(birthDate, today);
  if (inDays <= birthdayDays) return turning >= 1 ? turning : null;
  // Days since the last birthday, a year before the next one.
  const sinceLast = (Date.parse(today) - Date.parse(dayAtMonths(birthDate, (turning - 1) * 12))) / 86_400_000;
  return turning > 1 && sinceLast <= birthdayDays ? turning - 1 : null;
}

/** A film that can be made. */
export interface FilmChoice extends FilmSubject {
  title: string;
  lead: string;
}

/** How many of the latest years with photos are offered. */
const yearsOffered = 3;

/** Every film that can be made, the timely ones first. @param today as above */
export async function listFilmChoices(actor: MemberActor, today: string): Promise<FilmChoice[]> {
  const [timely, people, years] = await Promise.all([
    listTimelyFilms(actor, today),
    listBorn(actor, null),
    db.$queryRaw<{ year: number }[]>`
      SELECT year::int AS year FROM "MediaMonth"
      WHERE "familyId" = ${actor.familyId}::uuid AND month > 0 AND "itemCount" > 0
      GROUP BY year HAVING sum("itemCount") >= ${fewestPictures} ORDER BY year DESC LIMIT ${yearsOffered}`,
  ]);
  const choices = [
    ...timely.map(({ reason, ...film }) => ({ ...film, lead: reason })),
    ...people.map(({ id, displayName }) => ({
      ...{ kind: "growing" as const, memberId: id, year: null },
      title: `${displayName}, growing up`,
      lead: "A second for every month",
    })),
    ...years.map(({ year }) => ({
      ...{ kind: "year" as const, memberId: null, year },
      title: `Our ${year}`,
      lead: "The best of each month",
    })),
  ];
  const keyOf = ({ kind, memberId, year }: FilmSubject) => `${kind} ${memberId} ${year}`;
  return [...new Map(choices.toReversed().map((choice) => [keyOf(choice), choice])).values()].reverse();
}
