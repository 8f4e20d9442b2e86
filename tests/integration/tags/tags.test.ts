import { randomUUID } from "node:crypto";
import type { MediaDetailDto, MediaPageDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let nana: FamilyPerson;
let ownId: string;
let nanaId: string;
let babyId: string;
let mediaId: string;

const personOf = async ({ familyId, userId }: FamilyPerson, name: string) => {
  const where = { familyId_userId: { familyId, userId } };
  return (await db.familyMember.update({ where, data: { name }, select: { id: true } })).id;
};

const addPerson = async (familyId: string, name: string) =>
  (await db.familyMember.create({ data: { familyId, name }, select: { id: true } })).id;

beforeEach(async () => {
  owner = await createOwner();
  nana = await createMember(owner.familyId);
  ownId = await personOf(owner, "Amara");
  nanaId = await personOf(nana, "Nana");
  babyId = await addPerson(owner.familyId, "Baby Ife");
  mediaId = (await storeMedia(owner, { hasFiles: false, description: "At the #sea" })).id;
});

const tag = (memberIds: unknown, as = owner, id = mediaId) =>
  call<FamilyMemberDto[]>("PUT", `/api/media/${id}/tags`, { cookie: as.cookie, json: { memberIds } });
const names = (people: readonly FamilyMemberDto[]) => people.map(({ displayName }) => displayName);
const tagged = (as: FamilyPerson, query = "") =>
  call<MediaPageDto>("GET", `/api/media/tagged${query}`, { cookie: as.cookie });
const notices = () =>
  db.notification.findMany({
    select: { userId: true, kind: true, title: true, message: true, url: true, eventKey: true },
  });

test("people are tagged in the order they were chosen, and everyone in the family sees them", async () => {
  const { status, body } = await tag([babyId, nanaId]);
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: babyId, name: "Baby Ife", nickname: null, displayName: "Baby Ife", birthDate: null, userId: null },
    expect.objectContaining({ id: nanaId, userId: nana.userId }),
  ]);
  const seen = await call<FamilyMemberDto[]>("GET", `/api/media/${mediaId}/tags`, { cookie: nana.cookie });
  expect(names(seen.body)).toEqual(["Baby Ife", "Nana"]);
  const detail = await call<MediaDetailDto>("GET", `/api/media/${mediaId}`, { cookie: nana.cookie });
  expect(detail.body.tags).toEqual([
    { id: babyId, displayName: "Baby Ife" },
    { id: nanaId, displayName: "Nana" },
  ]);
});

test("a set replaces the previous one: people left out are no longer tagged", async () => {
  await tag([babyId, nanaId]);
  expect(names((await tag([ownId, babyId], nana)).body)).toEqual(["Baby Ife", "Amara"]);
  expect(names((await tag([])).body)).toEqual([]);
});

test("someone who is tagged is notified once, by the family's name for the tagger, however often it happens", async () => {
  await tag([babyId, nanaId]);
  await tag([babyId, nanaId]);
  await tag([]);
  await tag([nanaId]);
  expect(await notices()).toEqual([
    {
      userId: nana.userId,
      kind: "tagged",
      title: "Amara tagged you in a photo",
      message: "At the #sea",
      url: `/view-image/${mediaId}`,
      eventKey: `tag:${mediaId}`,
    },
  ]);
});

test("tagging yourself notifies nobody", async () => {
  await tag([nanaId], nana);
  expect(await notices()).toEqual([]);
});

test("someone who switched it off is not notified", async () => {
  await db.user.update({
    where: { id: nana.userId },
    data: { settings: { notifications: { tagged: false } } },
    select: { id: true },
  });
  await tag([nanaId]);
  expect(await notices()).toEqual([]);
});

test("a clip is called a video", async () => {
  const { id } = await storeMedia(owner, { mediaType: "video", hasFiles: false });
  await tag([nanaId], owner, id);
  expect((await notices())[0]).toMatchObject({
    title: "Amara tagged you in a video",
    message: "Video from July 2024",
  });
});

test.each([
  ["of another family", async () => [nanaId, await addPerson((await createOwner()).familyId, "Stranger")]],
  ["who do not exist", async () => [nanaId, randomUUID()]],
  ["with ids that are none", async () => [nanaId, "nana"]],
])("people %s are refused with 422, and nothing changes", async (_, ids) => {
  await tag([babyId]);
  const { status, body } = await tag(await ids());
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: "unknown_person", field: "memberIds" });
  expect(await db.mediaTag.findMany({ select: { memberId: true } })).toEqual([{ memberId: babyId }]);
  expect(await notices()).toEqual([]);
});

test("naming someone twice, or in capitals, tags them once", async () => {
  expect(names((await tag([nanaId, nanaId.toUpperCase(), nanaId])).body)).toEqual(["Nana"]);
});

test("more than 50 people are refused", async () => {
  const { status, body } = await tag(Array.from({ length: 51 }, () => randomUUID()));
  expect(status).toBe(400);
  expect(body).toMatchObject({ field: "memberIds", error: "At most 50 people can be tagged in one photo" });
});

test("an item in the trash can't be tagged and is in nobody's pictures", async () => {
  await tag([nanaId]);
  await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie, json: {} });
  expect((await tag([])).status).toBe(404);
  expect((await tagged(nana)).body).toMatchObject({ items: [], pagination: { total: 0 } });
});

test("two people who tag at once leave one of the two sets, whole", async () => {
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([tag([babyId, nanaId]), tag([ownId], nana), tag([babyId, nanaId])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const left = await db.mediaTag.findMany({ where: { mediaId }, select: { memberId: true } });
    const ids = left.map(({ memberId }) => memberId).sort();
    expect([[ownId], [babyId, nanaId].sort()]).toContainEqual(ids);
  }
});

test("pictures of me are those I am tagged in, by upload date, page by page", async () => {
  const ids: string[] = [];
  for (let day = 1; day <= 5; day++) {
    const uploadDate = new Date(`2026-01-0${day}T12:00:00Z`);
    const { id } = await storeMedia(owner, { hasFiles: false, uploadDate });
    ids.unshift(id);
    await tag([nanaId], owner, id);
  }
  const first = await tagged(nana, "?limit=3");
  expect(first.body.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(first.body.pagination).toEqual({ total: 5, limit: 3, offset: 0, hasMore: true });
  // Items tagged meanwhile don't shift the pages.
  await tag([nanaId]);
  const second = await tagged(nana, `?limit=3&cursor=${first.body.nextCursor}`);
  expect(second.body.items.map(({ id }) => id)).toEqual(ids.slice(3));
  expect(second.body.nextCursor).toBeNull();
  expect((await tagged(owner)).body.items).toEqual([]);
});

test("pictures of someone else are found by person, even the baby's", async () => {
  await tag([babyId]);
  const { body } = await tagged(nana, `?memberId=${babyId}`);
  expect(body.items.map(({ id }) => id)).toEqual([mediaId]);
});

test.each([
  ["of another family", async () => addPerson((await createOwner()).familyId, "Stranger")],
  ["that is none", async () => "nana"],
])("pictures of a person %s are not found", async (_, id) => {
  expect((await tagged(owner, `?memberId=${await id()}`)).status).toBe(404);
});

test("someone who gets an account later keeps the pictures they were tagged in before", async () => {
  await tag([babyId]);
  const json = { userId: nana.userId };
  const other = (await storeMedia(owner, { hasFiles: false })).id;
  await tag([babyId, nanaId], owner, other);
  const third = (await storeMedia(owner, { hasFiles: false })).id;
  await tag([nanaId], owner, third);
  expect((await call("PUT", `/api/family-members/${babyId}`, { cookie: owner.cookie, json })).status).toBe(
    200,
  );
  const { body } = await tagged(nana);
  expect(body.items.map(({ id }) => id).sort()).toEqual([mediaId, other, third].sort());
});

test("a stranger can't tag anyone on another family's picture, or untag anyone", async () => {
  await tag([babyId]);
  const stranger = await createOwner();
  const theirId = await personOf(stranger, "Zebedee");
  expect((await tag([theirId], stranger)).status).toBe(404);
  expect((await tag([], stranger)).status).toBe(404);
  expect(await db.mediaTag.findMany({ select: { mediaId: true, memberId: true } })).toEqual([
    { mediaId, memberId: babyId },
  ]);
});
