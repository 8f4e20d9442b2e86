import { db } from "@/lib/db";
import { storeFamilyMember } from "@/tests/support/faces";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { type MeasuredValues, storeMeasuredMedia } from "@/tests/support/measures";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

type MediaValues = Parameters<typeof storeMedia>[1];

/** A measured photo that its camera took then, filed under its month. @param day YYYY-MM-DD, or with a time */
export async function storeTaken(
  owner: FamilyPerson,
  day: string,
  values: MediaValues = {},
  measures: MeasuredValues = {},
): Promise<string> {
  const takenAt = new Date(day.length === 10 ? `${day}T12:00:00Z` : `${day}Z`);
  const filed = {
    year: takenAt.getUTCFullYear(),
    month: takenAt.getUTCMonth() + 1,
    takenAt,
    sortAt: takenAt,
  };
  return (await storeMeasuredMedia(owner, measures, { ...filed, ...values })).id;
}

/** Hearts from these people, in the item's family. */
export async function storeHearts(mediaId: string, people: readonly FamilyPerson[]): Promise<void> {
  const { familyId } = await db.media.findUniqueOrThrow({
    where: { id: mediaId },
    select: { familyId: true },
  });
  const data = people.map(({ userId }) => ({ userId, familyId, mediaId }));
  await db.heart.createMany({ data, skipDuplicates: true });
}

const item = async (owner: FamilyPerson) => (await storeMedia(owner, { hasFiles: false })).id;
const person = ({ familyId }: FamilyPerson) => storeFamilyMember(familyId);

/** Valid requests for the calls about this day in earlier years. */
export const memoryCalls: Record<string, SampleCall> = {
  "GET /api/on-this-day": { request: () => ({ path: "/api/on-this-day?date=2026-11-26" }), status: 200 },
  "POST /api/on-this-day/hidden": {
    target: item,
    request: (mediaId) => ({ path: "/api/on-this-day/hidden", json: { mediaId } }),
    status: 204,
  },
  "DELETE /api/on-this-day/hidden/{id}": {
    target: item,
    request: (id) => ({ path: `/api/on-this-day/hidden/${at(id)}` }),
    status: 204,
  },
  "GET /api/on-this-day/people": { request: () => ({ path: "/api/on-this-day/people" }), status: 200 },
  "PUT /api/on-this-day/people/{id}": {
    target: person,
    request: (id) => ({ path: `/api/on-this-day/people/${at(id)}`, json: { isHidden: true } }),
    status: 200,
  },
  "PUT /api/on-this-day/people/{id}/rule": {
    target: person,
    request: (id) => ({ path: `/api/on-this-day/people/${at(id)}/rule`, json: { isLeftOut: true } }),
    status: 200,
  },
};
