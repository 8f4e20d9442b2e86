import type { MediaPageDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { alsoIn, createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let mediaId: string;
beforeEach(async () => {
  owner = await createOwner();
  mediaId = (await storeMedia(owner, { hasFiles: false })).id;
});

const heart = (as = owner, id = mediaId) =>
  call("POST", "/api/hearts", { cookie: as.cookie, json: { mediaId: id } });
const unheart = (as = owner, headers = {}) =>
  call("DELETE", `/api/hearts/${mediaId}`, { cookie: as.cookie, headers });
const count = async () => (await call("GET", `/api/hearts/${mediaId}/count`, { cookie: owner.cookie })).body;

test("hearting twice stores one heart, with its original time", async () => {
  const first = await heart();
  expect(first).toMatchObject({ status: 201, body: { mediaId, userId: owner.userId, count: 1 } });
  const second = await heart();
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(await count()).toEqual({ count: 1 });
});

test("hearting many times at once stores one heart per person", async () => {
  const other = await createMember(owner.familyId);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => heart(index % 2 ? other : owner)),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(await count()).toEqual({ count: 2 });
});

test("removing a heart removes only one's own, and repeating it is fine", async () => {
  const other = await createMember(owner.familyId);
  await heart();
  await heart(other);
  // As clients send it, with someone else's id in the headers.
  const headers = { "X-Auth-Token": "true", "X-Session-ID": other.sessionId, "X-User-ID": other.userId };
  expect(await unheart(owner, headers)).toMatchObject({ status: 200, body: { count: 1 } });
  expect(await unheart(owner, headers)).toMatchObject({ status: 200, body: { count: 1 } });
  expect(await db.heart.findMany({ select: { userId: true } })).toEqual([{ userId: other.userId }]);
});

test("hearting and unhearting at once ends in one of the two, never in between", async () => {
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([heart(), unheart(), heart(), unheart()]);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    expect(await db.heart.count()).toBeLessThanOrEqual(1);
  }
});

test("the caller's hearts are listed latest first", async () => {
  const second = (await storeMedia(owner, { hasFiles: false })).id;
  await heart();
  await heart(owner, second);
  const { body } = await call<{ mediaId: string; createdAt: string }[]>("GET", "/api/hearts/user", {
    cookie: owner.cookie,
  });
  expect(body.map((one) => one.mediaId)).toEqual([second, mediaId]);
  expect(body[0]?.createdAt).toMatch(/Z$/);
});

test("an id in capitals names the same item", async () => {
  await heart(owner, mediaId.toUpperCase());
  expect(await count()).toEqual({ count: 1 });
});

test("a stranger's heart on another family's picture is refused and not stored", async () => {
  const stranger = await createOwner();
  await heart();
  expect((await heart(stranger)).status).toBe(404);
  const json = { mediaIds: [mediaId], hearted: true };
  await call("POST", "/api/media/batch/heart", { cookie: stranger.cookie, json });
  expect(await db.heart.findMany({ select: { userId: true } })).toEqual([{ userId: owner.userId }]);
});

test("hearts of a relative, and those given in another family, are neither listed, counted nor removed", async () => {
  const relative = await createMember(owner.familyId);
  const elsewhere = await alsoIn(owner, (await createOwner()).familyId);
  const second = (await storeMedia(owner, { hasFiles: false })).id;
  await heart();
  await heart(relative, second);
  const listed = async ({ cookie }: FamilyPerson) =>
    (await call<{ mediaId: string }[]>("GET", "/api/hearts/user", { cookie })).body.map((one) => one.mediaId);
  const favorites = async ({ cookie }: FamilyPerson) =>
    (await call<MediaPageDto>("GET", "/api/media/favorites", { cookie })).body.pagination.total;
  expect([await listed(owner), await listed(relative), await listed(elsewhere)]).toEqual([
    [mediaId],
    [second],
    [],
  ]);
  expect([await favorites(owner), await favorites(relative), await favorites(elsewhere)]).toEqual([1, 1, 0]);
  const json = { mediaIds: [mediaId, second], hearted: false };
  await call("POST", "/api/media/batch/heart", { cookie: elsewhere.cookie, json });
  expect(await db.heart.count()).toBe(2);
});
