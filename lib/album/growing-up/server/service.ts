import { dayAtMonths, formatAgeOn, periodMonths, takenDay } from "@/lib/album/growing-up/age";
import type {
  GrowingPeopleDto,
  GrowingPeriodDto,
  GrowingUpDto,
  ItemAgesDto,
} from "@/lib/album/growing-up/schema";
import { listItems } from "@/lib/album/growing-up/server/items";
import { listNotes } from "@/lib/album/growing-up/server/notes-service";
import { findCover, readLife } from "@/lib/album/growing-up/server/photos-service";
import { visibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { hiddenPeople, type MemoryReader } from "@/lib/album/memories/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { personNameOf, personNameSelect, shownPersonName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export interface GrowingPerson {
  id: string;
  displayName: string;
  /** YYYY-MM-DD */
  birthDate: string | null;
}

/** One of the family's people; null for anyone else. */
export async function findGrowingPerson(
  { familyId }: Pick<MemberActor, "familyId">,
  id: string,
): Promise<GrowingPerson | null> {
  if (!isUuid(id)) return null;
  const person = await db.familyMember.findFirst({
    where: { id, familyId },
    select: { ...personNameSelect, id: true, birthDate: true },
  });
  return (
    person && {
      id: person.id,
      displayName: personNameOf(person),
      birthDate: person.birthDate && dayOf(person.birthDate),
    }
  );
}

interface BornRow {
  id: string;
  displayName: string;
  birthDate: Date;
}

/** People with a birthday who are in a photo, youngest first; not those the reader doesn't want to be reminded of. */
export const listBorn = (reader: MemoryReader, exceptId: string | null): Promise<BornRow[]> =>
  db.$queryRaw<BornRow[]>`
    WITH hidden AS (${hiddenPeople(reader)})
    SELECT p.id, ${shownPersonName} AS "displayName", p."birthDate" FROM hidden, "FamilyMember" p
    WHERE p."familyId" = ${reader.familyId}::uuid AND p."birthDate" IS NOT NULL AND p.id IS DISTINCT FROM ${exceptId}::uuid
      AND (hidden.ids IS NULL OR p.id <> ALL(hidden.ids))
      AND (EXISTS (SELECT 1 FROM "MediaTag" t JOIN "Media" m ON m.id = t."mediaId"
             WHERE t."memberId" = p.id AND ${visibleMediaSql(reader)})
        OR EXISTS (SELECT 1 FROM "FaceGroup" g JOIN "Face" f ON f."groupId" = g.id JOIN "Media" m ON m.id = f."mediaId"
             WHERE g."memberId" = p.id AND ${visibleMediaSql(reader)})
        OR EXISTS (SELECT 1 FROM "ImportedFace" i JOIN "Media" m ON m.id = i."mediaId"
             WHERE i."memberId" = p.id AND ${visibleMediaSql(reader)}))
    ORDER BY p."birthDate" DESC, p.id`;

async function listPeriods(
  reader: MemoryReader,
  { id, birthDate }: GrowingPerson,
): Promise<GrowingPeriodDto[]> {
  if (!birthDate) return [];
  const chosen = await readLife(reader, { id, birthDate });
  const items = await listItems(
    reader,
    chosen.flatMap(({ ids }) => ids),
  );
  return chosen.map(({ period, total, ids }) => ({
    ...period,
    from: dayAtMonths(birthDate, periodMonths(period)),
    total,
    best: ids[0] ?? null,
    items: ids
      .flatMap((itemId) => items.get(itemId) ?? [])
      .map((item) => ({ ...item, age: formatAgeOn(birthDate, item) ?? "" }))
      .sort((one, other) => takenOrder(one).localeCompare(takenOrder(other)) || (one.id < other.id ? -1 : 1)),
  }));
}

const takenOrder = (item: Parameters<typeof takenDay>[0]) =>
  `${takenDay(item)?.day ?? ""} ${item.takenAt?.toString() ?? ""}`;

/** How someone in the family grew up: the best photos of each period of their life, and notes. @throws AppError 404 */
export async function getGrowingUp(actor: MemberActor, id: string): Promise<GrowingUpDto> {
  const person = await findGrowingPerson(actor, id);
  if (!person) throw notFound();
  const [periods, notes, others] = await Promise.all([
    listPeriods(actor, person),
    listNotes(actor, Prisma.sql`n."memberId" = ${person.id}::uuid`),
    listBorn(actor, person.id),
  ]);
  return {
    person,
    periods,
    notes,
    others: others.map(({ id: otherId, displayName }) => ({ id: otherId, displayName })),
    canWrite: !actor.isChild,
  };
}

/** Everyone in the family who has a growing-up page, youngest first. */
export async function listGrowingPeople(actor: MemberActor): Promise<GrowingPeopleDto> {
  const born = await listBorn(actor, null);
  const covers: (string | null)[] = [];
  // One after another: all at once would take every connection of the process in a large family.
  for (const { id } of born) covers.push(await findCover(actor, id));
  const items = await listItems(
    actor,
    covers.flatMap((cover) => cover ?? []),
  );
  return born.map(({ birthDate, ...person }, at) => ({
    ...person,
    birthDate: dayOf(birthDate),
    cover: items.get(covers[at] ?? "") ?? null,
  }));
}

interface OnItemRow {
  id: string;
  displayName: string;
  birthDate: Date;
}

/** How old the people in an item are, and its notes. @throws AppError 404 */
export async function getItemAges(actor: MemberActor, mediaId: string): Promise<ItemAgesDto> {
  const { familyId } = actor;
  const item = await db.media.findFirst({
    where: { id: mediaId, ...visibleMedia(actor) },
    select: { takenAt: true, year: true, month: true, yearPrecision: true },
  });
  if (!item) throw notFound();
  const [people, notes] = await Promise.all([
    db.$queryRaw<OnItemRow[]>`
      SELECT p.id, ${shownPersonName} AS "displayName", p."birthDate" FROM "FamilyMember" p
      WHERE p."familyId" = ${familyId}::uuid AND p."birthDate" IS NOT NULL AND (
        EXISTS (SELECT 1 FROM "MediaTag" t WHERE t."mediaId" = ${mediaId}::uuid AND t."memberId" = p.id)
        OR EXISTS (SELECT 1 FROM "Face" f JOIN "FaceGroup" g ON g.id = f."groupId"
          WHERE f."mediaId" = ${mediaId}::uuid AND g."memberId" = p.id)
        OR EXISTS (SELECT 1 FROM "ImportedFace" i WHERE i."mediaId" = ${mediaId}::uuid AND i."memberId" = p.id))
      ORDER BY p."birthDate" DESC, p.id`,
    listNotes(actor, Prisma.sql`n."mediaId" = ${mediaId}::uuid`),
  ]);
  const taken = takenDay(item);
  return {
    people: people.map(({ birthDate, ...person }) => ({
      ...person,
      age: formatAgeOn(dayOf(birthDate), item),
    })),
    day: taken?.precision === "day" ? taken.day : null,
    notes,
    canWrite: !actor.isChild,
  };
}
