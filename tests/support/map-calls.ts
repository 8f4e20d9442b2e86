import { db } from "@/lib/db";
import type { HiddenPlaceMode } from "@/lib/generated/prisma/enums";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

/** GeoNames' ids. */
export const lisbonId = 2267057;
export const lisbon = { latitude: 38.71667, longitude: -9.13333 };

/** An item that was taken somewhere. */
export async function storePlaced(
  owner: FamilyPerson,
  place: { latitude: number; longitude: number },
  values: Parameters<typeof storeMedia>[1] = {},
): Promise<string> {
  const { id } = await storeMedia(owner, { hasFiles: false, ...values });
  const facts = {
    mediaId: id,
    familyId: owner.familyId,
    latitude: place.latitude,
    longitude: place.longitude,
  };
  await db.mediaFacts.createMany({ data: [facts] });
  return id;
}

interface HiddenPlaceValues {
  name?: string;
  latitude?: number;
  longitude?: number;
  radiusM?: number;
  mode?: HiddenPlaceMode;
}

/** A place hidden by the family. */
export async function storeHiddenPlace(
  { familyId }: Pick<FamilyPerson, "familyId">,
  values: HiddenPlaceValues = {},
): Promise<string> {
  const data = { familyId, name: "Home", ...lisbon, radiusM: 300, ...values };
  return (await db.hiddenPlace.create({ data, select: { id: true } })).id;
}

/** Valid requests for the calls about the map. */
export const mapCalls: Record<string, SampleCall> = {
  "GET /api/map/points": { request: () => ({ path: "/api/map/points" }), status: 200 },
  "GET /api/map/photos": {
    request: () => ({ path: "/api/map/photos?west=-10&south=38&east=-9&north=39" }),
    status: 200,
  },
  "GET /api/map/places": { request: () => ({ path: "/api/map/places" }), status: 200 },
  "GET /api/map/places/{town}/photos": {
    request: () => ({ path: `/api/map/places/${lisbonId}/photos` }),
    status: 200,
  },
  "GET /api/map/names/{z}/{x}/{y}": { request: () => ({ path: "/api/map/names/5/15/12" }), status: 200 },
  "GET /api/map/tiles/{z}/{x}/{y}": { request: () => ({ path: "/api/map/tiles/5/15/12" }), status: 200 },
  "GET /api/map/outlines/{detail}": { request: () => ({ path: "/api/map/outlines/coarse" }), status: 200 },
  "GET /api/map/hidden-places": { request: () => ({ path: "/api/map/hidden-places" }), status: 200 },
  "POST /api/map/hidden-places": {
    request: () => ({ path: "/api/map/hidden-places", json: { name: "Home", ...lisbon } }),
    status: 201,
  },
  "PATCH /api/map/hidden-places/{id}": {
    target: (owner) => storeHiddenPlace(owner),
    request: (id) => ({ path: `/api/map/hidden-places/${at(id)}`, json: { radiusM: 500 } }),
    status: 200,
  },
  "DELETE /api/map/hidden-places/{id}": {
    target: (owner) => storeHiddenPlace(owner),
    request: (id) => ({ path: `/api/map/hidden-places/${at(id)}` }),
    status: 204,
  },
};
