import type { SampleCall } from "@/tests/support/sample-calls";

/** Right requests for the calls of the photo sorter. */
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
};
