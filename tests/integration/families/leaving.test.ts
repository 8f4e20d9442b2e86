import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
  removeMember,
  storeMedia,
} from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";
import { openUploadFields } from "@/tests/support/sample-calls";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

const remove = (by: FamilyPerson, whom: { userId: string }) =>
  call("DELETE", `/api/users/${whom.userId}`, { cookie: by.cookie });
const leave = (person: { cookie: string }) =>
  call("POST", "/api/organization/leave", { cookie: person.cookie });
const current = (cookie: string) => call("GET", "/api/organization/current", { cookie });

test("a removed member is out at the very next request, on every device", async () => {
  const tablet = await openSession(member.userId, owner.familyId);
  for (const { cookie } of [member, tablet]) expect((await current(cookie)).status).toBe(200);
  expect((await remove(owner, member)).status).toBe(204);
  for (const { cookie } of [member, tablet]) {
    expect(await current(cookie)).toMatchObject({ status: 403, body: { code: "no_family" } });
    expect((await call("GET", "/api/media", { cookie })).status).toBe(403);
    // They stay signed in: the account is theirs.
    expect((await call("GET", "/api/auth/me", { cookie })).status).toBe(200);
  }
  expect((await remove(owner, member)).status).toBe(404);
});

test("a removed member's uploads stay, as does their place among the family's people", async () => {
  const { id } = await storeMedia(member, { hasFiles: false });
  await remove(owner, member);
  expect((await call("GET", `/api/media/${id}`, { cookie: owner.cookie })).status).toBe(200);
  const people = await db.familyMember.findMany({
    where: { familyId: owner.familyId },
    select: { userId: true },
    orderBy: { createdAt: "asc" },
  });
  expect(people).toEqual([{ userId: owner.userId }, { userId: null }]);
});

test("a removed member's devices switch to another family of theirs, which keeps its own", async () => {
  const cousins = await createFamily({ name: "The cousins" });
  await join(member.userId, cousins, "member");
  const tablet = await openSession(member.userId, cousins);
  await remove(owner, member);
  for (const { cookie } of [member, tablet]) {
    expect((await current(cookie)).body.name).toBe("The cousins");
  }
  const user = await db.user.findUniqueOrThrow({
    where: { id: member.userId },
    select: { lastFamilyId: true },
  });
  expect(user.lastFamilyId).toBe(cousins);
});

test("switching into a family while being removed from it ends outside, in either order", async () => {
  for (let round = 0; round < 8; round++) {
    const person = await createMember(owner.familyId);
    const cousins = await createFamily({ name: "The cousins" });
    await join(person.userId, cousins, "member");
    const tablet = await openSession(person.userId, cousins);
    const json = { organizationId: owner.familyId };
    const [removal, switched] = await Promise.all([
      remove(owner, person),
      call("POST", "/api/switch-organization", { cookie: tablet.cookie, json }),
    ]);
    expect(removal.status).toBe(204);
    expect([200, 404]).toContain(switched.status);
    const seen = await db.session.findMany({
      where: { userId: person.userId },
      select: { familyId: true },
    });
    expect(seen.map(({ familyId }) => familyId)).not.toContain(owner.familyId);
  }
});

test("a removed member's unfinished uploads and open links are void", async () => {
  const json = openUploadFields("film");
  await call("POST", "/api/media/chunked-upload/init", { cookie: member.cookie, json });
  const cousins = await createFamily({ name: "The cousins" });
  await join(member.userId, cousins, "member");
  await db.oneTimeToken.create({
    data: {
      kind: "directAccess",
      userId: member.userId,
      tokenHash: new Uint8Array([7]),
      expiresAt: new Date(Date.now() + 60_000),
    },
    select: { id: true },
  });
  await remove(owner, member);
  const upload = await call("GET", "/api/media/chunked-upload/film", { cookie: member.cookie });
  expect(upload.status).toBe(404);
  const open = await db.upload.count({ where: { expiresAt: { gt: new Date() } } });
  expect(open).toBe(0);
  expect(await db.oneTimeToken.count({ where: { usedAt: null } })).toBe(0);
});

test("a removed child's account ends with its only family; its pictures stay", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const { id } = await storeMedia(child, { hasFiles: false });
  expect((await remove(owner, child)).status).toBe(204);
  expect((await call("GET", "/api/auth/me", { cookie: child.cookie })).status).toBe(401);
  expect(await db.user.count({ where: { id: child.userId } })).toBe(0);
  const media = await db.media.findUniqueOrThrow({ where: { id }, select: { uploaderId: true } });
  expect(media.uploaderId).toBeNull();
});

test("nobody removes themselves this way, nor someone of another family", async () => {
  const stranger = await createOwner({ name: "The others" });
  expect(await remove(owner, owner)).toMatchObject({ status: 422, body: { code: "cannot_remove_yourself" } });
  expect((await remove(owner, stranger)).status).toBe(404);
  expect((await remove(member, owner)).status).toBe(403);
  expect(await db.membership.count()).toBe(3);
});

test("ten removals at once remove one person once", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(owner, member)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  const entries = await db.activityEntry.findMany({
    where: { action: "family.memberRemoved" },
    select: { actorId: true, subjectId: true, familyId: true },
  });
  expect(entries).toEqual([{ actorId: owner.userId, subjectId: member.userId, familyId: owner.familyId }]);
});

test("a member can leave, and is out", async () => {
  expect((await leave(member)).status).toBe(204);
  expect((await current(member.cookie)).status).toBe(403);
  const users = await call<unknown[]>("GET", "/api/users", { cookie: owner.cookie });
  expect(users.body).toHaveLength(1);
});

test("sending the leave request twice leaves one family, not the next one too", async () => {
  const cousins = await createFamily({ name: "The cousins" });
  await join(member.userId, cousins, "member");
  const tablet = await openSession(member.userId, owner.familyId);
  expect((await leave(member)).status).toBe(204);
  expect(await leave(member)).toMatchObject({ status: 403, body: { code: "no_family" } });
  const left = await call<{ id: string }[]>("GET", "/api/user-organizations", { cookie: member.cookie });
  expect(left.body.map(({ id }) => id)).toEqual([cousins]);
  // The device that didn't ask continues with the other family.
  expect((await current(tablet.cookie)).body.name).toBe("The cousins");
});

test("a page of the family that was left doesn't leave the next one, and a page of one it was removed from changes nothing there", async () => {
  const cousins = await createFamily({ name: "The cousins" });
  const everywhere = [member, await createMember(owner.familyId)];
  const [leaver, removed] = everywhere as [FamilyPerson, FamilyPerson];
  for (const { userId } of everywhere) await join(userId, cousins, "admin");
  const tablet = await openSession(leaver.userId, owner.familyId);
  expect((await leave(leaver)).status).toBe(204);
  expect((await remove(owner, removed)).status).toBe(204);
  const headers = { "X-Family-ID": owner.familyId };
  const tries = [
    await call("POST", "/api/organization/leave", { cookie: tablet.cookie, headers }),
    await call("POST", "/api/organization/leave", { cookie: removed.cookie, headers }),
    await call("POST", "/api/notices", {
      cookie: removed.cookie,
      headers,
      json: { title: "Sunday lunch", message: "At Nana's." },
    }),
  ];
  for (const answer of tries) expect(answer).toMatchObject({ status: 409, body: { code: "family_changed" } });
  expect(await db.membership.count({ where: { familyId: cousins } })).toBe(2);
  expect(await db.notice.count()).toBe(0);
});

test("the last owner can't leave, with others or alone", async () => {
  const answer = await leave(owner);
  expect(answer).toMatchObject({ status: 422, body: { code: "last_owner" } });
  expect(answer.body.message).toMatch(/Make someone else the owner first/);
  await remove(owner, member);
  const alone = await leave(owner);
  expect(alone).toMatchObject({ status: 422, body: { code: "last_owner" } });
  expect(alone.body.message).toMatch(/Delete the family instead/);
});

test("a suspended owner isn't the other owner that a family needs", async () => {
  const second = await createMember(owner.familyId, "owner");
  const suspend = (suspendedAt: Date | null) =>
    db.user.update({ where: { id: second.userId }, data: { suspendedAt }, select: { id: true } });
  await suspend(new Date());
  const refused = await leave(owner);
  expect(refused).toMatchObject({ status: 422, body: { code: "last_owner" } });
  expect(refused.body.message).toMatch(/needs an owner who can sign in.* Make someone else the owner first/);
  await suspend(null);
  expect((await leave(owner)).status).toBe(204);
});

test("if only children or suspended people would remain, the last owner is told to delete the family instead", async () => {
  await db.user.update({
    where: { id: member.userId },
    data: { suspendedAt: new Date() },
    select: { id: true },
  });
  await createMember(owner.familyId, "member", { isChild: true });
  const answer = await leave(owner);
  expect(answer).toMatchObject({ status: 422, body: { code: "last_owner" } });
  expect(answer.body.message).toBe(
    "A family needs an owner, and nobody else in this one can become it. Delete the family instead, if that's what you want.",
  );
});

test("of two owners leaving at once, one stays", async () => {
  const second = await createMember(owner.familyId, "owner");
  const answers = await Promise.all([leave(owner), leave(second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  expect(await db.membership.count({ where: { role: "owner" } })).toBe(1);
});

test("a child can't leave on their own", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  expect((await leave(child)).status).toBe(403);
  expect((await current(child.cookie)).status).toBe(200);
});

test("someone without a family has none to leave", async () => {
  expect(await leave(await createPerson())).toMatchObject({ status: 403, body: { code: "no_family" } });
});

test("a session set to a family, or to none, opens no album without a membership of that family", async () => {
  await createFamily();
  const cousins = await createFamily({ name: "The cousins" });
  await join(member.userId, cousins, "admin");
  const tablet = await openSession(member.userId, null);
  await removeMember(member);
  for (const { cookie } of [member, tablet]) {
    expect(await call("GET", "/api/media", { cookie })).toMatchObject({
      status: 403,
      body: { code: "no_family" },
    });
  }
});

test("removing someone changes nothing of theirs in other families, and nothing of those who stay", async () => {
  const school = await createFamily({ name: "The school" });
  const cousins = await createFamily({ name: "The cousins" });
  for (const familyId of [school, cousins]) await join(member.userId, familyId, "admin");
  await db.user.update({
    where: { id: member.userId },
    data: { lastFamilyId: cousins },
    select: { id: true },
  });
  await createPerson({ isChild: true });
  const there = { ...member, familyId: cousins, ...(await openSession(member.userId, cousins)) };
  for (const person of [there, owner, await createMember(owner.familyId)]) {
    const { userId, familyId, cookie } = person;
    await storeInvitation(person);
    const json = openUploadFields("film");
    expect((await call("POST", "/api/media/chunked-upload/init", { cookie, json })).status).toBe(201);
    const words = { title: "Hello", message: "Hello", url: "/" };
    await db.notification.create({ data: { userId, familyId, kind: "account", ...words } });
  }
  await createOneTimeToken({ kind: "directAccess", userId: owner.userId, minutes: 15 });
  const orderBy = { id: "asc" } as const;
  const others = async () => ({
    people: await db.familyMember.findMany({ where: { familyId: { not: owner.familyId } }, orderBy }),
    uploads: await db.upload.findMany({ orderBy }),
    notifications: await db.notification.findMany({ orderBy }),
    invitations: await db.invitation.findMany({ orderBy }),
    links: await db.oneTimeToken.findMany({ orderBy }),
    users: await db.user.findMany({ select: { id: true, lastFamilyId: true }, orderBy }),
    sessions: await db.session.findMany({
      where: { id: { not: member.sessionId } },
      select: { id: true, familyId: true },
      orderBy,
    }),
  });
  const before = await others();
  expect((await remove(owner, member)).status).toBe(204);
  expect(await others()).toEqual(before);
});

test("an owner of another family doesn't count as the other owner that a family needs", async () => {
  await createOwner({ name: "The others" });
  expect(await leave(owner)).toMatchObject({ status: 422, body: { code: "last_owner" } });
});
