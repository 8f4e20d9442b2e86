import { db } from "@/lib/db";
import type { FamilyPerson } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const person = async ({ familyId }: FamilyPerson) =>
  (await db.familyMember.create({ data: { familyId, name: "Kofi" }, select: { id: true } })).id;

/** Valid requests for the calls about recognition. */
export const recognitionCalls: Record<string, SampleCall> = {
  "GET /api/recognition": { request: () => ({ path: "/api/recognition" }), status: 200 },
  "PUT /api/recognition": {
    request: () => ({ path: "/api/recognition", json: { labels: true } }),
    status: 200,
  },
  "PUT /api/recognition/people/{memberId}": {
    target: person,
    request: (id) => ({
      path: `/api/recognition/people/${encodeURIComponent(id)}`,
      json: { neverRecognize: true },
    }),
    status: 200,
  },
};
