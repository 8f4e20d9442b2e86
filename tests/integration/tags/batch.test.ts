import { randomUUID } from "node:crypto";
import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let nana: FamilyPerson;
let babyId: string;
let ids: string[];
beforeEach(async () => {
  owner = await createOwner();
  nana = await createMember(owner.familyId);
  babyId = (await db.familyMember.create({ data: { familyId: owner.familyId, name: "Baby Ife" } })).id;
  ids = [];
  for (let at = 0; at < 3; at++) ids.push((await storeMedia(owner, { hasFiles: false })).id);
});

const tag = (userIds: unknown, mediaIds = ids, as = owner) =>
  call<BatchAnswerDto>("POST", "/api/media/batch/tag", { cookie: as.cookie, json: { mediaIds, userIds } });
const memberIdOf = async ({ familyId, userId }: FamilyPerson) =>
  (await db.familyMember.findUniqueOrThrow({ where: { familyId_userId: { familyId, userId } } })).id;
const on = async (mediaId: string) =>
  (
    await db.mediaTag.findMany({
      where: { mediaId },
      orderBy: { createdAt: "asc" },
      select: { memberId: true },
    })
  ).map(({ memberId }) => memberId);
const notified = () => db.notification.findMany({ select: { userId: true, title: true, url: true } });

test("people are added to those already on the items, with or without an account, in their order", async () => {
  const [first = "", second = "", third = ""] = ids;
  const ownId = await memberIdOf(owner);
  await call("PUT", `/api/media/${first}/tags`, { cookie: owner.cookie, json: { memberIds: [ownId] } });
  const { status, body } = await tag([nana.userId, babyId, nana.userId.toUpperCase()]);
  expect(status).toBe(200);
  expect([...body.changedIds].sort()).toEqual([...ids].sort());
  expect(body.refusals).toEqual([]);
  const nanaId = await memberIdOf(nana);
  expect(await on(first)).toEqual([ownId, nanaId, babyId]);
  expect(await on(second)).toEqual([nanaId, babyId]);
  expect(await on(third)).toEqual([nanaId, babyId]);
});

test("someone tagged on many is notified once, even if it is repeated; on one item, as usual", async () => {
  await tag([nana.userId, owner.userId]);
  expect(await notified()).toEqual([
    { userId: nana.userId, title: "Somebody tagged you in 3 photos", url: "/tagged" },
  ]);
  expect((await tag([nana.userId])).body).toEqual({
    changedIds: [],
    refusals: [{ code: "already_tagged", count: 3, message: "All 3 already have these tags." }],
  });
  await db.mediaTag.deleteMany();
  await tag([nana.userId]);
  expect(await notified()).toHaveLength(1);
  const one = (await storeMedia(owner, { hasFiles: false })).id;
  await tag([nana.userId], [one, ids[0] ?? ""]);
  expect((await notified()).map(({ title, url }) => [title, url])).toContainEqual([
    "Somebody tagged you in a photo",
    `/view-image/${one}`,
  ]);
});

test("someone from another family, or nobody, is refused with the field, and nobody is tagged", async () => {
  const stranger = await createOwner();
  for (const id of [stranger.userId, await memberIdOf(stranger), randomUUID(), "not-an-id"]) {
    const answer = await tag([nana.userId, id]);
    expect(answer).toMatchObject({ status: 422, body: { code: "unknown_person", field: "userIds" } });
  }
  expect(await db.mediaTag.count()).toBe(0);
  expect(await notified()).toEqual([]);
});

test.each([[undefined], [[]], [[1]], [Array.from({ length: 51 }, () => randomUUID())]])(
  "%j is refused as people to tag",
  async (userIds) => {
    const answer = await tag(userIds);
    expect(answer).toMatchObject({ status: 400, body: { field: expect.stringMatching(/^userIds/) } });
  },
);

test("an item with the maximum of people takes no more, and the others do", async () => {
  const full = ids[1] ?? "";
  const crowd = Array.from({ length: 49 }, () => ({
    id: randomUUID(),
    familyId: owner.familyId,
    name: "Cousin",
  }));
  await db.familyMember.createMany({ data: crowd });
  await db.mediaTag.createMany({
    data: crowd.map(({ id }) => ({ mediaId: full, memberId: id, familyId: owner.familyId })),
  });
  const { body } = await tag([nana.userId, babyId]);
  expect(body.changedIds).not.toContain(full);
  expect(body.changedIds).toHaveLength(2);
  expect(body.refusals).toMatchObject([{ code: "too_many_people", count: 1 }]);
  expect(await on(full)).toHaveLength(49);
  // There is room for one more.
  expect((await tag([babyId], [full])).body.changedIds).toEqual([full]);
});

test("a child can tag, as on one item; nobody is tagged on what is in the trash", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const gone = (await storeMedia(owner, { hasFiles: false, deletedAt: new Date() })).id;
  const { body } = await tag([nana.userId], [...ids, gone], child);
  expect(body.changedIds).toHaveLength(3);
  expect(body.refusals).toMatchObject([{ code: "not_found", count: 1 }]);
});

test("faces of someone who must never be recognised are removed with the tag", async () => {
  await db.familyMember.update({ where: { id: babyId }, data: { neverRecognize: true } });
  const mediaId = ids[0] ?? "";
  await db.mediaRecognition.create({ data: { mediaId, familyId: owner.familyId, facesReadAt: new Date() } });
  await tag([babyId]);
  const reading = await db.mediaRecognition.findUniqueOrThrow({ where: { mediaId } });
  expect(reading.facesReadAt).toBeNull();
});
