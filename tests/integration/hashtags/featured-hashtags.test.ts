import { type FeaturedHashtagDto, maxFeaturedHashtags } from "@/lib/album/hashtags/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const featured = async (as = owner) =>
  (await call<FeaturedHashtagDto[]>("GET", "/api/hashtags/featured", { cookie: as.cookie })).body;
const feature = (hashtag: unknown, as = owner, headers = {}) =>
  call<FeaturedHashtagDto & { code?: string; field?: string; message?: string }>(
    "POST",
    "/api/hashtags/featured",
    { cookie: as.cookie, json: { hashtag }, headers },
  );
const remove = (id: string, as = owner) =>
  call("DELETE", `/api/hashtags/featured/${id}`, { cookie: as.cookie });

test("a featured hashtag is trimmed, gets its #, and is visible only to the family", async () => {
  expect(await feature("  beach ")).toMatchObject({ status: 201, body: { hashtag: "#beach" } });
  await feature("#Ärger_2026");
  const member = await createMember(owner.familyId);
  expect(await featured(member)).toEqual([
    { id: expect.any(String), hashtag: "#beach" },
    { id: expect.any(String), hashtag: "#Ärger_2026" },
  ]);
  expect(await featured(await createOwner())).toEqual([]);
});

test.each(["", "   ", "#", "two words", "#one #two", "a-b", "##beach", "x".repeat(51), "<b>", "a\u0000b"])(
  "%j is not a hashtag and refused with the field's name",
  async (typed) => {
    expect(await feature(typed)).toMatchObject({ status: 400, body: { field: "hashtag" } });
    expect(await featured()).toEqual([]);
  },
);

test.each(["beach", "#beach", " BEACH ", "#Beach"])("%j is featured once, in any case", async (again) => {
  await feature("Beach");
  expect(await feature(again)).toMatchObject({
    status: 409,
    body: { code: "hashtag_featured", field: "hashtag" },
  });
  expect(await featured()).toHaveLength(1);
  // Another family's hashtags are separate.
  expect((await feature(again, await createOwner())).status).toBe(201);
});

test("featured many times at once it is stored once", async () => {
  const answers = await Promise.all(["sea", "SEA", "#sea", "#Sea", "sEa"].map((typed) => feature(typed)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await featured()).toHaveLength(1);
});

test(`at most ${maxFeaturedHashtags} are featured, also by two requests at once`, async () => {
  const { familyId } = owner;
  const tags = Array.from({ length: maxFeaturedHashtags - 1 }, (_, at) => `tag${at}`);
  await db.featuredHashtag.createMany({ data: tags.map((key) => ({ familyId, key, hashtag: `#${key}` })) });
  const answers = await Promise.all([feature("sea"), feature("sand")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(await featured()).toHaveLength(maxFeaturedHashtags);
});

test("a retry with the same Idempotency-Key gets the first answer", async () => {
  const headers = { "Idempotency-Key": "feature-sea" };
  const first = await feature("sea", owner, headers);
  expect(await feature("sea", owner, headers)).toMatchObject({ status: 201, body: first.body });
});

test("only admins feature and remove; another family's hashtag is not found", async () => {
  const { body } = await feature("sea");
  const member = await createMember(owner.familyId);
  expect((await feature("sand", member)).status).toBe(403);
  expect((await remove(body.id, member)).status).toBe(403);
  expect((await remove(body.id, await createOwner())).status).toBe(404);
  expect((await remove(body.id, await createMember(owner.familyId, "admin"))).status).toBe(204);
  expect((await remove(body.id)).status).toBe(404);
  expect(await featured()).toEqual([]);
});

test("the number of featured hashtags is limited, with a message", async () => {
  const { familyId } = owner;
  const rows = Array.from({ length: 50 }, (_, at) => ({ familyId, hashtag: `#tag${at}`, key: `tag${at}` }));
  await db.featuredHashtag.createMany({ data: rows });
  expect(await feature("one_more")).toMatchObject({
    status: 422,
    body: { message: "50 hashtags are already featured. Please remove one first." },
  });
  // Another family has its own limit.
  expect((await feature("one_more", await createOwner())).status).toBe(201);
});
