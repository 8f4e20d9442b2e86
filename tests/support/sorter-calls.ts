import { randomUUID } from "node:crypto";
import { storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

/** Valid requests for the calls of the photo sorter, including what it knows about the album. */
export const sorterCalls: Record<string, SampleCall> = {
  "POST /api/media/known": {
    request: () => ({ path: "/api/media/known", json: { sha256: ["ab".repeat(32)] } }),
    status: 200,
  },
  "POST /api/places/nearest": {
    request: () => ({
      path: "/api/places/nearest",
      json: { points: [{ latitude: 53.8, longitude: -1.55 }] },
    }),
    status: 200,
  },
  "GET /api/media/{id}/similar": {
    target: async (owner) => (await storeMedia(owner, { hasFiles: false })).id,
    request: (id) => ({ path: `/api/media/${encodeURIComponent(id)}/similar` }),
    status: 200,
  },
  "POST /api/media/similar-counts": {
    request: () => ({ path: "/api/media/similar-counts", json: { ids: [randomUUID()] } }),
    status: 200,
  },
  "GET /api/print/suggestions": { request: () => ({ path: "/api/print/suggestions" }), status: 200 },
};
