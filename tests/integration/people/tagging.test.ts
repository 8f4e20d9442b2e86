import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { maxTagsPerItem } from "@/lib/shared/tag-limits";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { type StoredGroup, storeFace, storeFamilyMember, storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let nana: FamilyPerson;
let nanaId: string;
let group: StoredGroup;

beforeEach(async () => {
  owner = await createOwner();
  nana = await createMember(owner.familyId);
  const where = { familyId_userId: { familyId: owner.familyId, userId: nana.userId } };
  nanaId = (await db.familyMember.update({ where, data: { name: "Nana" }, select: { id: true } })).id;
  group = await storeGroup(owner, { faces: 3, memberId: nanaId });
});

const tagAll = (as = owner, json?: unknown, groupId = group.groupId) =>
  call<{ tagged: number }>("POST", `/api/people/${groupId}/tags`, {
    cookie: as.cookie,
    ...(json === undefined ? {} : { json }),
  });
const taggedOn = async () => {
  const tags = await db.mediaTag.findMany({ where: { memberId: nanaId }, select: { mediaId: true } });
  return tags.map(({ mediaId }) => mediaId).sort();
};
const notices = () => db.notification.findMany({ select: { userId: true, title: true, url: true } });

test("a person is tagged on every picture of their face, and notified once", async () => {
  await storeFace(owner, group.groupId, group.mediaIds[0] ?? "");
  expect((await tagAll()).body).toEqual({ tagged: 3 });
  expect(await taggedOn()).toEqual([...group.mediaIds].sort());
  expect(await notices()).toEqual([
    { userId: nana.userId, title: "Somebody tagged you in 3 photos", url: "/tagged" },
  ]);
  expect((await tagAll()).body).toEqual({ tagged: 0 });
  expect(await notices()).toHaveLength(1);
});

test("children can do it, as they can tag; tagging oneself notifies nobody", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  expect((await tagAll(child, { mediaIds: [group.mediaIds[0]] })).body).toEqual({ tagged: 1 });
  expect(await notices()).toHaveLength(1);
  expect((await tagAll(nana)).body).toEqual({ tagged: 2 });
  expect(await notices()).toHaveLength(1);
});

test("only on the pictures that were named, if they show the face", async () => {
  const [first, second] = group.mediaIds;
  const elsewhere = await storeGroup(owner);
  const mediaIds = [first, elsewhere.mediaIds[0], randomUUID(), "no-id"];
  expect((await tagAll(owner, { mediaIds })).body).toEqual({ tagged: 1 });
  expect(await taggedOn()).toEqual([first]);
  expect((await tagAll(owner, { mediaIds: [] })).body).toEqual({ tagged: 0 });
  expect((await tagAll(owner, { mediaIds: [first, second] })).body).toEqual({ tagged: 1 });
});

test("not if the face was said to be someone else's, in the trash, or on a full picture", async () => {
  const [notHer, trashed, full] = group.mediaIds;
  await call("PUT", `/api/people/faces/${group.faceIds[0]}`, {
    cookie: owner.cookie,
    json: { groupId: null },
  });
  await db.media.update({ where: { id: trashed }, data: { deletedAt: new Date() }, select: { id: true } });
  const crowd = Array.from({ length: maxTagsPerItem }, () => ({
    id: randomUUID(),
    familyId: owner.familyId,
    name: "Cousin",
  }));
  await db.familyMember.createMany({ data: crowd });
  await db.mediaTag.createMany({
    data: crowd.map(({ id, familyId }) => ({ memberId: id, familyId, mediaId: full ?? "" })),
  });
  expect((await tagAll()).body).toEqual({ tagged: 0 });
  expect(await taggedOn()).not.toContain(notHer);
});

test("nobody before someone has said who it is", async () => {
  const unnamed = await storeGroup(owner);
  const { status, body } = await tagAll(owner, {}, unnamed.groupId);
  expect([status, body]).toMatchObject([422, { code: "not_named" }]);
});

test("another family's group is not found", async () => {
  const stranger = await createOwner({ name: "The others" });
  for (const id of [group.groupId, randomUUID(), "no-id"]) {
    expect((await tagAll(stranger, {}, id)).status).toBe(404);
  }
  expect(await taggedOn()).toEqual([]);
});

test("sent three times at once, each picture is tagged once and one notification written", async () => {
  const answers = await Promise.all([tagAll(), tagAll(), tagAll()]);
  expect(answers.map(({ body }) => body.tagged).sort()).toEqual([0, 0, 3]);
  expect(await notices()).toHaveLength(1);
});

test("someone without an account is tagged and nobody is notified", async () => {
  const baby = await storeGroup(owner, { memberId: await storeFamilyMember(owner.familyId) });
  expect((await tagAll(owner, {}, baby.groupId)).body).toEqual({ tagged: 2 });
  expect(await notices()).toEqual([]);
});
