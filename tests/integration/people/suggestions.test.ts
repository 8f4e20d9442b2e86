import { randomUUID } from "node:crypto";
import type { SuggestionsDto } from "@/lib/album/tags/schema";
import { db } from "@/lib/db";
import type { BatchSuggestionsDto } from "@/lib/faces/people/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  storeFace,
  storeFamilyMember,
  storeGroup,
  storeLabels,
  switchRecognition,
} from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
let amaId: string;

beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  amaId = await storeFamilyMember(owner.familyId, "Ama Okafor", "Ama");
  await switchRecognition(owner.familyId, { faces: true, labels: true });
});

const suggested = (mediaId: string, as = member) =>
  call<SuggestionsDto>("GET", `/api/media/${mediaId}/suggestions`, { cookie: as.cookie });
const suggestionsFor = (mediaIds: unknown, as = member) =>
  call<BatchSuggestionsDto>("POST", "/api/people/suggestions", { cookie: as.cookie, json: { mediaIds } });
const nothing = { people: [], unnamed: [], labels: [] };

describe("about one picture", () => {
  test("are the people whose faces are in it, faces without a name, and hashtags for what was recognised", async () => {
    const ama = await storeGroup(owner, { memberId: amaId });
    const mediaId = ama.mediaIds[0] ?? "";
    const somebody = await storeGroup(owner, { mediaIds: [mediaId], size: 0.1 });
    await storeLabels(owner, mediaId, ["dog", "person", "sports ball", "chair"]);
    const { status, body } = await suggested(mediaId);
    expect(status).toBe(200);
    expect(body).toEqual({
      people: [{ memberId: amaId, name: "Ama", faceId: ama.faceIds[0], box: expect.any(Object) }],
      unnamed: [{ groupId: somebody.groupId, faceId: somebody.faceIds[0], box: expect.any(Object) }],
      labels: ["dog", "ball"],
    });
    expect(body.people[0]?.box.left).toBeCloseTo(0.4);
    expect(body.people[0]?.box.width).toBeCloseTo(0.2);
  });

  test("leave out anyone already tagged, duplicates, hidden faces and hashtags already there", async () => {
    const ama = await storeGroup(owner, { memberId: amaId });
    const mediaId = ama.mediaIds[0] ?? "";
    await storeFace(owner, ama.groupId, mediaId, 0.05);
    await storeGroup(owner, { mediaIds: [mediaId], isHidden: true });
    await storeLabels(owner, mediaId, ["dog", "cake"]);
    expect((await suggested(mediaId)).body).toMatchObject({ people: [{ memberId: amaId }], unnamed: [] });
    expect((await suggested(mediaId)).body.people).toHaveLength(1);
    const json = { memberIds: [amaId] };
    await call("PUT", `/api/media/${mediaId}/tags`, { cookie: owner.cookie, json });
    const description = "With the #Dog";
    await call("PATCH", `/api/media/${mediaId}`, { cookie: owner.cookie, json: { description } });
    expect((await suggested(mediaId)).body).toEqual({ people: [], unnamed: [], labels: ["cake"] });
  });

  test("are empty while the family has it off, without a 404", async () => {
    const { mediaIds } = await storeGroup(owner, { memberId: amaId });
    const mediaId = mediaIds[0] ?? "";
    await storeLabels(owner, mediaId, ["dog"]);
    await switchRecognition(owner.familyId, { faces: false, labels: true });
    expect((await suggested(mediaId)).body).toEqual({ ...nothing, labels: ["dog"] });
    await switchRecognition(owner.familyId, { faces: true, labels: false });
    expect((await suggested(mediaId)).body).toMatchObject({ people: [{ memberId: amaId }], labels: [] });
    await switchRecognition(owner.familyId, { faces: false, labels: false });
    expect((await suggested(mediaId)).body).toEqual(nothing);
  });

  test("are only the family's, and leave out the trash", async () => {
    const { id } = await storeMedia(owner, { hasFiles: false });
    const stranger = await createOwner({ name: "The others" });
    expect((await suggested(id)).body).toEqual(nothing);
    for (const mediaId of [id, randomUUID(), "no-id"]) {
      expect((await suggested(mediaId, stranger)).status).toBe(404);
    }
    await db.media.update({ where: { id }, data: { deletedAt: new Date() }, select: { id: true } });
    expect((await suggested(id)).status).toBe(404);
  });
});

describe("about a batch", () => {
  test("say which hashtag fits which pictures, and whom they show, most frequent first", async () => {
    const ama = await storeGroup(owner, { faces: 3, memberId: amaId });
    const somebody = await storeGroup(owner, { mediaIds: ama.mediaIds.slice(0, 2) });
    const [first, second, third] = ama.mediaIds as [string, string, string];
    await storeLabels(owner, first, ["dog"]);
    await storeLabels(owner, second, ["cake", "dog"]);
    await storeLabels(owner, third, ["chair"]);
    const { status, body } = await suggestionsFor([...ama.mediaIds, first]);
    expect(status).toBe(200);
    expect(body.labels.map(({ hashtag, mediaIds }) => [hashtag, [...mediaIds].sort()])).toEqual([
      ["dog", [first, second].sort()],
      ["cake", [second]],
    ]);
    expect(body.groups).toMatchObject([
      { groupId: ama.groupId, name: "Ama", memberId: amaId },
      { groupId: somebody.groupId, name: null, memberId: null },
    ]);
    expect(body.groups.map(({ mediaIds }) => mediaIds.length)).toEqual([3, 2]);
    expect(body.waiting).toBe(0);
  });

  test("count the pictures that haven't been read yet", async () => {
    const { id: read } = await storeMedia(owner, { hasFiles: false });
    const { id: unread } = await storeMedia(owner, { hasFiles: false });
    const { id: unmade } = await storeMedia(owner, { hasFiles: false, derivatives: "pending" });
    await storeLabels(owner, read, []);
    expect((await suggestionsFor([read, unread, unmade])).body.waiting).toBe(2);
    await switchRecognition(owner.familyId, { faces: false, labels: false });
    expect((await suggestionsFor([read, unread, unmade])).body).toEqual({
      waiting: 0,
      labels: [],
      groups: [],
    });
  });

  test("leave out what isn't the family's", async () => {
    const ours = await storeGroup(owner, { memberId: amaId });
    await storeLabels(owner, ours.mediaIds[0] ?? "", ["dog"]);
    const stranger = await createOwner({ name: "The others" });
    await switchRecognition(stranger.familyId, { faces: true, labels: true });
    const empty = { waiting: 0, labels: [], groups: [] };
    const { id: unmade } = await storeMedia(owner, { hasFiles: false, derivatives: "pending" });
    const asked = [...ours.mediaIds, unmade, "no-id", randomUUID()];
    expect((await suggestionsFor(asked, stranger)).body).toEqual(empty);
    expect((await suggestionsFor([])).body).toEqual(empty);
    expect((await suggestionsFor(ours.mediaIds)).body.groups).toHaveLength(1);
  });

  test("can be requested for 500 pictures at most", async () => {
    const { status, body } = await suggestionsFor(Array.from({ length: 501 }, () => randomUUID()));
    expect([status, body]).toMatchObject([400, { field: "mediaIds" }]);
  });
});
