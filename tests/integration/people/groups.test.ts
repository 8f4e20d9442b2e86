import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import type { FaceGroupDto, GroupPageDto, MovedFaceDto, PeoplePageDto } from "@/lib/faces/people/schema";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeFace, storeFamilyMember, storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
let stranger: FamilyPerson;

beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
  stranger = await createOwner({ name: "The others" });
});

const get = <T>(path: string, as = owner): Promise<Answer<T>> => call<T>("GET", path, { cookie: as.cookie });
const put = <T = FaceGroupDto>(path: string, json: unknown, as = owner): Promise<Answer<T>> =>
  call<T>("PUT", path, { cookie: as.cookie, json });
const people = async (query = "", as = owner) => (await get<PeoplePageDto>(`/api/people${query}`, as)).body;
const trash = (mediaId: string) =>
  db.media.update({ where: { id: mediaId }, data: { deletedAt: new Date() }, select: { id: true } });
const groupOf = async (faceId: string | undefined) =>
  (await db.face.findUniqueOrThrow({ where: { id: faceId ?? "" }, select: { groupId: true } })).groupId;

describe("the list of people", () => {
  test("has the largest group first, with its name, its best face and how often it was seen", async () => {
    const nana = await storeFamilyMember(owner.familyId, "Grace Okafor", "Nana");
    const small = await storeGroup(owner, { faces: 2, memberId: nana });
    const large = await storeGroup(owner, { faces: 3 });
    const best = await storeFace(owner, large.groupId, small.mediaIds[0] ?? "", 0.5);
    const page = await people("", member);
    expect(page.items).toEqual([
      { id: large.groupId, name: null, memberId: null, faceCount: 4, isHidden: false, coverFaceId: best },
      expect.objectContaining({ id: small.groupId, name: "Nana", memberId: nana, faceCount: 2 }),
    ]);
    expect(page.pagination).toEqual({ total: 2, limit: 60, offset: 0, hasMore: false });
  });

  test("leaves out unnamed people who were seen once, unless they are asked for", async () => {
    const once = await storeGroup(owner, { faces: 1 });
    const named = await storeGroup(owner, { faces: 1, memberId: await storeFamilyMember(owner.familyId) });
    expect((await people()).items.map(({ id }) => id)).toEqual([named.groupId]);
    expect((await people("?single=true")).items.map(({ id }) => id).sort()).toEqual(
      [once.groupId, named.groupId].sort(),
    );
  });

  test("lists the hidden ones separately", async () => {
    const shown = await storeGroup(owner);
    const hidden = await storeGroup(owner, { isHidden: true });
    expect((await people()).items.map(({ id }) => id)).toEqual([shown.groupId]);
    expect((await people("?hidden=true")).items.map(({ id }) => id)).toEqual([hidden.groupId]);
  });

  test("is paged by cursor, each group once, even if several are the same size", async () => {
    const kept: string[] = [];
    for (const faces of [2, 2, 2, 3, 2]) kept.push((await storeGroup(owner, { faces })).groupId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: PeoplePageDto = await people(`?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen[0]).toBe(kept[3]);
    expect([...seen].sort()).toEqual([...kept].sort());
  });

  test("refuses an invalid cursor", async () => {
    for (const cursor of ["x", Buffer.from("1.x").toString("base64url")]) {
      const { status, body } = await get(`/api/people?cursor=${cursor}`);
      expect([status, body]).toMatchObject([400, { field: "cursor" }]);
    }
  });

  test("never shows another family's faces, nor a cover from the trash", async () => {
    const { mediaIds, faceIds } = await storeGroup(owner);
    expect((await people("", stranger)).items).toEqual([]);
    await trash(mediaIds[0] ?? "");
    expect((await people()).items[0]?.coverFaceId).toBe(faceIds[1]);
    await trash(mediaIds[1] ?? "");
    expect((await people()).items[0]?.coverFaceId).toBeNull();
  });
});

describe("a person's pictures", () => {
  test("are the most recently taken first, page by page, without those in the trash", async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 5; day++) {
      const sortAt = new Date(Date.UTC(2024, 6, day));
      ids.push((await storeMedia(owner, { hasFiles: false, sortAt })).id);
    }
    const { groupId, faceIds } = await storeGroup(owner, { mediaIds: ids });
    await trash(ids[4] ?? "");
    // The same face twice in one picture, as with a mirror.
    await storeFace(owner, groupId, ids[1] ?? "");
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer<GroupPageDto> = await get<GroupPageDto>(
        `/api/people/${groupId}?limit=2${cursor ? `&cursor=${cursor}` : ""}`,
        member,
      );
      expect(body).toMatchObject({ group: { id: groupId, faceCount: 6 }, pagination: { total: 4 } });
      seen.push(...body.items.map(({ mediaId }) => mediaId));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual([ids[3], ids[2], ids[1], ids[1], ids[0]]);
    const [first] = (await get<GroupPageDto>(`/api/people/${groupId}`)).body.items;
    expect(first).toMatchObject({ id: ids[3], mediaId: ids[3], faceId: faceIds[3], isHearted: false });
  });

  test("say how many the person is not tagged on yet", async () => {
    const memberId = await storeFamilyMember(owner.familyId);
    const { groupId, mediaIds } = await storeGroup(owner, { faces: 3, memberId });
    const json = { memberIds: [memberId] };
    await call("PUT", `/api/media/${mediaIds[0]}/tags`, { cookie: owner.cookie, json });
    expect((await get<GroupPageDto>(`/api/people/${groupId}`)).body.untaggedCount).toBe(2);
    const { groupId: unnamed } = await storeGroup(owner);
    expect((await get<GroupPageDto>(`/api/people/${unnamed}`)).body.untaggedCount).toBe(0);
  });

  test("are found by the family only", async () => {
    const { groupId } = await storeGroup(owner);
    expect((await get(`/api/people/${groupId}`, member)).status).toBe(200);
    for (const id of [groupId, randomUUID(), "no-id"]) {
      expect((await get(`/api/people/${id}`, stranger)).status).toBe(404);
    }
  });
});

describe("naming", () => {
  test.each([
    ["a member", () => member],
    ["a child", () => child],
    ["the owner", () => owner],
  ])("%s says who it is, and undoes it", async (_, who) => {
    const { groupId } = await storeGroup(owner);
    const memberId = await storeFamilyMember(owner.familyId, "Ama");
    const named = await put(`/api/people/${groupId}`, { memberId }, who());
    expect([named.status, named.body]).toMatchObject([200, { id: groupId, name: "Ama", memberId }]);
    const again = await put(`/api/people/${groupId}`, { memberId }, who());
    expect(again.body).toEqual(named.body);
    const taken = await put(`/api/people/${groupId}`, { memberId: null }, who());
    expect(taken.body).toMatchObject({ name: null, memberId: null });
  });

  test("a second group of the same person is merged into the first", async () => {
    const memberId = await storeFamilyMember(owner.familyId, "Ama");
    const first = await storeGroup(owner, { memberId, faces: 3 });
    const second = await storeGroup(owner);
    const { body } = await put(`/api/people/${second.groupId}`, { memberId });
    expect(body).toMatchObject({ id: first.groupId, name: "Ama", faceCount: 5 });
    expect((await get(`/api/people/${second.groupId}`)).status).toBe(404);
  });

  test("an admin adds someone new by naming, once however often it is sent", async () => {
    const admin = await createMember(owner.familyId, "admin");
    const { groupId } = await storeGroup(owner);
    const { status, body } = await put(`/api/people/${groupId}`, { newPersonName: " Auntie Efua " }, admin);
    expect([status, body.name]).toEqual([200, "Auntie Efua"]);
    expect((await put(`/api/people/${groupId}`, { newPersonName: "Auntie Efua" }, admin)).body).toEqual(body);
    const where = { familyId: owner.familyId, name: "Auntie Efua" };
    expect(await db.familyMember.count({ where })).toBe(1);
  });

  test("members and children can't add people by naming", async () => {
    const { groupId } = await storeGroup(owner);
    for (const person of [member, child]) {
      const { status } = await put(`/api/people/${groupId}`, { newPersonName: "Efua" }, person);
      expect(status).toBe(403);
    }
    expect(await db.familyMember.count({ where: { name: "Efua" } })).toBe(0);
  });

  test("a new person is not stored if the group is gone", async () => {
    expect((await put(`/api/people/${randomUUID()}`, { newPersonName: "Efua" })).status).toBe(404);
    expect(await db.familyMember.count({ where: { name: "Efua" } })).toBe(0);
  });

  test("can't choose anyone from another family, or anyone whose face is never looked for", async () => {
    const { groupId } = await storeGroup(owner);
    const marked = await storeFamilyMember(owner.familyId, "Ife");
    await db.familyMember.update({
      where: { id: marked },
      data: { neverRecognize: true },
      select: { id: true },
    });
    for (const memberId of [await storeFamilyMember(stranger.familyId), marked, randomUUID(), "no-id"]) {
      const { status, body } = await put(`/api/people/${groupId}`, { memberId });
      expect([status, body]).toMatchObject([422, { field: "memberId" }]);
    }
    expect((await people()).items[0]?.memberId).toBeNull();
  });

  test("needs something to change, and exactly one of two ways", async () => {
    const { groupId } = await storeGroup(owner);
    const memberId = await storeFamilyMember(owner.familyId);
    expect((await put(`/api/people/${groupId}`, {})).status).toBe(400);
    const both = await put(`/api/people/${groupId}`, { memberId, newPersonName: "Efua" });
    expect([both.status, both.body]).toMatchObject([400, { field: "newPersonName" }]);
  });

  test("another family's group can't be named or hidden, as if it didn't exist", async () => {
    const { groupId } = await storeGroup(owner);
    for (const change of [{ isHidden: true }, { memberId: null }]) {
      expect((await put(`/api/people/${groupId}`, change, stranger)).status).toBe(404);
    }
    expect((await put(`/api/people/${groupId}`, { isHidden: true })).body.isHidden).toBe(true);
    expect((await put(`/api/people/${groupId}`, { isHidden: false })).body.isHidden).toBe(false);
  });

  test("two who give the same name at once leave one group", async () => {
    const memberId = await storeFamilyMember(owner.familyId);
    const groups = [await storeGroup(owner), await storeGroup(owner), await storeGroup(owner)];
    const answers = await Promise.all(
      groups.map(({ groupId }) => put(`/api/people/${groupId}`, { memberId }, member)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await people()).items).toMatchObject([{ memberId, faceCount: 6 }]);
  });
});

describe("merging two groups", () => {
  const merge = (groupId: string, intoId: unknown, as = member) =>
    call<FaceGroupDto>("POST", `/api/people/${groupId}/merge`, { cookie: as.cookie, json: { intoId } });

  test("leaves one, under the existing name", async () => {
    const memberId = await storeFamilyMember(owner.familyId, "Ama");
    const named = await storeGroup(owner, { memberId });
    const unnamed = await storeGroup(owner, { faces: 3 });
    const { status, body } = await merge(named.groupId, unnamed.groupId);
    expect([status, body]).toMatchObject([200, { name: "Ama", memberId, faceCount: 5 }]);
    expect((await people()).items).toHaveLength(1);
    // Sent again, it finds no first group and does nothing.
    expect((await merge(named.groupId, unnamed.groupId)).status).toBe(404);
    expect((await people()).items).toMatchObject([{ faceCount: 5 }]);
  });

  test("with two names keeps the name of the group merged into", async () => {
    const ama = await storeGroup(owner, { memberId: await storeFamilyMember(owner.familyId, "Ama") });
    const kofi = await storeGroup(owner, { memberId: await storeFamilyMember(owner.familyId, "Kofi") });
    expect((await merge(ama.groupId, kofi.groupId)).body).toMatchObject({ id: kofi.groupId, name: "Kofi" });
  });

  test("refuses itself, an invalid group, and another family's", async () => {
    const { groupId } = await storeGroup(owner);
    const foreign = await storeGroup(stranger);
    for (const intoId of [groupId, foreign.groupId, randomUUID(), "no-id"]) {
      const { status, body } = await merge(groupId, intoId);
      expect([status, body]).toMatchObject([422, { field: "intoId" }]);
    }
    expect((await merge(foreign.groupId, groupId)).status).toBe(404);
    expect((await people("", stranger)).items).toHaveLength(1);
  });
});

describe("“Not this person”", () => {
  const place = (faceId: string, groupId: unknown, as = member) =>
    put<MovedFaceDto>(`/api/people/faces/${faceId}`, { groupId }, as);

  test("gives a face its own group, where it stays, once however often it is sent", async () => {
    const { groupId, faceIds } = await storeGroup(owner, { faces: 3 });
    const { status, body } = await place(faceIds[0] ?? "", null);
    expect(status).toBe(200);
    expect(body.faceId).toBe(faceIds[0]);
    expect(body.groupId).not.toBe(groupId);
    expect((await place(faceIds[0] ?? "", null, child)).body).toEqual(body);
    expect((await people()).items).toMatchObject([{ id: groupId, faceCount: 2 }]);
    const [face] = await db.face.findMany({ where: { placedByHand: true }, select: { id: true } });
    expect(face?.id).toBe(faceIds[0]);
  });

  test("moves it to where someone says it belongs", async () => {
    const from = await storeGroup(owner);
    const into = await storeGroup(owner);
    expect((await place(from.faceIds[0] ?? "", into.groupId)).body.groupId).toBe(into.groupId);
    expect(await groupOf(from.faceIds[0])).toBe(into.groupId);
    expect((await people()).items[0]).toMatchObject({ id: into.groupId, faceCount: 3 });
  });

  test("for the last face leaves no empty group", async () => {
    const { groupId, faceIds } = await storeGroup(owner, { faces: 1 });
    await place(faceIds[0] ?? "", null);
    expect((await get(`/api/people/${groupId}`)).status).toBe(404);
  });

  test("doesn't affect a face of another family, one in the trash, or another family's group", async () => {
    const { faceIds, mediaIds } = await storeGroup(owner);
    const foreign = await storeGroup(stranger);
    for (const id of [foreign.faceIds[0] ?? "", randomUUID(), "no-id"]) {
      expect((await place(id, null)).status).toBe(404);
    }
    const { status, body } = await place(faceIds[0] ?? "", foreign.groupId);
    expect([status, body]).toMatchObject([422, { field: "groupId" }]);
    await trash(mediaIds[0] ?? "");
    expect((await place(faceIds[0] ?? "", null)).status).toBe(404);
    expect((await place(faceIds[1] ?? "", null)).status).toBe(200);
  });
});

test("to a stranger, a face that someone set apart looks as if it never existed", async () => {
  const { faceIds } = await storeGroup(owner, { faces: 1 });
  const faceId = faceIds[0] ?? "";
  await db.face.update({ where: { id: faceId }, data: { placedByHand: true }, select: { id: true } });
  expect((await put(`/api/people/faces/${faceId}`, { groupId: null }, stranger)).status).toBe(404);
  expect((await put(`/api/people/faces/${faceId}`, { groupId: null })).status).toBe(200);
});
