import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import type { AdminMessageDto, AdminMessagePageDto } from "@/lib/notify/admin-messages/schema";
import type { NotificationPageDto } from "@/lib/notify/notifications/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember, type FamilyPerson, join } from "@/tests/support/factories";

withTestDatabase();

const path = "/api/admin-notifications";
const words = { title: "Grandma arrives", message: "On Sunday at noon.\nBring cake!" };

async function people() {
  const familyId = await createFamily();
  return {
    owner: await createMember(familyId, "owner"),
    admin: await createMember(familyId, "admin"),
    nana: await createMember(familyId),
    child: await createMember(familyId, "member", { isChild: true }),
  };
}

const send = ({ cookie }: FamilyPerson, json: object, headers: Record<string, string> = {}) =>
  call<AdminMessageDto & { code?: string; field?: string }>("POST", path, { cookie, json, headers });
const history = async ({ cookie }: FamilyPerson, query = "") =>
  (await call<AdminMessagePageDto>("GET", `${path}${query}`, { cookie })).body;
const titles = async ({ cookie }: FamilyPerson) =>
  (await call<NotificationPageDto>("GET", "/api/notifications", { cookie })).body.items.map(
    ({ title }) => title,
  );

test("a message to all reaches everyone but its sender", async () => {
  const { owner, admin, nana, child } = await people();
  const { status, body } = await send(admin, { ...words, audience: "all" });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      ...words,
      audience: "all",
      createdAt: expect.any(String),
      sentByUsername: admin.username,
      sentByName: "Somebody",
      recipients: 3,
      delivered: 0,
      read: 0,
    },
  ]);
  for (const person of [owner, nana, child]) expect(await titles(person)).toEqual(["Grandma arrives"]);
  expect(await titles(admin)).toEqual([]);
});

test("a message to the admins reaches only the owner and admins", async () => {
  const { owner, admin, nana } = await people();
  expect((await send(admin, { ...words, audience: "admins" })).body.recipients).toBe(1);
  expect([await titles(owner), await titles(nana)]).toEqual([["Grandma arrives"], []]);
});

test("a message to chosen people reaches each of them once, even if named twice", async () => {
  const { owner, admin, nana, child } = await people();
  const audience = [nana.userId, child.userId, nana.userId];
  const { body } = await send(owner, { ...words, audience });
  expect(body).toMatchObject({ recipients: 2, audience: [nana.userId, child.userId] });
  expect([await titles(nana), await titles(admin)]).toEqual([["Grandma arrives"], []]);
});

test("someone who switched off the admins' messages doesn't count as a recipient", async () => {
  const { owner, nana } = await people();
  const json = { notifications: { adminMessage: false } };
  await call("PUT", "/api/user-settings", { cookie: nana.cookie, json });
  expect((await send(owner, { ...words, audience: [nana.userId] })).body.recipients).toBe(0);
});

test("the history counts who has received and who has read it", async () => {
  const { owner, admin, nana, child } = await people();
  await send(owner, { ...words, audience: "all" });
  await titles(nana);
  await titles(child);
  const { userId, cookie } = nana;
  await call("POST", `${path}/${userId}/mark-read`, { cookie });
  // Read from the push, without ever being listed.
  await call("POST", `${path}/${admin.userId}/mark-read`, { cookie: admin.cookie });
  expect((await history(admin)).items).toMatchObject([{ recipients: 3, delivered: 3, read: 2 }]);
});

test("the history is paged by cursor and only shows the family's own", async () => {
  const { owner } = await people();
  const other = await people();
  for (const title of ["1", "2", "3"]) await send(owner, { ...words, title, audience: "all" });
  await send(other.owner, { ...words, title: "Theirs", audience: "all" });
  const first = await history(owner, "?limit=2");
  const second = await history(owner, `?limit=2&cursor=${first.nextCursor}`);
  expect(first.pagination).toEqual({ total: 3, limit: 2, offset: 0, hasMore: true });
  const all = [...first.items, ...second.items].map(({ title }) => title);
  expect([all, second.nextCursor]).toEqual([["3", "2", "1"], null]);
});

test("the history names a sender once, as this family calls them and not as another does", async () => {
  const { owner } = await people();
  const { familyId } = (await people()).owner;
  await join(owner.userId, familyId, "member");
  const { userId } = owner;
  await db.familyMember.updateMany({ where: { userId, familyId }, data: { nickname: "Auntie" } });
  await send(owner, { ...words, audience: "all" });
  expect((await history(owner)).items.map(({ sentByName }) => sentByName)).toEqual(["Somebody"]);
});

test("people of another family, deleted or made up are refused, and nobody is notified", async () => {
  const { owner, nana } = await people();
  const stranger = await createMember(await createFamily({ name: "The cousins" }));
  for (const id of [stranger.userId, randomUUID(), "not-an-id"]) {
    const answer = await send(owner, { ...words, audience: [nana.userId, id] });
    expect(answer).toMatchObject({ status: 422, body: { code: "unknown_recipient", field: "audience" } });
  }
  expect([await db.notification.count(), await db.adminMessage.count()]).toEqual([0, 0]);
});

test.each([
  ["title", " "],
  ["title", "x".repeat(101)],
  ["title", "two\nlines"],
  ["message", " \n "],
  ["message", "x".repeat(2001)],
  ["message", "a\u0000b"],
  ["audience", []],
  ["audience", "everybody"],
  ["audience", [7]],
])("%s can't be %j", async (field, value) => {
  const { owner } = await people();
  const answer = await send(owner, { ...words, audience: "all", [field]: value });
  expect(answer).toMatchObject({ status: 400, body: { field } });
});

test("members and children can't send or see the history", async () => {
  const { nana, child } = await people();
  for (const person of [nana, child]) {
    expect((await send(person, { ...words, audience: "all" })).status).toBe(403);
    expect((await call("GET", path, { cookie: person.cookie })).status).toBe(403);
  }
});

test("a repeated request with the same Idempotency-Key sends once", async () => {
  const { owner, nana } = await people();
  const key = { "Idempotency-Key": randomUUID() };
  const first = await send(owner, { ...words, audience: "all" }, key);
  const again = await send(owner, { ...words, audience: "all" }, key);
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  expect(await titles(nana)).toHaveLength(1);
});

test("admins are notified in the album of a child's forgotten password, with or without mail", async () => {
  const { owner, admin, nana, child } = await people();
  await db.user.updateMany({ where: { id: owner.userId }, data: { email: null } });
  const { askAdminsForChild } = await import("@/lib/account/accounts/server/child-recovery-service");
  await askAdminsForChild(child.username);
  for (const person of [owner, admin])
    expect(await titles(person)).toEqual(["Somebody needs a new password"]);
  expect(await titles(nana)).toEqual([]);
});
