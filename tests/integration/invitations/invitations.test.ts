import { db } from "@/lib/db";
import type { InvitationDto, InvitationLinkDto } from "@/lib/family/invitations/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  storeMedia,
} from "@/tests/support/factories";
import { newcomer, storeInvitation } from "@/tests/support/invitations";
import { writtenMessages } from "@/tests/support/outbox";

withTestDatabase();

const rose = { username: "Grandma.Rose", email: "Rose@Example.org" };
const invite = (inviter: FamilyPerson, json: object) =>
  call<InvitationLinkDto & Record<string, unknown>>("POST", "/api/invitations", {
    cookie: inviter.cookie,
    json,
  });
const list = (admin: FamilyPerson) =>
  call<InvitationDto[]>("GET", "/api/invitations", { cookie: admin.cookie });
const codeIn = (url: unknown) => String(url).split("/").at(-1) ?? "";
const validate = (code: string) => call("GET", `/api/invitations/${code}/validate`);
const mails = () => writtenMessages();

test("an invitation returns its link, is mailed with the same link and listed", async () => {
  const owner = await createOwner();
  const before = Date.now();
  const { status, body } = await invite(owner, { ...rose, isAdmin: true });
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual(["expiresAt", "id", "url"]);
  expect(body.url).toMatch(/^http:\/\/album\.test\/register\/[\w-]{43}$/);
  const days = (Date.parse(body.expiresAt) - before) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(7);
  expect(days).toBeLessThan(7.01);

  const [mail] = await mails();
  expect(mail).toMatchObject({ template: "invitation", recipient: "rose@example.org" });
  expect(mail?.text).toContain(`/register/${codeIn(body.url)}`);
  expect(mail?.text).toContain("Your username will be grandma.rose");
  expect((await list(owner)).body).toEqual([
    {
      id: body.id,
      username: "grandma.rose",
      email: "rose@example.org",
      isAdmin: true,
      memberId: null,
      personName: null,
      invitedBy: "Somebody",
      sentAt: expect.any(String),
      expiresAt: body.expiresAt,
      isExpired: false,
    },
  ]);
});

test("the list uses the family's name for the invited person", async () => {
  const owner = await createOwner();
  const { id: memberId } = await db.familyMember.create({
    data: { familyId: owner.familyId, name: "Rose Okafor", nickname: "Nana" },
    select: { id: true },
  });
  expect((await invite(owner, { ...rose, memberId })).status).toBe(201);
  expect((await list(owner)).body).toMatchObject([{ memberId, personName: "Nana" }]);
});

test("the link in a mail never follows a forged Host header", async () => {
  const owner = await createOwner();
  await call("POST", "/api/invitations", {
    cookie: owner.cookie,
    json: rose,
    headers: { Host: "evil.example" },
  });
  const [mail] = await mails();
  expect(mail?.text).toContain("http://localhost:3000/register/");
  expect(mail?.text).not.toContain("evil.example");
});

test("only the hash of a code is stored", async () => {
  const owner = await createOwner();
  const code = codeIn((await invite(owner, rose)).body.url);
  const { codeHash } = await db.invitation.findFirstOrThrow({ select: { codeHash: true } });
  expect(codeHash).toHaveLength(32);
  const rows = [await db.invitation.findMany(), await db.activityEntry.findMany()];
  expect(JSON.stringify(rows)).not.toContain(code);
});

test("what an invitation shows to anyone who opens it", async () => {
  const owner = await createOwner({ name: "The Okafors" });
  const { code, username, email } = await storeInvitation(owner, { isAdmin: true });
  const answer = await validate(code);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    username,
    email,
    isAdmin: true,
    familyName: "The Okafors",
    invitedBy: "Somebody",
    hasAccount: false,
    hasWelcomeImage: false,
    expiresAt: expect.any(String),
  });
});

test("unknown, used, cancelled and expired invitations, and those of a former admin, look the same", async () => {
  const owner = await createOwner();
  const admin = await createMember(owner.familyId, "admin");
  const codes = [
    "unknown",
    (await storeInvitation(owner, { acceptedAt: new Date() })).code,
    (await storeInvitation(owner, { revokedAt: new Date() })).code,
    (await storeInvitation(owner, { expiresAt: new Date(Date.now() - 1000) })).code,
    (await storeInvitation(admin, { isAdmin: true })).code,
  ];
  await db.membership.updateMany({ where: { userId: admin.userId }, data: { role: "member" } });
  const json = { password: "sunday lunch", phoneNumber: null };
  for (const code of codes) {
    for (const answer of [await validate(code), await call("POST", `/api/register/${code}`, { json })]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        error: "Invalid or expired invitation",
        message: "Invalid or expired invitation",
        code: "not_found",
      });
    }
  }
});

describe("with another family next to this one", () => {
  test("its invitation for the same person is no reason to refuse", async () => {
    await invite(await createOwner(), rose);
    expect((await invite(await createOwner(), rose)).status).toBe(201);
  });

  test("its invitations can't be resent or cancelled from here, and stay open", async () => {
    const { id, code } = await storeInvitation(await createOwner());
    const { cookie } = await createOwner();
    expect((await call("POST", `/api/invitations/${id}/resend`, { cookie })).status).toBe(404);
    expect((await call("DELETE", `/api/invitations/${id}`, { cookie })).status).toBe(404);
    expect((await validate(code)).status).toBe(200);
  });

  test("its name for the inviter is shown to nobody here, nor anyone else's", async () => {
    const owner = await createOwner();
    const elsewhere = await createFamily();
    const inviter = await createMember(elsewhere);
    const rename = (familyId: string, name: string) =>
      db.familyMember.updateMany({ where: { familyId, userId: inviter.userId }, data: { name } });
    await rename(elsewhere, "Their secret");
    await join(inviter.userId, owner.familyId, "admin");
    await rename(owner.familyId, "Ada");
    await db.familyMember.create({ data: { familyId: owner.familyId, name: "Nana" }, select: { id: true } });
    const later = await createFamily();
    await join(inviter.userId, later, "member");
    await rename(later, "Their secret");
    const { code } = await storeInvitation({ ...inviter, familyId: owner.familyId });
    expect((await validate(code)).body.invitedBy).toBe("Ada");
    expect((await list(owner)).body).toMatchObject([{ invitedBy: "Ada" }]);
  });

  test("its owner can't let anyone into this one, once no longer an admin here", async () => {
    const admin = await createMember((await createOwner()).familyId, "admin");
    const { code } = await storeInvitation(admin, { isAdmin: true });
    await join(admin.userId, await createFamily(), "owner");
    await db.membership.updateMany({
      where: { userId: admin.userId, familyId: admin.familyId },
      data: { role: "member" },
    });
    expect((await validate(code)).status).toBe(404);
  });

  test("its welcome picture is shown to nobody here", async () => {
    const theirs = await storeMedia(await createOwner(), { hasFiles: false });
    const owner = await createOwner();
    await db.family.update({
      where: { id: owner.familyId },
      data: { welcomeMediaId: theirs.id },
      select: { id: true },
    });
    const { code } = await storeInvitation(owner);
    expect((await validate(code)).body).toMatchObject({ hasWelcomeImage: false });
    expect((await call("GET", `/api/invitations/${code}/welcome-image`)).status).toBe(404);
  });
});

describe("inviting is refused", () => {
  test("for a taken username, with the field", async () => {
    const owner = await createOwner();
    const other = await createPerson();
    const answer = await invite(owner, { username: other.username.toUpperCase(), email: "new@example.org" });
    expect(answer).toMatchObject({ status: 409, body: { code: "username_taken", field: "username" } });
    expectErrorBody(answer);
    expect(await mails()).toEqual([]);
  });

  test("for someone who belongs to the family already", async () => {
    const owner = await createOwner({ tier: "family" });
    const { email } = await createMember(owner.familyId);
    const answer = await invite(owner, { username: "new.name", email });
    expect(answer).toMatchObject({ status: 409, body: { code: "already_member", field: "email" } });
  });

  test.each([
    ["email", { username: "other.name", email: "ROSE@example.org" }],
    ["username", { username: "grandma.ROSE", email: "other@example.org" }],
  ])("twice for the same %s", async (field, json) => {
    const owner = await createOwner({ tier: "family" });
    await invite(owner, rose);
    expect(await invite(owner, json)).toMatchObject({
      status: 409,
      body: { code: "already_invited", field },
    });
    expect(await db.invitation.count()).toBe(1);
  });

  test("for a person of another family, or one who has an account", async () => {
    const owner = await createOwner({ tier: "family" });
    const other = await createOwner();
    const [own, foreign] = await db.familyMember.findMany({
      where: { userId: { in: [owner.userId, other.userId] } },
      select: { id: true, userId: true },
      orderBy: { createdAt: "asc" },
    });
    expect(own?.userId).toBe(owner.userId);
    expect(await invite(owner, { ...rose, memberId: foreign?.id })).toMatchObject({ status: 404 });
    expect(await invite(owner, { ...rose, memberId: "no-id" })).toMatchObject({ status: 404 });
    expect(await invite(owner, { ...rose, memberId: own?.id })).toMatchObject({
      status: 409,
      body: { code: "person_has_account", field: "memberId" },
    });
  });

  test("for someone no longer an admin, though the session was an admin's", async () => {
    const owner = await createOwner({ tier: "family" });
    const admin = await createMember(owner.familyId, "admin");
    expect((await list(admin)).status).toBe(200);
    // Bypasses the session cache: the lock rereads the role.
    await db.membership.updateMany({ where: { userId: admin.userId }, data: { role: "member" } });
    expect(await invite(admin, rose)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await db.invitation.count()).toBe(0);
  });
});

test("the same invitation many times at once is created once", async () => {
  const owner = await createOwner({ tier: "premium" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => invite(owner, rose)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect([await db.invitation.count(), (await mails()).length]).toEqual([1, 1]);
});

test("an invitation for someone with an account says so, and has a different mail text", async () => {
  const owner = await createOwner();
  const { email, username } = await createPerson();
  const { body } = await invite(owner, { username, email });
  expect((await validate(codeIn(body.url))).body).toMatchObject({ hasAccount: true });
  expect(await mails()).toMatchObject([{ template: "familyInvitation", recipient: email }]);
});

describe("resending", () => {
  const resend = (admin: FamilyPerson, id: string) =>
    call<InvitationLinkDto>("POST", `/api/invitations/${id}/resend`, { cookie: admin.cookie });

  test("creates a new link and ends the old", async () => {
    const owner = await createOwner();
    const { id, code } = await storeInvitation(owner);
    const { status, body } = await resend(owner, id);
    expect([status, body.id]).toEqual([200, id]);
    expect((await validate(code)).status).toBe(404);
    expect((await validate(codeIn(body.url))).status).toBe(200);
    expect(await mails()).toHaveLength(1);
    expect((await list(owner)).body).toHaveLength(1);
  });

  test("reopens an expired one, if there is a place for it", async () => {
    const owner = await createOwner();
    const expired = await storeInvitation(owner, { expiresAt: new Date(Date.now() - 1000) });
    expect((await list(owner)).body).toMatchObject([{ id: expired.id, isExpired: true }]);
    await createMember(owner.familyId);
    await storeInvitation(owner);
    expect(await resend(owner, expired.id)).toMatchObject({ status: 422, body: { code: "member_limit" } });
    await db.membership.deleteMany({ where: { role: "member" } });
    expect((await resend(owner, expired.id)).status).toBe(200);
  });

  test("is not possible for a used or cancelled one", async () => {
    const owner = await createOwner();
    const used = await storeInvitation(owner, { acceptedAt: new Date() });
    const back = await storeInvitation(owner, { revokedAt: new Date() });
    for (const { id } of [used, back]) expect((await resend(owner, id)).status).toBe(404);
    expect(await mails()).toEqual([]);
  });
});

test("cancelling an invitation ends its link, once", async () => {
  const owner = await createOwner();
  const { id, code } = await storeInvitation(owner);
  const revoke = () => call("DELETE", `/api/invitations/${id}`, { cookie: owner.cookie });
  expect((await revoke()).status).toBe(204);
  expect((await validate(code)).status).toBe(404);
  expect((await revoke()).status).toBe(404);
  expect((await list(owner)).body).toEqual([]);
});

test("inviting, resending and cancelling are logged, without address or code", async () => {
  const owner = await createOwner();
  const { body } = await invite(owner, rose);
  await call("POST", `/api/invitations/${body.id}/resend`, { cookie: owner.cookie });
  await call("DELETE", `/api/invitations/${body.id}`, { cookie: owner.cookie });
  const entries = await db.activityEntry.findMany({
    where: { familyId: owner.familyId },
    select: { action: true, actorId: true, detail: true },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    "family.invited",
    "family.invitationResent",
    "family.invitationRevoked",
  ]);
  expect(entries.every(({ actorId }) => actorId === owner.userId)).toBe(true);
  expect(JSON.stringify(entries)).not.toContain("rose@example.org");
});

test("demoting an admin ends the invitations they made, and no others", async () => {
  const owner = await createOwner({ tier: "premium" });
  const admin = await createMember(owner.familyId, "admin");
  const theirs = await storeInvitation(admin, { isAdmin: true });
  const others = await storeInvitation(owner);
  const path = `/api/users/${admin.userId}`;
  expect((await call("PATCH", path, { cookie: owner.cookie, json: { role: "member" } })).status).toBe(200);
  expect((await list(owner)).body.map(({ id }) => id)).toEqual([others.id]);
  // Even after a new promotion, ended invitations stay ended.
  await call("PATCH", path, { cookie: owner.cookie, json: { role: "admin" } });
  expect((await validate(theirs.code)).status).toBe(404);
});

describe("places of the plan", () => {
  test.each([
    ["free", 3, "The family's Free plan has room for 3 people", "The Family Plan has room for 6."],
    ["family", 6, "The family's Family Plan has room for 6 people", "The Premium Plan has room for 10."],
    ["premium", 10, "The family's Premium Plan has room for 10 people", "It is the largest plan there is."],
  ] as const)("%s: %d people, and then it says that it is full", async (tier, limit, says, way) => {
    const owner = await createOwner({ tier });
    for (let at = 2; at < limit; at++) await storeInvitation(owner);
    expect((await invite(owner, newcomer())).status).toBe(201);
    const full = await invite(owner, newcomer());
    expect(full).toMatchObject({ status: 422, body: { code: "member_limit" } });
    expectErrorBody(full);
    expect(full.body.message).toContain(says);
    expect(full.body.message).toContain(way);
  });

  test("used, expired and cancelled invitations and people without an account take none", async () => {
    const owner = await createOwner();
    await storeInvitation(owner, { revokedAt: new Date() });
    await storeInvitation(owner, { expiresAt: new Date(Date.now() - 1000) });
    await db.familyMember.create({ data: { familyId: owner.familyId, name: "Baby" }, select: { id: true } });
    expect((await invite(owner, newcomer())).status).toBe(201);
    expect((await invite(owner, newcomer())).status).toBe(201);
    expect((await invite(owner, newcomer())).status).toBe(422);
  });

  test("the last place is given once, however many ask at a time", async () => {
    const owner = await createOwner();
    await createMember(owner.familyId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(owner, newcomer())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});
