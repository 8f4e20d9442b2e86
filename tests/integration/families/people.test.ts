import { db } from "@/lib/db";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember, createOwner, type FamilyPerson, join } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const list = async (cookie: string, query = "") =>
  (await call<FamilyMemberDto[]>("GET", `/api/family-members${query}`, { cookie })).body;
const add = (json: object, cookie = owner.cookie) =>
  call<FamilyMemberDto>("POST", "/api/family-members", { cookie, json });
const change = (id: string, json: object, cookie = owner.cookie) =>
  call<FamilyMemberDto>("PUT", `/api/family-members/${id}`, { cookie, json });
const remove = (id: string, cookie = owner.cookie) => call("DELETE", `/api/family-members/${id}`, { cookie });

test("the baby is a person of the family without an account", async () => {
  const answer = await add({ name: "Ifeoma Okafor", nickname: "Bean", birthDate: "2025-03-01" });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    name: "Ifeoma Okafor",
    nickname: "Bean",
    displayName: "Bean",
    birthDate: "2025-03-01",
    userId: null,
  });
  expect(await list(owner.cookie)).toHaveLength(2);
});

test("given fields change, others stay, and null or an empty value clears", async () => {
  const { id } = (await add({ name: "Nana", nickname: "Nan", birthDate: "1949-11-30" })).body;
  expect((await change(id, { name: "Rose" })).body).toMatchObject({
    name: "Rose",
    nickname: "Nan",
    birthDate: "1949-11-30",
  });
  expect((await change(id, { nickname: "" })).body).toMatchObject({ nickname: null, displayName: "Rose" });
  expect((await change(id, { birthDate: null })).body).toMatchObject({ birthDate: null });
});

test.each(["2999-01-01", "2023-02-29", "1899-12-31", "1.2.2020", "2020-2-1", "yesterday"])(
  "%s is not a valid birthday",
  async (birthDate) => {
    const answer = await add({ name: "Baby", birthDate });
    expect(answer).toMatchObject({ status: 400, body: { field: "birthDate" } });
  },
);

test("a person without a name is refused", async () => {
  expect(await add({ name: "  " })).toMatchObject({ status: 400, body: { field: "name" } });
});

test("a person with a new account takes over their entry, and keeps what both knew", async () => {
  const nana = (await add({ name: "Nana Rose", nickname: "Nana" })).body;
  const account = await createMember(owner.familyId);
  await db.familyMember.updateMany({
    where: { userId: account.userId },
    data: { birthDate: new Date("1949-11-30") },
  });
  expect((await change(nana.id, { userId: account.userId })).body).toEqual({
    id: nana.id,
    name: "Nana Rose",
    nickname: "Nana",
    displayName: "Nana",
    birthDate: "1949-11-30",
    userId: account.userId,
  });
  expect(await list(owner.cookie)).toHaveLength(2);
  // Repeating it changes nothing; another account is refused.
  expect((await change(nana.id, { userId: account.userId })).status).toBe(200);
  expect(await change(nana.id, { userId: owner.userId })).toMatchObject({
    status: 422,
    body: { code: "person_has_account" },
  });
});

test("linking an account in one family leaves its entry in another unchanged", async () => {
  const cousins = await createFamily();
  const account = await createMember(cousins);
  const there = { familyId_userId: { familyId: cousins, userId: account.userId } };
  await db.familyMember.update({ where: there, data: { nickname: "Cousin Jo" }, select: { id: true } });
  const { familyId, cookie } = await createOwner();
  await join(account.userId, familyId, "member");
  const nana = (await add({ name: "Nana" }, cookie)).body;
  expect((await change(nana.id, { userId: account.userId }, cookie)).body).toMatchObject({ nickname: null });
  expect(await db.familyMember.findUnique({ where: there })).toMatchObject({ nickname: "Cousin Jo" });
});

test("an account of another family can't be linked", async () => {
  const stranger = await createOwner({ name: "The others" });
  const { id } = (await add({ name: "Nana" })).body;
  expect((await change(id, { userId: stranger.userId })).status).toBe(404);
  expect((await add({ name: "Pop", userId: stranger.userId })).status).toBe(404);
  expect(await list(owner.cookie)).toHaveLength(2);
});

test("another family's person can't be changed or removed, and looks like one that doesn't exist", async () => {
  const stranger = await createOwner({ name: "The others" });
  const theirs = (await add({ name: "Theirs" }, stranger.cookie)).body;
  expect((await change(theirs.id, { name: "Ours", userId: owner.userId })).status).toBe(404);
  expect((await remove(theirs.id)).status).toBe(404);
  expect(await list(stranger.cookie)).toContainEqual(theirs);
});

test("the people of a large family next door don't count towards this one's places", async () => {
  const familyId = await createFamily();
  const data = Array.from({ length: 200 }, (_, at) => ({ familyId, name: `Cousin ${at}` }));
  await db.familyMember.createMany({ data });
  expect((await add({ name: "Nana" })).status).toBe(201);
});

test("people with an account can't be removed from the people; others can, once", async () => {
  const [self] = await list(owner.cookie);
  expect(await remove(self?.id ?? "")).toMatchObject({ status: 422, body: { code: "person_has_account" } });
  const { id } = (await add({ name: "Nana" })).body;
  expect((await remove(id)).status).toBe(204);
  expect((await remove(id)).status).toBe(404);
});

test("members see the people but can't change them", async () => {
  const member = await createMember(owner.familyId);
  const { id } = (await add({ name: "Nana" })).body;
  expect(await list(member.cookie)).toHaveLength(3);
  expect((await add({ name: "Me" }, member.cookie)).status).toBe(403);
  expect((await change(id, { name: "Me" }, member.cookie)).status).toBe(403);
  expect((await remove(id, member.cookie)).status).toBe(403);
});

test("the current family may be named by its id; any other is not found", async () => {
  const cousins = await createFamily({ name: "The cousins" });
  await join(owner.userId, cousins, "member");
  expect(await list(owner.cookie, `?organizationId=${owner.familyId}`)).toHaveLength(1);
  const stranger = await createOwner({ name: "The others" });
  for (const id of [cousins, stranger.familyId, "not-an-id"]) {
    const answer = await call("GET", `/api/family-members?organizationId=${id}`, { cookie: owner.cookie });
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});

test("admins change the family's name and icon; the session shows them immediately", async () => {
  const admin = await createMember(owner.familyId, "admin");
  const json = { name: "  Okafor & Sons ", icon: "star", subscriptionTier: "premium", role: "owner" };
  const answer = await call("PUT", "/api/organization/current", { cookie: admin.cookie, json });
  expect(answer).toMatchObject({
    status: 200,
    body: { name: "Okafor & Sons", icon: "star", role: "admin", subscription_tier: "free" },
  });
  const me = await call("GET", "/api/auth/me", { cookie: owner.cookie });
  expect(me.body.currentFamily).toMatchObject({ name: "Okafor & Sons", icon: "star" });
  for (const [field, value] of Object.entries({ name: " ", icon: "unicorn" })) {
    const refused = await call("PUT", "/api/organization/current", {
      cookie: admin.cookie,
      json: { [field]: value },
    });
    expect(refused).toMatchObject({ status: 400, body: { field } });
  }
});

test("actions in the family are logged, with who did them", async () => {
  const { id } = (await add({ name: "Nana" })).body;
  await change(id, { nickname: "Nan" });
  await remove(id);
  await call("PUT", "/api/organization/current", { cookie: owner.cookie, json: { name: "Ours" } });
  const entries = await db.activityEntry.findMany({
    select: { action: true, actorId: true, familyId: true },
    orderBy: { id: "asc" },
  });
  const by = { actorId: owner.userId, familyId: owner.familyId };
  expect(entries).toEqual(
    ["personAdded", "personChanged", "personRemoved", "changed"].map((what) => ({
      action: `family.${what}`,
      ...by,
    })),
  );
});
