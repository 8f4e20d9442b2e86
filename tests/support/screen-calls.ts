import { requestCodeSchema } from "@/lib/album/screens/schema";
import { createScreenCode } from "@/lib/album/screens/server/codes-service";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";
import { storeScreen } from "@/tests/support/screens";

const at = encodeURIComponent;
const target = async (owner: FamilyPerson) => (await storeScreen(owner)).id;

/** A call that a TV or frame makes with its own cookie, even if someone is signed in on it. */
const asScreen = (path: string): SampleCall => ({
  request: async () => ({ path, cookie: (await storeScreen(await createOwner())).cookie }),
  status: 200,
});

export const newScreen = {
  name: "Kitchen",
  source: { kind: "everything" },
  seconds: 15,
  isShuffled: true,
} as const;

/** Valid requests for the calls about TVs and frames. */
export const screenCalls: Record<string, SampleCall> = {
  "POST /api/show/codes": {
    request: () => ({ path: "/api/show/codes", json: requestCodeSchema.parse({ device: "tv" }) }),
    status: 201,
  },
  "GET /api/show": asScreen("/api/show"),
  "GET /api/show/items": asScreen("/api/show/items"),
  "GET /api/screens": { request: () => ({ path: "/api/screens" }), status: 200 },
  "POST /api/screens": {
    request: async () => {
      const { shown } = await createScreenCode("tv");
      return { path: "/api/screens", json: { ...newScreen, code: shown.code } };
    },
    status: 201,
  },
  "PATCH /api/screens/{id}": {
    target,
    request: (id) => ({ path: `/api/screens/${at(id)}`, json: { isPaused: true } }),
    status: 200,
  },
  "POST /api/screens/{id}/step": {
    target,
    request: (id) => ({ path: `/api/screens/${at(id)}/step`, json: { by: 1 } }),
    status: 204,
  },
  "DELETE /api/screens/{id}": {
    target,
    request: (id) => ({ path: `/api/screens/${at(id)}` }),
    status: 204,
  },
};
