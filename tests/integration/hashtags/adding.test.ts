import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";
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

const add = (hashtag: unknown, mediaIds: unknown, as = owner) =>
  call<{ changed: number }>("POST", "/api/hashtags/add", { cookie: as.cookie, json: { hashtag, mediaIds } });
const keep = async (description: string, as = owner) =>
  (await storeMedia(as, { hasFiles: false, description })).id;
const describedAs = async (id: string) =>
  (await db.media.findUniqueOrThrow({ where: { id }, select: { description: true } })).description;
const withHashtag = (hashtag: string) => db.mediaHashtag.count({ where: { hashtag } });

test("one hashtag is added to several pictures, once, and finds them", async () => {
  const ids = [await keep(""), await keep("A walk"), await keep("With the #Dog already")];
  const { status, body } = await add("#dog", ids);
  expect([status, body]).toEqual([200, { changed: 2 }]);
  expect(await Promise.all(ids.map(describedAs))).toEqual(["#dog", "A walk #dog", "With the #Dog already"]);
  expect((await add("dog", ids)).body).toEqual({ changed: 0 });
  expect(await withHashtag("dog")).toBe(2);
});

test("people who can't change a picture leave it as it is", async () => {
  const [own, others] = [await keep("", member), await keep("")];
  expect((await add("dog", [own, others], member)).body).toEqual({ changed: 1 });
  expect([await describedAs(own), await describedAs(others)]).toEqual(["#dog", ""]);
});

test("foreign and trashed pictures and full descriptions also stay as they are", async () => {
  const stranger = await createOwner({ name: "The others" });
  const foreign = await keep("", stranger);
  const trashed = await keep("");
  await db.media.update({ where: { id: trashed }, data: { deletedAt: new Date() }, select: { id: true } });
  const full = await keep("x".repeat(maxDescriptionLength - 2));
  const ids = [foreign, trashed, full, randomUUID(), "no-id"];
  expect((await add("dog", ids)).body).toEqual({ changed: 0 });
  expect((await add("dog", [foreign], stranger)).body).toEqual({ changed: 1 });
  expect(await describedAs(foreign)).toBe("#dog");
});

test("adding several at once keeps every hashtag", async () => {
  const ids = await Promise.all(["one", "two", "three"].map((text) => keep(text)));
  await Promise.all([add("dog", ids), add("cake", [...ids].reverse()), add("sea", ids)]);
  for (const hashtag of ["dog", "cake", "sea"]) {
    expect([hashtag, await withHashtag(hashtag)]).toEqual([hashtag, 3]);
    for (const id of ids) expect(await describedAs(id)).toContain(`#${hashtag}`);
  }
});

test.each([
  ["no hashtag", "", [], "hashtag"],
  ["two words", "two words", [], "hashtag"],
  ["too many pictures", "dog", Array.from({ length: 501 }, () => "x"), "mediaIds"],
])("%s is refused", async (_, hashtag, mediaIds, field) => {
  const { status, body } = await add(hashtag, mediaIds);
  expect([status, body]).toMatchObject([400, { field }]);
});
