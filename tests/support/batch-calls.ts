import { randomUUID } from "node:crypto";
import { call } from "@/tests/support/call";
import { type FamilyPerson, type Person, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const isInFamily = (person: Person): person is FamilyPerson => person.familyId !== null;

/** One of the caller's items; a nonexistent one where they have no family. */
const own = (values: Parameters<typeof storeMedia>[1] = {}) => ({
  prepare: async (person: Person) =>
    isInFamily(person) ? (await storeMedia(person, { hasFiles: false, ...values })).id : "",
});

const batch = (
  name: string,
  fields: object = {},
  values: Parameters<typeof storeMedia>[1] = {},
): SampleCall => ({
  ...own(values),
  request: (id) => ({ path: `/api/media/batch/${name}`, json: { mediaIds: [id], ...fields } }),
  status: 200,
});

/** A ZIP requested by this person. */
export async function storeArchive(owner: FamilyPerson, mediaId?: string): Promise<string> {
  const mediaIds = [mediaId ?? (await storeMedia(owner)).id];
  const options = { cookie: owner.cookie, json: { mediaIds } };
  const { status, body } = await call<{ id: string }>("POST", "/api/media/archives", options);
  if (status !== 201) throw new Error(`No archive was made: ${status}`);
  return body.id;
}

/** Valid requests for the calls about many items at once. */
export const batchCalls: Record<string, SampleCall> = {
  "POST /api/media/archives": {
    prepare: async (person) => (isInFamily(person) ? (await storeMedia(person)).id : randomUUID()),
    request: (id) => ({ path: "/api/media/archives", json: { mediaIds: [id] } }),
    status: 201,
  },
  "GET /api/media/archives/{id}": {
    target: (owner) => storeArchive(owner),
    request: (id) => ({ path: `/api/media/archives/${encodeURIComponent(id)}` }),
    status: 200,
  },
  "POST /api/media/batch/trash": batch("trash"),
  "POST /api/media/batch/restore": batch("restore", {}, { deletedAt: new Date() }),
  "POST /api/media/batch/move": batch("move", { year: 2023, month: 5 }),
  "POST /api/media/batch/heart": batch("heart", { hearted: true }),
  "POST /api/media/batch/describe": batch("describe", { description: "At the sea", addHashtags: ["#sea"] }),
  "POST /api/media/batch/basket": batch("basket"),
  "POST /api/media/batch/tag": {
    prepare: async (person) =>
      isInFamily(person)
        ? `${(await storeMedia(person, { hasFiles: false })).id} ${person.userId}`
        : `${randomUUID()} ${randomUUID()}`,
    request: (ids) => {
      const [mediaId, userId] = ids.split(" ");
      return { path: "/api/media/batch/tag", json: { mediaIds: [mediaId], userIds: [userId] } };
    },
    status: 200,
  },
};
