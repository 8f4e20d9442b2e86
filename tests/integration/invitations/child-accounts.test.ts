import { randomUUID } from "node:crypto";
import type { UserDto } from "@/lib/account/accounts/schema";
import { db } from "@/lib/db";
import type { ChildDto } from "@/lib/family/children/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson, type FamilyPerson, testPassword } from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";

withTestDatabase();

const ife = { username: "Ife", password: testPassword, displayName: "Ife", birthDate: "2018-05-04" };
const create = (admin: FamilyPerson, json: object = ife, headers = {}) =>
  call<ChildDto & Record<string, unknown>>("POST", "/api/child-accounts", {
    cookie: admin.cookie,
    json,
    headers,
  });
const signIn = (usernameOrEmail: string) =>
  call<UserDto>("POST", "/api/auth/login", { json: { usernameOrEmail, password: testPassword } });

const address = {
  phoneNumber: "+447700900123",
  addressFullName: "Ada Okafor",
  addressLine1: "1 Sea Road",
  addressLine2: null,
  addressCity: "Brighton",
  addressPostcode: "BN1 1AA",
};

test("a child signs in by name, has no email, and starts onboarded with the admin's phone and address", async () => {
  const owner = await createOwner();
  await db.user.update({ where: { id: owner.userId }, data: address, select: { id: true } });
  const { status, body } = await create(owner);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    username: "ife",
    displayName: "Ife",
    birthDate: "2018-05-04",
    memberId: expect.any(String),
  });
  expect((await signIn("ife")).body).toMatchObject({
    ...address,
    id: body.id,
    email: null,
    isChild: true,
    isAdmin: false,
    onboardingCompleted: true,
    passwordTemporary: false,
    currentFamily: { id: owner.familyId, role: "member" },
  });
  const person = await db.familyMember.findUniqueOrThrow({
    where: { id: body.memberId },
    select: { userId: true, name: true, birthDate: true },
  });
  expect(person).toEqual({ userId: body.id, name: "Ife", birthDate: new Date("2018-05-04T00:00:00Z") });
});

test("no field makes a child an admin, or gives one an address", async () => {
  const owner = await createOwner();
  const extra = { role: "admin", isAdmin: true, isSuperAdmin: true, email: "a@example.org", isChild: false };
  await create(owner, { ...ife, ...extra });
  expect((await signIn("ife")).body).toMatchObject({ email: null, isChild: true, isAdmin: false });
});

test("the baby among the family's people is linked to the account", async () => {
  const owner = await createOwner();
  const baby = await db.familyMember.create({
    data: { familyId: owner.familyId, name: "Ifeoma", nickname: "Bean" },
    select: { id: true },
  });
  const { body } = await create(owner, { ...ife, memberId: baby.id });
  expect(body.memberId).toBe(baby.id);
  const people = await db.familyMember.findMany({
    where: { familyId: owner.familyId, id: baby.id },
    select: { userId: true, name: true, nickname: true },
  });
  expect(people).toEqual([{ userId: body.id, name: "Ife", nickname: null }]);
  expect(await create(owner, { ...ife, username: "ife.two", memberId: baby.id })).toMatchObject({
    status: 409,
    body: { code: "person_has_account", field: "memberId" },
  });
});

test("another family's person is not found, like a nonexistent one", async () => {
  const owner = await createOwner();
  const other = await createOwner();
  const foreign = await db.familyMember.create({
    data: { familyId: other.familyId, name: "Theirs" },
    select: { id: true },
  });
  const answers = await Promise.all(
    [foreign.id, randomUUID(), "no-id"].map((memberId) => create(owner, { ...ife, memberId })),
  );
  for (const { status, body } of answers) expect([status, body]).toEqual([404, answers[1]?.body]);
  expect(await db.user.count({ where: { isChild: true } })).toBe(0);
});

test.each([
  ["username", { username: "a b" }],
  ["username", { username: "ab" }],
  ["password", { password: "12345" }],
  ["password", { password: "password" }],
  ["displayName", { displayName: "  " }],
  ["birthDate", { birthDate: "2018-02-30" }],
  ["birthDate", { birthDate: "2999-01-01" }],
  ["birthDate", { birthDate: "" }],
])("a wrong %s is refused with its name", async (field, wrong) => {
  const owner = await createOwner();
  const answer = await create(owner, { ...ife, ...wrong });
  expect(answer).toMatchObject({ status: 400, body: { field } });
  expect(await db.user.count()).toBe(1);
});

test("a taken name, or one reserved by an open invitation, is refused", async () => {
  const owner = await createOwner({ tier: "family" });
  const { username } = await createPerson();
  const promised = await storeInvitation(owner);
  for (const taken of [username, username.toUpperCase(), promised.username]) {
    expect(await create(owner, { ...ife, username: taken })).toMatchObject({
      status: 409,
      body: { code: "username_taken", field: "username" },
    });
  }
});

test("a name reserved by another family's invitation is free for a child", async () => {
  const promised = await storeInvitation(await createOwner());
  expect((await create(await createOwner(), { ...ife, username: promised.username })).status).toBe(201);
});

test("children count towards the plan, and the last place is given once", async () => {
  const owner = await createOwner();
  expect((await create(owner)).status).toBe(201);
  const names = ["one", "two", "three", "four"];
  const answers = await Promise.all(names.map((username) => create(owner, { ...ife, username })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: "member_limit" });
});

test("the same name many times at once creates one child", async () => {
  const owner = await createOwner({ tier: "premium" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(owner)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await db.user.count({ where: { isChild: true } })).toBe(1);
  expect(await db.familyMember.count({ where: { name: "Ife" } })).toBe(1);
});

test("a repeated request with the same key gets the first answer", async () => {
  const owner = await createOwner();
  const headers = { "Idempotency-Key": randomUUID() };
  const first = await create(owner, ife, headers);
  const second = await create(owner, ife, headers);
  expect([second.status, second.body]).toEqual([201, first.body]);
});

test("a failed request leaves alone what someone else is running under the same key", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const running = { userId: other.userId, key: "child-1", request: "theirs" };
  await db.idempotencyKey.create({ data: running });
  const headers = { "Idempotency-Key": running.key };
  expect((await create(owner, { ...ife, memberId: randomUUID() }, headers)).status).toBe(404);
  expect(await db.idempotencyKey.findMany()).toMatchObject([running]);
});

test("a child can't invite or create accounts, links or other children", async () => {
  const owner = await createOwner({ tier: "family" });
  await create(owner);
  const cookie = (await signIn("ife")).headers.get("set-cookie")?.split(";")[0] ?? "";
  for (const [method, path, json] of [
    ["GET", "/api/invitations", undefined],
    ["POST", "/api/invitations", { username: "other", email: "other@example.org" }],
    ["POST", "/api/child-accounts", { ...ife, username: "other" }],
    ["POST", "/api/direct-access", { userId: owner.userId }],
  ] as const) {
    expect(await call(method, path, { cookie, json })).toMatchObject({ status: 403 });
  }
});
