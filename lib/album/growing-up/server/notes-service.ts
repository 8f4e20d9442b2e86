import { formatAge, monthsOld } from "@/lib/album/growing-up/age";
import { maxFirstLength, maxNotes, type NoteKind } from "@/lib/album/growing-up/limits";
import type { CreateNoteInput, GrowingNoteDto, UpdateNoteInput } from "@/lib/album/growing-up/schema";
import { listItems } from "@/lib/album/growing-up/server/items";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireGrownUp } from "@/lib/core/auth/server/grown-ups";
import { may } from "@/lib/core/auth/server/permissions";
import { shownName, shownPersonName } from "@/lib/core/names/server/display-name";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { AppError, badInput, forbidden, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

interface NoteRow {
  id: string;
  memberId: string;
  displayName: string;
  birthDate: Date | null;
  kind: NoteKind;
  day: Date;
  text: string;
  heightMm: number | null;
  mediaId: string | null;
  createdById: string | null;
  by: string | null;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

function ageOn(birthDate: Date | null, day: Date): string | null {
  const months = birthDate && monthsOld(dayOf(birthDate), dayOf(day));
  return months === null || months < 0 ? null : formatAge(months);
}

/** Its author and admins. Children can only read. */
const mayEdit = (actor: MemberActor, createdById: string | null) =>
  !actor.isChild && (createdById === actor.userId || may(actor, "media.editAny"));

/** The family's notes, earliest first. @param which a condition on "GrowingNote" n */
export async function listNotes(
  actor: MemberActor,
  which: Sql.Sql,
  client: Prisma.TransactionClient = db,
): Promise<GrowingNoteDto[]> {
  const { familyId } = actor;
  const rows = await client.$queryRaw<NoteRow[]>`
    SELECT n.id, n."memberId", who.name AS "displayName", who."birthDate", n.kind::text AS kind, n.day, n.text, n."heightMm",
      n."mediaId", n."createdById",
      (SELECT ${shownName} FROM "User" u
         LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = n."familyId"
         WHERE u.id = n."createdById") AS by
    FROM "GrowingNote" n
    CROSS JOIN LATERAL (
      SELECT ${shownPersonName} AS name, p."birthDate" FROM "FamilyMember" p
      WHERE p.id = n."memberId" AND p."familyId" = n."familyId") who
    WHERE n."familyId" = ${familyId}::uuid AND ${which}
    ORDER BY n.day, n."createdAt", n.id`;
  const items = await listItems(
    actor,
    rows.flatMap(({ mediaId }) => mediaId ?? []),
    client,
  );
  return rows.map(({ birthDate, day, heightMm, mediaId, createdById, ...note }) => ({
    ...note,
    day: dayOf(day),
    age: ageOn(birthDate, day),
    heightCm: heightMm === null ? null : heightMm / 10,
    item: (mediaId && items.get(mediaId)) || null,
    canEdit: mayEdit(actor, createdById),
  }));
}

async function requireNote(
  actor: MemberActor,
  id: string,
  client: Prisma.TransactionClient,
): Promise<GrowingNoteDto> {
  const [note] = await listNotes(actor, Sql.sql`n.id = ${id}::uuid`, client);
  if (!note) throw notFound();
  return note;
}

/** @throws AppError 422 for a day before someone was born */
function requireBorn(birthDate: Date | null, day: string): void {
  if (!birthDate || day >= dayOf(birthDate)) return;
  throw new AppError("before_birth", 422, "This day is before their birthday.", { field: "day" });
}

/** @throws AppError 404 for an item that the family can't see */
async function requirePhoto(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  mediaId: string | null,
): Promise<void> {
  if (mediaId === null) return;
  const photo = isUuid(mediaId)
    ? await client.media.findFirst({ where: { id: mediaId, ...visibleMedia(actor) }, select: { id: true } })
    : null;
  if (!photo) throw notFound();
}

/** Adds a note about one of the family's people. @throws AppError 403 for a child, 404, 422 */
export async function createNote(
  actor: MemberActor,
  memberId: string,
  input: CreateNoteInput,
): Promise<GrowingNoteDto> {
  requireGrownUp(actor);
  if (!isUuid(memberId)) throw notFound();
  const { familyId, userId } = actor;
  const { kind, day } = input;
  const text = input.kind === "height" ? "" : input.text;
  const mediaId = input.kind === "height" ? null : input.mediaId;
  return db.$transaction(async (client) => {
    const person = await client.familyMember.findFirst({
      where: { id: memberId, familyId },
      select: { birthDate: true },
    });
    if (!person) throw notFound();
    await requirePhoto(client, actor, mediaId);
    requireBorn(person.birthDate, day);
    if ((await client.growingNote.count({ where: { memberId, familyId } })) >= maxNotes) {
      throw new AppError("too_many_notes", 422, `There can be at most ${maxNotes} notes about someone.`);
    }
    const heightMm = input.kind === "height" ? Math.round(input.heightCm * 10) : null;
    const { id } = await client.growingNote.create({
      data: { familyId, memberId, kind, day: asDate(day), text, heightMm, mediaId, createdById: userId },
      select: { id: true },
    });
    return requireNote(actor, id, client);
  });
}

/** @throws AppError 400 for a height with text, or a text with a height */
function requireFitting(kind: NoteKind, { text, heightCm }: UpdateNoteInput): void {
  if (kind === "height" && text !== undefined) throw badInput("text", "A height has no words.");
  if (kind !== "height" && heightCm !== undefined)
    throw badInput("heightCm", "Only a height has centimetres.");
  if (kind === "first" && text !== undefined && (text.length > maxFirstLength || text.includes("\n"))) {
    throw badInput("text", `Please say what it was, in up to ${maxFirstLength} letters`);
  }
}

/** A note that this person may change. @throws AppError 403 for someone else's, 404 */
async function requireOwnNote(client: Prisma.TransactionClient, actor: MemberActor, id: string) {
  const note = await client.growingNote.findFirst({
    where: { id, familyId: actor.familyId },
    select: { kind: true, createdById: true, member: { select: { birthDate: true } } },
  });
  if (!note) throw notFound();
  if (!mayEdit(actor, note.createdById)) {
    throw forbidden("Only its author or an admin can change this.");
  }
  return note;
}

/** Changes the given fields; the rest stay. @throws AppError 400, 403, 404, 422 */
export async function updateNote(
  actor: MemberActor,
  id: string,
  change: UpdateNoteInput,
): Promise<GrowingNoteDto> {
  requireGrownUp(actor);
  if (!isUuid(id)) throw notFound();
  const { day, text, heightCm } = change;
  return db.$transaction(async (client) => {
    const note = await requireOwnNote(client, actor, id);
    requireFitting(note.kind, change);
    if (day !== undefined) requireBorn(note.member.birthDate, day);
    await client.growingNote.updateMany({
      where: { id, familyId: actor.familyId },
      data: {
        editedAt: new Date(),
        ...(day === undefined ? {} : { day: asDate(day) }),
        ...(text === undefined ? {} : { text }),
        ...(heightCm === undefined ? {} : { heightMm: Math.round(heightCm * 10) }),
      },
    });
    return requireNote(actor, id, client);
  });
}

/** Permanently deletes a note; for its author or an admin. @throws AppError 403, 404 */
export async function deleteNote(actor: MemberActor, id: string): Promise<void> {
  requireGrownUp(actor);
  if (!isUuid(id)) throw notFound();
  await db.$transaction(async (client) => {
    await requireOwnNote(client, actor, id);
    await client.growingNote.deleteMany({ where: { id, familyId: actor.familyId } });
  });
}

/** Two entries become one person, who gets the notes about both. */
export async function passOnNotes(
  client: Prisma.TransactionClient,
  formerId: string,
  memberId: string,
): Promise<void> {
  await client.growingNote.updateMany({ where: { memberId: formerId }, data: { memberId } });
}
