import { randomUUID } from "node:crypto";
import { filmKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import type { FilmKind, FilmState, GrowingNoteKind } from "@/lib/generated/prisma/enums";
import { getStorage } from "@/lib/platform/storage/storage";
import { isUuid } from "@/lib/shared/uuid";
import { call } from "@/tests/support/call";
import { storeFamilyMember } from "@/tests/support/faces";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { clipBytes } from "@/tests/support/pictures";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

type Owner = Pick<FamilyPerson, "familyId" | "userId">;

/** A person without an account, with a birthday. @param birthDate YYYY-MM-DD */
export async function storeBorn(
  { familyId }: Pick<FamilyPerson, "familyId">,
  birthDate: string,
  name = "Mia",
): Promise<string> {
  const id = await storeFamilyMember(familyId, name);
  await db.familyMember.updateMany({ where: { id, familyId }, data: { birthDate: new Date(birthDate) } });
  return id;
}

interface NoteValues {
  memberId?: string;
  kind?: GrowingNoteKind;
  day?: string;
  text?: string;
  heightMm?: number | null;
  mediaId?: string | null;
  createdAt?: Date;
}

/** A note by this person. */
export async function storeNote({ familyId, userId }: Owner, values: NoteValues = {}): Promise<string> {
  const { day = "2024-05-06", memberId = await storeBorn({ familyId }, "2023-05-06"), ...others } = values;
  const note = { kind: "first" as const, text: "First steps", ...others };
  const { id } = await db.growingNote.create({
    data: { familyId, createdById: userId, memberId, day: new Date(day), ...note },
    select: { id: true },
  });
  return id;
}

interface FilmValues {
  kind?: FilmKind;
  memberId?: string | null;
  year?: number | null;
  title?: string;
  mediaIds?: string[];
  state?: FilmState;
  hasFile?: boolean;
}

/** A finished film by this person. */
export async function storeFilm({ familyId, userId }: Owner, values: FilmValues = {}): Promise<string> {
  const { hasFile = true, ...others } = values;
  const content = clipBytes(200);
  const film = {
    kind: "year" as const,
    year: 2025,
    title: "Our 2025",
    mediaIds: [],
    state: "ready" as const,
  };
  const { id } = await db.film.create({
    data: { familyId, madeById: userId, bytes: content.length, readyAt: new Date(), ...film, ...others },
    select: { id: true },
  });
  if (hasFile) await getStorage().replace(filmKey(familyId, id), content);
  return id;
}

const born = (owner: FamilyPerson) => storeBorn(owner, "2023-05-06");
const item = async (owner: FamilyPerson) => (await storeMedia(owner, { hasFiles: false })).id;
const film = (owner: FamilyPerson) => storeFilm(owner);
/** An item and another one of the same family, which then has no film in the making. */
async function twoItems(mediaId: string): Promise<string[]> {
  const found = isUuid(mediaId) ? await db.media.findUnique({ where: { id: mediaId } }) : null;
  if (!found) return [mediaId, randomUUID()];
  const { familyId, uploaderId } = found;
  await db.film.deleteMany({ where: { familyId, state: "making" } });
  const owner = { familyId, userId: uploaderId ?? "" } as FamilyPerson;
  return [mediaId, (await storeMedia(owner, { hasFiles: false })).id];
}

/** Valid requests for the calls about growing up, and about films. */
export const growingCalls: Record<string, SampleCall> = {
  "GET /api/growing-up": { request: () => ({ path: "/api/growing-up" }), status: 200 },
  "GET /api/growing-up/{id}": {
    target: born,
    request: (id) => ({ path: `/api/growing-up/${at(id)}` }),
    status: 200,
  },
  "POST /api/growing-up/{id}/notes": {
    target: born,
    request: (id) => ({
      path: `/api/growing-up/${at(id)}/notes`,
      json: { kind: "first", day: "2024-05-06", text: "First steps", mediaId: null },
    }),
    status: 201,
  },
  "PATCH /api/growing-notes/{id}": {
    target: (owner) => storeNote(owner),
    request: (id) => ({ path: `/api/growing-notes/${at(id)}`, json: { text: "First real steps" } }),
    status: 200,
  },
  "DELETE /api/growing-notes/{id}": {
    target: (owner) => storeNote(owner),
    request: (id) => ({ path: `/api/growing-notes/${at(id)}` }),
    status: 204,
  },
  "GET /api/media/{id}/growing-up": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/growing-up` }),
    status: 200,
  },
  "GET /api/films": { request: () => ({ path: "/api/films" }), status: 200 },
  "POST /api/films": {
    target: item,
    request: async (id) => ({
      path: "/api/films",
      json: { kind: "year", memberId: null, year: 2025, title: "Our 2025", mediaIds: await twoItems(id) },
    }),
    status: 201,
  },
  "GET /api/films/proposal": {
    target: born,
    request: (id) => ({ path: `/api/films/proposal?kind=growing&memberId=${at(id)}` }),
    status: 200,
  },
  "GET /api/films/{id}": {
    target: film,
    request: (id) => ({ path: `/api/films/${at(id)}` }),
    status: 200,
  },
  "DELETE /api/films/{id}": {
    target: film,
    request: (id) => ({ path: `/api/films/${at(id)}` }),
    status: 204,
  },
  "GET /api/films/{id}/file": {
    target: film,
    request: (id) => ({ path: `/api/films/${at(id)}/file` }),
    status: 200,
  },
  "POST /api/films/{id}/share": {
    target: film,
    request: (id) => ({ path: `/api/films/${at(id)}/share` }),
    status: 200,
  },
};

/** Says that someone of the family is this account. */
export const linkPersonCall = (as: FamilyPerson, id: string, userId: string) =>
  call("PUT", `/api/family-members/${id}`, { cookie: as.cookie, json: { userId } });
