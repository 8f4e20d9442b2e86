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
};
