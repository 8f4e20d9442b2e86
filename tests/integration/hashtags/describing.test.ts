import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

const keep = async (description: string, as = owner) =>
  (await storeMedia(as, { hasFiles: false, description })).id;
const describeAll = (mediaIds: string[], change: object, as = owner) =>
  call<BatchAnswerDto>("POST", "/api/media/batch/describe", {
    cookie: as.cookie,
    json: { mediaIds, ...change },
  });
const description = async (id: string) => (await db.media.findUniqueOrThrow({ where: { id } })).description;
const hashtags = async (mediaId: string) =>
  (await db.mediaHashtag.findMany({ where: { mediaId }, orderBy: { hashtag: "asc" } })).map(
    ({ hashtag }) => hashtag,
  );
const found = async (tag: string) =>
  (await call<{ id: string }[]>("GET", `/api/media/search?tag=${tag}`, { cookie: owner.cookie })).body.map(
    ({ id }) => id,
  );

test("a new description replaces them all, and so do its hashtags in search", async () => {
  const ids = [await keep("Old #sea"), await keep("")];
  await call("PATCH", `/api/media/${ids[0]}`, { cookie: owner.cookie, json: { description: "Old #sea" } });
  expect(await found("sea")).toEqual([ids[0]]);
  const { body } = await describeAll(ids, { description: "Nana's birthday #party" });
  expect([...body.changedIds].sort()).toEqual([...ids].sort());
  for (const id of ids) {
    expect(await description(id)).toBe("Nana's birthday #party");
    expect(await hashtags(id)).toEqual(["party"]);
  }
  expect(await found("sea")).toEqual([]);
  expect((await found("party")).sort()).toEqual([...ids].sort());
});

test("hashtags alone are added to each description that lacks them, with or without the #", async () => {
  const [bare, tagged, empty] = [
    await keep("At the beach"),
    await keep("With #Sea and #dog"),
    await keep(""),
  ];
  const { body } = await describeAll([bare, tagged, empty], { addHashtags: ["sea", "#dog", "SEA"] });
  expect([...body.changedIds].sort()).toEqual([bare, empty].sort());
  expect(body.refusals).toEqual([{ code: "already_so", count: 1, message: "1 of 3 already has this text." }]);
  expect(await description(bare)).toBe("At the beach #sea #dog");
  expect(await description(tagged)).toBe("With #Sea and #dog");
  expect(await description(empty)).toBe("#sea #dog");
  expect(await hashtags(bare)).toEqual(["dog", "sea"]);
});

test("both at once: the new description ends with the hashtags; repeating changes nothing", async () => {
  const id = await keep("Old");
  const change = { description: "Picnic", addHashtags: ["#may"] };
  expect((await describeAll([id], change)).body.changedIds).toEqual([id]);
  expect(await description(id)).toBe("Picnic #may");
  expect((await describeAll([id], change)).body).toEqual({
    changedIds: [],
    refusals: [{ code: "already_so", count: 1, message: "This one already has this text." }],
  });
  expect((await describeAll([id], { description: "" })).body.changedIds).toEqual([id]);
  expect([await description(id), await hashtags(id)]).toEqual(["", []]);
});

test("other people's items and those in the trash stay as they are", async () => {
  const [mine, theirs] = [await keep("mine", member), await keep("theirs")];
  const { id: gone } = await storeMedia(member, { hasFiles: false, deletedAt: new Date() });
  const { body } = await describeAll([mine, theirs, gone], { description: "new" }, member);
  expect(body).toEqual({
    changedIds: [mine],
    refusals: [
      { code: "not_yours", count: 1, message: "1 of 3 belongs to someone else, who can edit it." },
      { code: "not_found", count: 1, message: "1 of 3 could not be found." },
    ],
  });
  expect(await description(theirs)).toBe("theirs");
});

test("a full description keeps its text, and the others get the hashtag", async () => {
  const [full, short] = [await keep("x".repeat(1_998)), await keep("short")];
  expect((await describeAll([full, short], { addHashtags: ["sea"] })).body).toMatchObject({
    changedIds: [short],
    refusals: [{ code: "too_long", count: 1 }],
  });
  expect(await description(full)).toHaveLength(1_998);
});

test.each([
  [{}, "description"],
  [{ addHashtags: [] }, "description"],
  [{ description: 7 }, "description"],
  [{ description: "x".repeat(2_001) }, "description"],
  [{ description: "x".repeat(1_999), addHashtags: ["sea"] }, "addHashtags"],
  [{ addHashtags: ["two words"] }, "addHashtags.0"],
  [{ addHashtags: ["ok", ""] }, "addHashtags.1"],
  [{ addHashtags: Array.from({ length: 21 }, (_, at) => `tag${at}`) }, "addHashtags"],
])("%j is refused with its field, and nothing changes", async (change, field) => {
  const id = await keep("stays");
  expect(await describeAll([id], change)).toMatchObject({ status: 400, body: { field } });
  expect(await description(id)).toBe("stays");
});
