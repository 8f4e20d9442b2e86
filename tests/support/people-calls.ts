import { randomUUID } from "node:crypto";
import { storeFamilyMember, storeGroup, storeVisibleFace } from "@/tests/support/faces";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

const group = async (owner: FamilyPerson) => (await storeGroup(owner)).groupId;
const face = async (owner: FamilyPerson) => (await storeGroup(owner)).faceIds[0] ?? "";
const item = async (owner: FamilyPerson) => (await storeMedia(owner, { hasFiles: false })).id;
const namedGroup = async (owner: FamilyPerson) =>
  (await storeGroup(owner, { memberId: await storeFamilyMember(owner.familyId) })).groupId;

/** Another group of the same family, by the group it is to be merged with. */
const partners = new Map<string, string>();
const groupOfTwo = async (owner: FamilyPerson) => {
  const id = await group(owner);
  partners.set(id, await group(owner));
  return id;
};

/** Valid requests for the calls about people in pictures. */
export const peopleCalls: Record<string, SampleCall> = {
  "GET /api/people": { request: () => ({ path: "/api/people" }), status: 200 },
  "GET /api/people/{groupId}": {
    target: group,
    request: (id) => ({ path: `/api/people/${at(id)}` }),
    status: 200,
  },
  "PUT /api/people/{groupId}": {
    target: group,
    request: (id) => ({ path: `/api/people/${at(id)}`, json: { isHidden: true } }),
    status: 200,
  },
  "POST /api/people/{groupId}/merge": {
    target: groupOfTwo,
    request: (id) => ({
      path: `/api/people/${at(id)}/merge`,
      json: { intoId: partners.get(id) ?? randomUUID() },
    }),
    status: 200,
  },
  "POST /api/people/{groupId}/tags": {
    target: namedGroup,
    request: (id) => ({ path: `/api/people/${at(id)}/tags`, json: { mediaIds: [] } }),
    status: 200,
  },
  "PUT /api/people/faces/{faceId}": {
    target: face,
    request: (id) => ({ path: `/api/people/faces/${at(id)}`, json: { groupId: null } }),
    status: 200,
  },
  "GET /api/people/faces/{faceId}/image": {
    target: async (owner) => (await storeVisibleFace(owner)).faceIds[0] ?? "",
    request: (id) => ({ path: `/api/people/faces/${at(id)}/image` }),
    status: 200,
  },
  "POST /api/people/suggestions": {
    request: () => ({ path: "/api/people/suggestions", json: { mediaIds: [randomUUID()] } }),
    status: 200,
  },
  "GET /api/media/{id}/suggestions": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/suggestions` }),
    status: 200,
  },
  "GET /api/people/named": {
    request: () => ({ path: "/api/people/named?q=ada" }),
    status: 200,
  },
  "POST /api/hashtags/add": {
    request: () => ({ path: "/api/hashtags/add", json: { hashtag: "#dog", mediaIds: [randomUUID()] } }),
    status: 200,
  },
};
