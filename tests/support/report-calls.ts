import { db } from "@/lib/db";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

const shown = async (owner: FamilyPerson) => (await storeMedia(owner, { hasFiles: false })).id;

/** A reported item of this person's family, hidden as reporting does. */
export async function storeContentReport(
  owner: FamilyPerson,
  { hasFiles = false, ...values }: { hasFiles?: boolean; mediaType?: "image" | "video" } = {},
): Promise<string> {
  const { familyId, userId } = owner;
  const { id: mediaId } = await storeMedia(owner, { hasFiles, deletedAt: new Date(), ...values });
  const data = { familyId, mediaId, reporterId: userId, reason: "It shows our address." };
  return (await db.contentReport.create({ data, select: { id: true } })).id;
}

/** The calls about problems with and in the album, and the admins' figures and tools. */
export const reportCalls: Record<string, SampleCall> = {
  "POST /api/report-issue": {
    request: () => ({
      path: "/api/report-issue",
      json: { title: "The year won't open", message: "I tap 2024 and nothing happens." },
    }),
    status: 201,
  },
  "POST /api/report-content": {
    target: shown,
    request: (mediaId) => ({
      path: "/api/report-content",
      json: { mediaId, reason: "It shows our address." },
    }),
    status: 201,
  },
  "GET /api/admin/reports": { request: () => ({ path: "/api/admin/reports" }), status: 200 },
  "POST /api/admin/reports/{id}/resolve": {
    target: (owner) => storeContentReport(owner),
    request: (id) => ({ path: `/api/admin/reports/${at(id)}/resolve`, json: { action: "restore" } }),
    status: 200,
  },
  "GET /api/admin/reports/{id}/{kind}": {
    target: (owner) => storeContentReport(owner, { hasFiles: true }),
    request: (id) => ({ path: `/api/admin/reports/${at(id)}/picture` }),
    status: 200,
  },

  "GET /api/admin/dashboard": { request: () => ({ path: "/api/admin/dashboard" }), status: 200 },
  "GET /api/admin/diagnostics/media": {
    request: () => ({ path: "/api/admin/diagnostics/media?mediaType=image" }),
    status: 200,
  },
  "GET /api/admin/diagnostics/media/{id}": {
    target: shown,
    request: (id) => ({ path: `/api/admin/diagnostics/media/${at(id)}` }),
    status: 200,
  },
  "POST /api/admin/diagnostics/media/{id}/rebuild": {
    target: async (owner) => (await storeMedia(owner)).id,
    request: (id) => ({ path: `/api/admin/diagnostics/media/${at(id)}/rebuild` }),
    status: 200,
  },
};
