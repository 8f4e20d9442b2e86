import { maxChosenPhotos, monthsAYear, proposedPhotos } from "@/lib/album/books/limits";
import { type ProposedPhoto, proposeCalendar, proposePages, shareAmong } from "@/lib/album/books/proposal";
import type { BookPage, BookSource, CreateBookInput } from "@/lib/album/books/schema";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { chooseBest, type MemoryCandidate } from "@/lib/album/memories/choose";
import { readCandidates, withoutLeftOut, withoutLeftOutFaces } from "@/lib/album/memories/server/candidates";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownPersonName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { AppError, notFound } from "@/lib/http/errors";
import { formatMonth, monthName } from "@/lib/shared/months";
import { isUuid } from "@/lib/shared/uuid";

export interface Proposal {
  title: string;
  subtitle: string;
  year: number | null;
  coverId: string | null;
  pages: BookPage[];
}

interface Source {
  title: string;
  /** A condition on "Media" m. */
  which: Prisma.Sql;
  /** All photos are wanted, unless there are too many. */
  isChosen: boolean;
}

/** Without the people whom the family leaves out of its memories. */
const ofEveryone = Prisma.sql`${withoutLeftOut} AND ${withoutLeftOutFaces}`;

async function sourceOf({ familyId }: MemberActor, source: BookSource): Promise<Source> {
  const { year, month, albumId, memberId, mediaIds } = source;
  if (year !== undefined) {
    const ofMonth = month === undefined ? Prisma.sql`true` : Prisma.sql`m.month = ${month}::int`;
    return {
      title: month === undefined ? String(year) : formatMonth({ year, month }),
      which: Prisma.sql`m.year = ${year}::int AND ${ofMonth} AND m."yearPrecision" = 'exact' AND ${ofEveryone}`,
      isChosen: false,
    };
  }
  if (albumId !== undefined) {
    const album = isUuid(albumId)
      ? await db.album.findFirst({ where: { id: albumId, familyId }, select: { id: true, title: true } })
      : null;
    if (!album) throw notFound();
    const which = Prisma.sql`EXISTS (SELECT 1 FROM "AlbumItem" i
      WHERE i."albumId" = ${album.id}::uuid AND i."mediaId" = m.id AND i."isShown")`;
    return { title: album.title, which, isChosen: true };
  }
  if (memberId !== undefined) {
    const [person] = isUuid(memberId)
      ? await db.$queryRaw<{ name: string }[]>`
          SELECT ${shownPersonName} AS name FROM "FamilyMember" p
          WHERE p.id = ${memberId}::uuid AND p."familyId" = ${familyId}::uuid`
      : [];
    if (!person) throw notFound();
    const which = Prisma.sql`(
      EXISTS (SELECT 1 FROM "MediaTag" t WHERE t."mediaId" = m.id AND t."memberId" = ${memberId}::uuid)
      OR EXISTS (SELECT 1 FROM "Face" f JOIN "FaceGroup" g ON g.id = f."groupId"
        WHERE f."mediaId" = m.id AND g."memberId" = ${memberId}::uuid))`;
    return { title: person.name, which, isChosen: false };
  }
  const ids = [...new Set(mediaIds ?? [])];
  if (!ids.every(isUuid)) throw notFound();
  const found = await db.media.count({ where: { id: { in: ids }, familyId, deletedAt: null } });
  if (found < ids.length) throw notFound();
  return { title: "Our photos", which: Prisma.sql`m.id = ANY(${ids}::uuid[])`, isChosen: true };
}

interface FiledPhoto {
  id: string;
  year: number;
  month: number;
  sortAt: Date;
  description: string;
  isLandscape: boolean;
}

/** Where photos are filed, in order, and their descriptions. */
const readFiled = (familyId: string, ids: readonly string[]): Promise<FiledPhoto[]> =>
  db.$queryRaw<FiledPhoto[]>`
    SELECT m.id, m.year::int AS year, m.month::int AS month, m."sortAt", m.description,
      COALESCE(m.width >= m.height, false) AS "isLandscape"
    FROM "Media" m WHERE ${visibleMediaSql({ familyId })} AND m.id = ANY(${[...ids]}::uuid[])
    ORDER BY m.year, m.month, m."sortAt", m.id`;

const photosOnly = Prisma.sql`m."mediaType" = 'image' AND m.width > 0 AND m.height > 0`;

interface Chosen {
  photos: FiledPhoto[];
  worthOf: ReadonlyMap<string, number>;
}

/** The best of each month, up to a total limit. */
async function choose(
  familyId: string,
  candidates: readonly MemoryCandidate[],
  isChosen: boolean,
): Promise<Chosen> {
  const filed = await readFiled(
    familyId,
    candidates.map(({ id }) => id),
  );
  const keepsAll = isChosen && filed.length <= maxChosenPhotos;
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const months = [...Map.groupBy(filed, ({ year, month }) => year * 100 + month).values()].map((ofMonth) =>
    chooseBest(
      ofMonth.flatMap(({ id }) => byId.get(id) ?? []),
      Math.min(ofMonth.length, proposedPhotos),
    ),
  );
  const shares = shareAmong(
    months.map(({ length }) => length),
    proposedPhotos,
  );
  const picked = months.flatMap((best, at) => best.slice(0, shares[at]));
  const worthOf = new Map(months.flat().map(({ id, worth }) => [id, worth]));
  const pickedIds = new Set(picked.map(({ id }) => id));
  if (keepsAll) return { photos: filed, worthOf };
  // Photos that can't be judged, such as ones uploaded a moment ago, are better than no book.
  if (picked.length === 0) return { photos: filed.slice(0, proposedPhotos), worthOf };
  return { photos: filed.filter(({ id }) => pickedIds.has(id)), worthOf };
}

const noPhotos = (field: string) =>
  new AppError("no_photos", 422, "There are no photos in it yet that could be printed.", { field });

function groupsOf(photos: readonly FiledPhoto[]): (photo: FiledPhoto) => string {
  const years = new Set(photos.map(({ year }) => year));
  if (years.size > 2) return ({ year }) => String(year);
  if (years.size > 1) return ({ year, month }) => (month === 0 ? String(year) : formatMonth({ year, month }));
  return ({ year, month }) => (month === 0 ? String(year) : monthName(month));
}

const bestOf = (
  photos: readonly FiledPhoto[],
  worthOf: ReadonlyMap<string, number>,
): FiledPhoto | undefined =>
  photos.reduce<FiledPhoto | undefined>((best, photo) => {
    const worth = worthOf.get(photo.id) ?? 0;
    return best && (worthOf.get(best.id) ?? 0) >= worth ? best : photo;
  }, undefined);

/** A month's photo, from the latest year that has one; landscape is preferred, as it fills a page's width. */
function photoOfMonth(month: number, { photos, worthOf }: Chosen): string | null {
  const ofMonth = photos.filter((photo) => photo.month === month);
  const lastYear = Math.max(...ofMonth.map(({ year }) => year));
  const latest = ofMonth.filter(({ year }) => year === lastYear);
  const wide = latest.filter(({ isLandscape }) => isLandscape);
  return bestOf(wide.length > 0 ? wide : latest, worthOf)?.id ?? null;
}

/** How many earlier years a calendar takes photos from. */
const calendarYears = 3;

async function proposeCalendarOf(familyId: string, year: number): Promise<Omit<Proposal, "subtitle">> {
  const which = Prisma.sql`${photosOnly} AND m.year >= ${year - calendarYears}::int AND m.year <= ${year}::int
    AND m.month > 0 AND m."yearPrecision" = 'exact' AND ${ofEveryone}`;
  const chosen = await choose(familyId, await readCandidates(db, familyId, which), false);
  const months = Array.from({ length: monthsAYear }, (_, at) => photoOfMonth(at + 1, chosen));
  const used = new Set(months.filter((id) => id !== null));
  const others = chosen.photos.filter(({ id }) => !used.has(id));
  const spare = [...others].sort((a, b) => (chosen.worthOf.get(b.id) ?? 0) - (chosen.worthOf.get(a.id) ?? 0));
  const coverId = spare.shift()?.id ?? months.find((id) => id !== null) ?? null;
  if (coverId === null) throw noPhotos("source.year");
  // Months without a photo get one from another month.
  const filled = months.map((id) => id ?? spare.shift()?.id ?? null);
  return { title: String(year), year, coverId, pages: proposeCalendar(filled) };
}

/**
 * Proposes a book or calendar: its photos are chosen like memories, spread over the months, and laid out by rule.
 * @throws AppError 404, 422 no_photos
 */
export async function propose(actor: MemberActor, { kind, source }: CreateBookInput): Promise<Proposal> {
  const { familyId } = actor;
  const { name: subtitle } = await db.family.findUniqueOrThrow({
    where: { id: familyId },
    select: { name: true },
  });
  if (kind === "calendar") return { ...(await proposeCalendarOf(familyId, source.year ?? 0)), subtitle };
  const { title, which, isChosen } = await sourceOf(actor, source);
  const candidates = await readCandidates(db, familyId, Prisma.sql`${photosOnly} AND ${which}`);
  const { photos, worthOf } = await choose(familyId, candidates, isChosen);
  if (photos.length === 0) throw noPhotos("source");
  const groupOf = groupsOf(photos);
  const proposed = photos.map(
    (photo): ProposedPhoto => ({ ...photo, group: groupOf(photo), worth: worthOf.get(photo.id) ?? 0 }),
  );
  return {
    title,
    subtitle,
    year: source.year ?? null,
    coverId: bestOf(photos, worthOf)?.id ?? null,
    pages: proposePages(proposed),
  };
}
