import { setTimeout as sleep } from "node:timers/promises";
import { databasePool, db } from "@/lib/db";
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
} from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let admin: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  admin = await createMember(owner.familyId, "admin");
  member = await createMember(owner.familyId);
});

const give = (by: FamilyPerson, whom: FamilyPerson, role: string) =>
  call("PATCH", `/api/users/${whom.userId}`, { cookie: by.cookie, json: { role } });
const roles = async () => {
  const rows = await db.membership.findMany({
    where: { familyId: owner.familyId },
    select: { userId: true, role: true },
  });
  return new Map(rows.map((row) => [row.userId, row.role]));
};
const roleOf = async (person: FamilyPerson) => (await roles()).get(person.userId);

test("the family's accounts are listed for its admins, with their upload counts", async () => {
  const answer = await call<Record<string, unknown>[]>("GET", "/api/users", { cookie: admin.cookie });
  expect(answer.body.map(({ id, role }) => [id, role])).toEqual([
    [owner.userId, "owner"],
    [admin.userId, "admin"],
    [member.userId, "member"],
  ]);
  expect(answer.body[2]).toEqual({
    id: member.userId,
    username: member.username,
    displayName: "Somebody",
    email: member.email,
    role: "member",
    isChild: false,
    joinedAt: expect.any(String),
    lastSeenAt: expect.any(String),
    uploadCount: 0,
    storageBytes: 0,
    passwordTemporary: false,
    isOpenToLinks: true,
    isOpenToPasswords: true,
  });
  expect(answer.body.slice(0, 2)).toMatchObject([
    { isOpenToLinks: false, isOpenToPasswords: false },
    { isOpenToLinks: false, isOpenToPasswords: false },
  ]);
});

test("an admin makes a member an admin and reverts it; it applies from the very next request", async () => {
  const asAdmin = () => call("GET", "/api/users", { cookie: member.cookie });
  expect((await asAdmin()).status).toBe(403);
  expect(await give(admin, member, "admin")).toMatchObject({ status: 200, body: { role: "admin" } });
  expect((await asAdmin()).status).toBe(200);
  expect(await give(admin, member, "member")).toMatchObject({ status: 200, body: { role: "member" } });
  expect(await asAdmin()).toMatchObject({ status: 403, body: { code: "forbidden" } });
});

test("the answer to a role change has that person's own uploads, as the list does", async () => {
  for (const person of [member, member, admin]) await storeMedia(person, { hasFiles: false });
  const { body } = await give(owner, member, "admin");
  expect(body).toMatchObject({ uploadCount: 2 });
  const list = await call<{ id: string }[]>("GET", "/api/users", { cookie: owner.cookie });
  expect(list.body.find(({ id }) => id === member.userId)).toEqual(body);
});

test("a role change is logged with who did it and from where", async () => {
  const headers = { "User-Agent": "Keepsake test" };
  const json = { role: "admin" };
  await call("PATCH", `/api/users/${member.userId}`, { cookie: owner.cookie, headers, json });
  const written = await db.activityEntry.findFirst({
    where: { familyId: owner.familyId, subjectId: member.userId, actorId: owner.userId },
    select: { action: true, userAgent: true, ipAddress: true },
  });
  expect(written).toEqual({
    action: expect.stringContaining("family."),
    userAgent: "Keepsake test",
    ipAddress: expect.any(String),
  });
});

test("giving someone the role they have changes nothing and logs nothing", async () => {
  expect((await give(owner, admin, "admin")).status).toBe(200);
  expect(await db.activityEntry.count()).toBe(0);
});

test("an admin can't make, demote or remove owners", async () => {
  const second = await createMember(owner.familyId, "owner");
  const refused = await give(admin, member, "owner");
  expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(refused.body.message).toMatch(/^Only an owner can make owners/);
  expect((await give(admin, second, "member")).status).toBe(403);
  const removal = await call("DELETE", `/api/users/${second.userId}`, { cookie: admin.cookie });
  expect(removal.status).toBe(403);
  expect(await roleOf(second)).toBe("owner");
});

test("nobody can give themselves a higher role", async () => {
  const up = await give(admin, admin, "owner");
  expect(up).toMatchObject({ status: 403 });
  expect(up.body.message).toMatch(/give yourself a higher role/);
  expect((await give(member, member, "admin")).status).toBe(403);
  expect([await roleOf(admin), await roleOf(member)]).toEqual(["admin", "member"]);
});

test("an admin can step down, and then isn't one", async () => {
  expect(await give(admin, admin, "member")).toMatchObject({ status: 200, body: { role: "member" } });
  expect((await give(admin, admin, "admin")).status).toBe(403);
});

test("an owner transfers ownership and steps down afterwards", async () => {
  expect(await give(owner, admin, "owner")).toMatchObject({ status: 200, body: { role: "owner" } });
  expect(await give(owner, owner, "admin")).toMatchObject({ status: 200, body: { role: "admin" } });
  expect([await roleOf(admin), await roleOf(owner)]).toEqual(["owner", "admin"]);
  const entries = await db.activityEntry.findMany({
    where: { action: "family.roleChanged" },
    select: { actorId: true, subjectId: true, detail: true },
    orderBy: { id: "asc" },
  });
  expect(entries).toEqual([
    { actorId: owner.userId, subjectId: admin.userId, detail: { from: "admin", to: "owner" } },
    { actorId: owner.userId, subjectId: owner.userId, detail: { from: "owner", to: "admin" } },
  ]);
});

test("the last owner can't be demoted", async () => {
  const answer = await give(owner, owner, "member");
  expect(answer).toMatchObject({ status: 422, body: { code: "last_owner" } });
  expect(answer.body.message).toMatch(/Make someone else the owner first/);
});

test("an owner can't step down while the only other owner is suspended", async () => {
  expect((await give(owner, admin, "owner")).status).toBe(200);
  const suspend = (suspendedAt: Date | null) =>
    db.user.update({ where: { id: admin.userId }, data: { suspendedAt }, select: { id: true } });
  await suspend(new Date());
  expect(await give(owner, owner, "admin")).toMatchObject({ status: 422, body: { code: "last_owner" } });
  await suspend(null);
  expect((await give(owner, owner, "admin")).status).toBe(200);
});

test("two owners who demote each other, or themselves, at once leave one owner", async () => {
  for (const whom of ["each other", "themselves"]) {
    const second = await createMember(owner.familyId, "owner");
    const answers = await Promise.all(
      whom === "each other"
        ? [give(owner, second, "admin"), give(second, owner, "admin")]
        : [give(owner, owner, "admin"), give(second, second, "admin")],
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const owners = [...(await roles()).entries()].filter(([, role]) => role === "owner");
    expect(owners).toHaveLength(1);
    await db.membership.updateMany({ where: { userId: owner.userId }, data: { role: "owner" } });
    await db.membership.deleteMany({ where: { userId: second.userId } });
  }
});

test("an admin demoted while a request waits can't complete it", async () => {
  const [demotion, promotion] = await Promise.all([
    give(owner, admin, "member"),
    give(admin, member, "admin"),
  ]);
  expect(demotion.status).toBe(200);
  // In either order: after their demotion the admin's request is refused.
  expect([200, 403]).toContain(promotion.status);
  expect(await roleOf(member)).toBe(promotion.status === 200 ? "admin" : "member");
  expect(await roleOf(admin)).toBe("member");
});

test("a child can never be more than a member", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  for (const role of ["admin", "owner"]) {
    expect(await give(owner, child, role)).toMatchObject({
      status: 422,
      body: { code: "child_stays_member", field: "role" },
    });
  }
  expect(await roleOf(child)).toBe("member");
});

test("a free family can't be transferred to someone who owns a free one already; a paid one can", async () => {
  const elsewhere = await createOwner({ name: "The others" });
  await db.familyMember.updateMany({ where: { userId: elsewhere.userId }, data: { name: "Their secret" } });
  await join(elsewhere.userId, owner.familyId, "member");
  const answer = await give(owner, elsewhere, "owner");
  expect(answer).toMatchObject({ status: 409, body: { code: "free_family_exists" } });
  expect(answer.body.message).toMatch(/^Somebody already owns a free family/);
  await db.family.update({ where: { id: owner.familyId }, data: { tier: "family" } });
  expect((await give(owner, elsewhere, "owner")).status).toBe(200);
});

test("two free families transferred to one person at once: one succeeds", async () => {
  const other = await createOwner({ name: "The others" });
  const heir = await createMember(owner.familyId);
  await join(heir.userId, other.familyId, "member");
  const answers = await Promise.all([give(owner, heir, "owner"), give(other, heir, "owner")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("someone of another family is not found, and nothing else in the body matters", async () => {
  const stranger = await createOwner({ name: "The others" });
  expect((await give(owner, stranger, "member")).status).toBe(404);
  const json = {
    role: "admin",
    userId: owner.userId,
    familyId: stranger.familyId,
    isSuperAdmin: true,
    subscriptionTier: "premium",
  };
  await call("PATCH", `/api/users/${member.userId}`, { cookie: owner.cookie, json });
  expect(await roleOf(member)).toBe("admin");
  const user = await db.user.findUniqueOrThrow({
    where: { id: member.userId },
    select: { isSuperAdmin: true },
  });
  expect(user.isSuperAdmin).toBe(false);
});

test("someone who loses the admin role loses the invitations they sent", async () => {
  const invitation = {
    familyId: owner.familyId,
    username: "nana",
    email: "nana@example.org",
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  await db.invitation.create({
    data: { ...invitation, invitedById: admin.userId, codeHash: new Uint8Array([1]) },
    select: { id: true },
  });
  await db.invitation.create({
    data: { ...invitation, invitedById: owner.userId, codeHash: new Uint8Array([2]) },
    select: { id: true },
  });
  await give(owner, admin, "member");
  const open = await db.invitation.findMany({ where: { revokedAt: null }, select: { invitedById: true } });
  expect(open).toEqual([{ invitedById: owner.userId }]);
});

test("a person in two families is listed once, by this one's name for them and their activity here", async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  await db.session.updateMany({ where: { userId: member.userId }, data: { lastSeenAt: yesterday } });
  const cousins = await createFamily({ name: "The cousins" });
  await join(member.userId, cousins, "member");
  await db.familyMember.updateMany({ where: { familyId: cousins }, data: { name: "Their secret" } });
  await openSession(member.userId, cousins);
  await storeMedia({ ...member, familyId: cousins }, { hasFiles: false });
  const { body } = await call<object[]>("GET", "/api/users", { cookie: owner.cookie });
  expect(body).toHaveLength(3);
  expect(body[2]).toMatchObject({
    id: member.userId,
    displayName: "Somebody",
    lastSeenAt: yesterday.toISOString(),
    uploadCount: 0,
    storageBytes: 0,
  });
});

test("a family being changed doesn't block another", async () => {
  const { familyId } = await createOwner({ name: "The others" });
  const holder = await databasePool().connect();
  try {
    await holder.query("BEGIN");
    await holder.query('SELECT 1 FROM "Family" WHERE id = $1 FOR UPDATE', [familyId]);
    const given = give(owner, member, "admin");
    const first = await Promise.race([given, sleep(3000, "waits", { ref: false })]);
    await holder.query("ROLLBACK");
    await given;
    expect(first).toMatchObject({ status: 200 });
  } finally {
    holder.release();
  }
});
