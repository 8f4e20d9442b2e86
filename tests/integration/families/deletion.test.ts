import { removeFamily } from "@/lib/album/uploads/server/family-removal-service";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  type FamilyPerson,
  join,
  openSession,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { openUploadFields } from "@/tests/support/sample-calls";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let admin: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  admin = await createMember(owner.familyId, "admin");
});

const remove = (by: FamilyPerson, password = testPassword) =>
  call("DELETE", "/api/organization/current", { cookie: by.cookie, json: { password } });

test("an owner deletes the family with the password; everyone is out at the next request", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  expect((await remove(owner)).status).toBe(204);
  for (const { cookie } of [owner, admin]) {
    const answer = await call("GET", "/api/media", { cookie });
    expect(answer).toMatchObject({ status: 403, body: { code: "no_family" } });
  }
  // The child's account had no other family.
  expect((await call("GET", "/api/auth/me", { cookie: child.cookie })).status).toBe(401);
});

test("pictures, files, people and invitations are gone once the queue has done its work", async () => {
  const stranger = await createOwner({ name: "The others" });
  const theirs = await storeMedia(stranger);
  await storeMedia(owner);
  await storeMedia(admin, { deletedAt: new Date() });
  await call("POST", "/api/media/chunked-upload/init", {
    cookie: owner.cookie,
    json: openUploadFields("film"),
  });
  await remove(owner);
  await removeFamily(owner.familyId);
  expect(await db.family.findMany({ select: { id: true } })).toEqual([{ id: stranger.familyId }]);
  expect(await db.media.findMany({ select: { id: true } })).toEqual([{ id: theirs.id }]);
  expect(await db.upload.count()).toBe(0);
  const keys = await storedKeys("families/");
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every((key) => key.startsWith(`families/${stranger.familyId}/`))).toBe(true);
  // Running it again, as a queue can, does no harm.
  await removeFamily(owner.familyId);
});

test("the queue never removes a family that has members", async () => {
  await removeFamily(owner.familyId);
  expect(await db.family.count()).toBe(1);
});

test("the others are notified by mail; the owner isn't, nor is another family", async () => {
  await createOwner({ name: "The others" });
  await remove(owner);
  const mails = await db.outboxMessage.findMany({
    select: { recipient: true, template: true, subject: true, text: true },
  });
  expect(mails).toMatchObject([
    { recipient: admin.email, template: "familyDeleted", subject: "The Okafors was deleted" },
  ]);
  expect(mails[0]?.text).toContain("Somebody has deleted The Okafors");
});

test("the queue removes one deleted family's things, never those of one with members or of another deleted one", async () => {
  const { id } = await storeMedia(owner);
  const [deleted, next] = [await createFamily(), await createFamily()];
  await removeFamily(owner.familyId);
  expect(await db.media.findMany({ select: { id: true } })).toEqual([{ id }]);
  await removeFamily(deleted);
  const left = await db.family.findMany({ select: { id: true }, orderBy: { id: "asc" } });
  expect(left).toEqual([{ id: owner.familyId }, { id: next }]);
});

test("another family's choice to look for faces stays when a family is deleted", async () => {
  const stranger = await createOwner({ name: "The others" });
  const rows = [owner, stranger].map(({ familyId }) => ({ familyId, faces: true }));
  await db.recognitionSettings.createMany({ data: rows });
  await remove(owner);
  const kept = await db.recognitionSettings.findMany({ select: { familyId: true, faces: true } });
  expect(kept).toEqual([{ familyId: stranger.familyId, faces: true }]);
});

test("a wrong password deletes nothing, and names its field", async () => {
  const answer = await remove(owner, "not this one");
  expect(answer).toMatchObject({ status: 422, body: { field: "password" } });
  expect((await call("GET", "/api/organization/current", { cookie: owner.cookie })).status).toBe(200);
});

test("an account without a password is told to set one first", async () => {
  await db.user.update({ where: { id: owner.userId }, data: { passwordHash: null }, select: { id: true } });
  const answer = await remove(owner);
  expect(answer).toMatchObject({ status: 422, body: { code: "no_password", field: "password" } });
});

test("an admin can't delete the family, whatever the body claims", async () => {
  const json = { password: testPassword, role: "owner", userId: owner.userId };
  const answer = await call("DELETE", "/api/organization/current", { cookie: admin.cookie, json });
  expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
});

test("a page of a family that was deleted on another device neither deletes nor renames the next one", async () => {
  const second = await createFamily({ name: "The cousins", tier: "family" });
  await join(owner.userId, second, "owner");
  const laptop = await openSession(owner.userId, owner.familyId);
  expect((await remove(owner)).status).toBe(204);
  const page = { cookie: laptop.cookie, headers: { "X-Family-ID": owner.familyId } };
  for (const [method, json] of [
    ["DELETE", { password: testPassword }],
    ["PUT", { name: "The Okafors" }],
  ] as const) {
    const answer = await call(method, "/api/organization/current", { ...page, json });
    expect(answer).toMatchObject({ status: 409, body: { code: "family_changed" } });
  }
  // Reading, and switching on purpose, still work.
  const current = await call("GET", "/api/organization/current", { cookie: laptop.cookie });
  expect(current.body).toMatchObject({ id: second, name: "The cousins", role: "owner" });
  const json = { organizationId: second };
  expect((await call("POST", "/api/switch-organization", { ...page, json })).status).toBe(200);
  const there = { cookie: laptop.cookie, headers: { "X-Family-ID": second } };
  const renamed = await call("PUT", "/api/organization/current", { ...there, json: { name: "Cousins" } });
  expect(renamed).toMatchObject({ status: 200, body: { name: "Cousins" } });
});

test("sending the deletion twice deletes one family, not the next one too", async () => {
  const second = await createFamily({ name: "The cousins", tier: "family" });
  await join(owner.userId, second, "owner");
  const answers = await Promise.all([remove(owner), remove(owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
  expect((await remove(owner)).status).toBe(403);
  const left = await call<{ id: string }[]>("GET", "/api/user-organizations", { cookie: owner.cookie });
  expect(left.body.map(({ id }) => id)).toEqual([second]);
});
