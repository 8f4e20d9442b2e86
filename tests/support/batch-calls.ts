import { randomUUID } from "node:crypto";
import { type FamilyPerson, keepMedia, type Person } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const isInFamily = (person: Person): person is FamilyPerson => person.familyId !== null;

/** An item of whoever calls; of nobody's where they have no family. */
const own = (values: Parameters<typeof keepMedia>[1] = {}) => ({
  prepare: async (person: Person) =>
    isInFamily(person) ? (await keepMedia(person, { hasFiles: false, ...values })).id : "",
});

const batch = (
  name: string,
  fields: object = {},
  values: Parameters<typeof keepMedia>[1] = {},
): SampleCall => ({
  ...own(values),
  request: (id) => ({ path: `/api/media/batch/${name}`, json: { mediaIds: [id], ...fields } }),
  status: 200,
});

/** Right requests for the calls about many items at once. */
export const batchCalls: Record<string, SampleCall> = {
  "POST /api/media/batch/trash": batch("trash"),
  "POST /api/media/batch/restore": batch("restore", {}, { deletedAt: new Date() }),
  "POST /api/media/batch/move": batch("move", { year: 2023, month: 5 }),
  "POST /api/media/batch/heart": batch("heart", { hearted: true }),
  "POST /api/media/batch/describe": batch("describe", { description: "At the sea", addHashtags: ["#sea"] }),
  "POST /api/media/batch/basket": batch("basket"),
  "POST /api/media/batch/tag": {
    prepare: async (person) =>
      isInFamily(person)
        ? `${(await keepMedia(person, { hasFiles: false })).id} ${person.userId}`
        : `${randomUUID()} ${randomUUID()}`,
    request: (ids) => {
      const [mediaId, userId] = ids.split(" ");
      return { path: "/api/media/batch/tag", json: { mediaIds: [mediaId], userIds: [userId] } };
    },
    status: 200,
  },
};
