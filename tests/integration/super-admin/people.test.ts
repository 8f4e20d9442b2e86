import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import type { AdminUserDto } from "@/lib/operations/super-admin/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  createPerson,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";
import { writtenMessages } from "@/tests/support/outbox";
import { askChallenge, givePasskey } from "@/tests/support/software-passkey";

withTestDatabase();

const root = "/api/super-admin/users";
const proof = { password: testPassword };

// Read once, at first use.
beforeAll(() => {
  process.env.SUPER_ADMIN_EMAIL = "Root@Example.org";
  process.env.SUPER_ADMIN_PASSWORD = "first password";
});

let boss: Person;
beforeEach(async () => {
  boss = await createPerson({ isSuperAdmin: true });
});

const ask = (method: string, id: string, what: string, json?: unknown, as: Person | null = boss) =>
  call<AdminUserDto & { ended?: number }>(method, `${root}/${id}/${what}`, {
    cookie: as?.cookie ?? null,
    ...(json === undefined ? {} : { json }),
  });
const make = (id: string, json: unknown = proof, as = boss) => ask("POST", id, "super-admin", json, as);
const unmake = (id: string, json: unknown = proof, as = boss) => ask("DELETE", id, "super-admin", json, as);
const me = async ({ cookie }: Person) => (await call("GET", "/api/auth/me", { cookie })).status;
const login = ({ username }: Person) =>
  call("POST", "/api/auth/login", { json: { usernameOrEmail: username, password: testPassword } });
const entries = async (action: string) =>
  (await db.activityEntry.findMany({ where: { action } })).map(({ actorId, subjectId }) => [
    actorId,
    subjectId,
  ]);
const isSuperAdmin = async ({ userId }: Person) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).isSuperAdmin;
const mails = (template: string) => writtenMessages({ template });

describe("a super admin", () => {
  test("appoints another one, who signs in again; all of them are notified, and it is logged", async () => {
    const ada = await createPerson();
    const answer = await make(ada.userId);
    expect(answer).toMatchObject({ status: 200, body: { id: ada.userId, isSuperAdmin: true } });
    expect(await me(ada)).toBe(401);
    expect(await login(ada)).toMatchObject({ status: 200, body: { isSuperAdmin: true } });
    const sent = await mails("superAdminChange");
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual([ada.email, boss.email].sort());
    expect(sent[0]?.text).toContain(`${ada.username} is now a super admin.`);
    expect(await entries("system.superAdminMade")).toEqual([[boss.userId, ada.userId]]);

    expect((await make(ada.userId)).status).toBe(200);
    expect(await mails("superAdminChange")).toHaveLength(2);
    expect(await entries("system.superAdminMade")).toHaveLength(1);
  });

  test("removes another one, who loses access at once", async () => {
    const other = await createPerson({ isSuperAdmin: true });
    expect(await unmake(other.userId)).toMatchObject({ status: 200, body: { isSuperAdmin: false } });
    expect(await me(other)).toBe(401);
    const sent = await mails("superAdminChange");
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual([boss.email, other.email].sort());
    expect(await entries("system.superAdminUnmade")).toEqual([[boss.userId, other.userId]]);
    expect((await unmake(other.userId)).status).toBe(200);
    expect(await mails("superAdminChange")).toHaveLength(2);
  });

  test("proves their identity with a password or a passkey", async () => {
    const ada = await createPerson();
    for (const [json, status] of [
      [{}, 400],
      [{ password: "wrong" }, 422],
    ] as const) {
      const answer = await make(ada.userId, json);
      expect(answer).toMatchObject({ status, body: { field: "password" } });
      expectErrorBody(answer as never);
    }
    expect(await isSuperAdmin(ada)).toBe(false);
    const { passkey } = await givePasskey(boss);
    expect((await make(ada.userId, { passkey: passkey.answer(await askChallenge()) })).status).toBe(200);
  });

  test.each([
    ["a child", () => createPerson({ isChild: true }), "is_child"],
    ["somebody of a family", () => createOwner(), "has_family"],
    ["somebody suspended", async () => suspended(await createPerson()), "is_suspended"],
    [
      "somebody whose address is unconfirmed",
      () => createPerson({ emailConfirmedAt: null }),
      "no_confirmed_email",
    ],
  ])("can't make %s one", async (_, somebody, code) => {
    const { userId } = await somebody();
    expect(await make(userId)).toMatchObject({ status: 409, body: { code } });
    expect((await db.user.findUniqueOrThrow({ where: { id: userId } })).isSuperAdmin).toBe(false);
  });

  test("is never removed if they are the last one, by any call", async () => {
    expect(await unmake(boss.userId)).toMatchObject({ status: 409, body: { code: "last_super_admin" } });
    const asleep = await suspended(await createPerson({ isSuperAdmin: true }));
    expect(await unmake(boss.userId)).toMatchObject({ status: 409, body: { code: "last_super_admin" } });
    expect((await unmake(asleep.userId)).status).toBe(200);
    await expect(
      db.user.updateMany({ where: { isSuperAdmin: true }, data: { suspendedAt: new Date() } }),
    ).rejects.toThrow(/constraint violated/);
    expect([await isSuperAdmin(boss), await me(boss)]).toEqual([true, 200]);
  });

  test("and another who remove each other at the same moment leave one", async () => {
    for (let round = 0; round < 5; round++) {
      const other = await createPerson({ isSuperAdmin: true });
      const answers = await Promise.all([unmake(other.userId), unmake(boss.userId, proof, other)]);
      expect(await db.user.count({ where: { isSuperAdmin: true, suspendedAt: null } })).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      if (!(await isSuperAdmin(boss))) boss = other;
    }
  });
});

test("the super admin named in the server's settings is changed there", async () => {
  const root = await createPerson({ isSuperAdmin: true });
  const data = { email: "root@example.org" };
  await db.user.update({ where: { id: root.userId }, data, select: { id: true } });
  expect(await unmake(root.userId)).toMatchObject({ status: 409, body: { code: "named_by_server" } });
  const answer = await ask("POST", root.userId, "suspension", { reason: "Spam" });
  expect(answer).toMatchObject({ status: 409, body: { code: "named_by_server" } });
  expect(await me(root)).toBe(200);
});

async function suspended<P extends Person>(person: P, reason = "Unkind comments"): Promise<P> {
  const answer = await ask("POST", person.userId, "suspension", { reason });
  expect(answer.status).toBe(200);
  return person;
}

describe("a suspended person", () => {
  test("is signed out at once, learns why on signing in and by mail, and their pictures stay", async () => {
    const owner = await createOwner();
    const ada = await suspended(await createMember(owner.familyId), "Unkind comments");
    for (const path of ["/api/auth/me", "/api/media", "/api/notifications", "/api/user/export"])
      expect([path, (await call("GET", path, { cookie: ada.cookie })).status]).toEqual([path, 401]);
    const answer = await login(ada);
    expect(answer).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    expect(String(answer.body.message)).toContain("Reason: “Unkind comments”");
    expect(answer.headers.get("set-cookie") ?? "").not.toMatch(/session/i);
    const wrong = await call("POST", "/api/auth/login", {
      json: { usernameOrEmail: ada.username, password: "wrong" },
    });
    expect(wrong).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    const [mail] = await mails("accountSuspension");
    expect([mail?.recipient, mail?.text.includes("Unkind comments")]).toEqual([ada.email, true]);
    expect(await entries("system.personSuspended")).toEqual([[boss.userId, ada.userId]]);
    expect(await db.membership.count({ where: { userId: ada.userId } })).toBe(1);
  });

  test("is let in again as before, and notified", async () => {
    const ada = await suspended(await createPerson());
    const lifted = await ask("DELETE", ada.userId, "suspension");
    expect(lifted).toMatchObject({ status: 200, body: { suspendedAt: null, suspendedReason: null } });
    expect((await login(ada)).status).toBe(200);
    expect(await entries("system.suspensionLifted")).toEqual([[boss.userId, ada.userId]]);
    expect((await ask("DELETE", ada.userId, "suspension")).status).toBe(200);
    expect(await mails("accountSuspension")).toHaveLength(2);
    expect(await entries("system.suspensionLifted")).toHaveLength(1);
  });

  test("suspended again, has another reason and gets no second mail", async () => {
    const ada = await suspended(await createPerson());
    await suspended(ada, "Spam");
    expect(String((await login(ada)).body.message)).toContain("“Spam”");
    expect(await mails("accountSuspension")).toHaveLength(1);
  });

  test("can't get in with a passkey", async () => {
    const ada = await createPerson();
    const { passkey } = await givePasskey(ada);
    await suspended(ada);
    const answer = await call("POST", "/api/auth/passkeys/sign-in", {
      json: { passkey: passkey.answer(await askChallenge()) },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    expect(await db.session.count({ where: { userId: ada.userId } })).toBe(0);
  });

  test("can't get in with a link made before or after, and no link they made lets anyone in", async () => {
    const owner = await createOwner({ tier: "premium" });
    const [ada, ben] = [await createMember(owner.familyId), await createMember(owner.familyId)];
    const link = async (userId: string, as: Person = owner) =>
      call<{ url: string }>("POST", "/api/direct-access", { cookie: as.cookie, json: { userId } });
    const redeem = (url: string) =>
      call("POST", "/api/direct-access/redeem", {
        json: { token: new URL(url).searchParams.get("direct") },
      });
    const before = (await link(ada.userId)).body.url;
    await suspended(ada);
    expect((await redeem(before)).status).toBe(404);
    expect((await link(ada.userId)).status).toBe(403);

    const byOwner = (await link(ben.userId)).body.url;
    const { code } = await storeInvitation(owner, { isAdmin: true });
    const register = async () =>
      (await call("POST", `/api/register/${code}`, { json: { password: testPassword, phoneNumber: null } }))
        .status;
    const other = await createOwner();
    await suspended(owner);
    expect((await redeem(byOwner)).status).toBe(404);
    expect((await call("GET", `/api/invitations/${code}/validate`)).status).toBe(404);
    expect(await register()).toBe(404);
    // As a control: the same link made by someone who isn't suspended.
    const carl = await createMember(other.familyId);
    expect((await redeem((await link(carl.userId, other)).body.url)).status).toBe(200);
    // The invitation wasn't withdrawn.
    await ask("DELETE", owner.userId, "suspension");
    expect(await register()).toBe(201);
  });

  test("can't get in with a new password, and no open reset link is left", async () => {
    const ada = await createPerson();
    await createOneTimeToken({ kind: "passwordReset", userId: ada.userId, minutes: 60 });
    expect(await db.oneTimeToken.count({ where: { userId: ada.userId, usedAt: null } })).toBe(1);
    await suspended(ada);
    expect(await db.oneTimeToken.count({ where: { userId: ada.userId, usedAt: null } })).toBe(0);
  });

  test("has no session opened by a slow sign-in meanwhile", async () => {
    const ada = await createPerson();
    await db.user.update({
      where: { id: ada.userId },
      data: { suspendedAt: new Date() },
      select: { id: true },
    });
    forgetSessions(() => true);
    expect(await me(ada)).toBe(401);
  });

  test("gets no push, no weekly mail and no news", async () => {
    const owner = await createOwner();
    const ada = await createMember(owner.familyId, "member", { settings: { news: true, digest: true } });
    await db.pushSubscription.create({
      data: {
        userId: ada.userId,
        sessionId: ada.sessionId,
        endpoint: "https://push.example.org/1",
        endpointHash: Buffer.from("1"),
        p256dh: "x",
        auth: "x",
      },
      select: { id: true },
    });
    const audience = async () =>
      (await call<{ audience: number }>("GET", "/api/super-admin/campaigns", { cookie: boss.cookie })).body
        .audience;
    expect(await audience()).toBe(1);
    await suspended(ada);
    expect([await audience(), await db.pushSubscription.count()]).toEqual([0, 0]);
  });

  test("who managed the installation has their keys paused until they are back", async () => {
    const other = await createPerson({ isSuperAdmin: true });
    const { body } = await call<{ key: string }>("POST", "/api/super-admin/api-keys", {
      cookie: other.cookie,
      json: { name: "Monitor", scope: "reports:read" },
    });
    const open = async () =>
      (await call("GET", "/api/super-admin/overview", { headers: { Authorization: `Bearer ${body.key}` } }))
        .status;
    expect(await open()).toBe(200);
    await suspended(other);
    expect(await open()).toBe(401);
    await ask("DELETE", other.userId, "suspension");
    expect(await open()).toBe(200);
    await unmake(other.userId);
    expect(await open()).toBe(401);
  });

  test("is listed as suspended, with the reason", async () => {
    const ada = await suspended(await createPerson());
    const { body } = await call<{ items: AdminUserDto[] }>("GET", `${root}?q=${ada.username}`, {
      cookie: boss.cookie,
    });
    expect(body.items).toMatchObject([
      { id: ada.userId, suspendedAt: expect.any(String), suspendedReason: "Unkind comments" },
    ]);
  });
});

describe("suspending", () => {
  test.each([
    ["no reason", {}],
    ["an empty reason", { reason: "  " }],
    ["a reason that is too long", { reason: "x".repeat(501) }],
  ])("requires a reason: %s", async (_, json) => {
    const ada = await createPerson();
    const answer = await ask("POST", ada.userId, "suspension", json);
    expect(answer).toMatchObject({ status: 400, body: { field: "reason" } });
    expect(await me(ada)).toBe(200);
  });

  test("oneself is refused", async () => {
    const answer = await ask("POST", boss.userId, "suspension", { reason: "Holiday" });
    expect(answer).toMatchObject({ status: 409, body: { code: "is_oneself" } });
  });
});

test("all of a person's sessions end; of one's own, all but this one", async () => {
  const ada = await createPerson();
  await login(ada);
  expect(await ask("DELETE", ada.userId, "sessions")).toMatchObject({ status: 200, body: { ended: 2 } });
  expect(await me(ada)).toBe(401);
  expect((await login(ada)).status).toBe(200);
  expect(await entries("system.sessionsEnded")).toEqual([[boss.userId, ada.userId]]);
  await login(boss);
  expect(await ask("DELETE", boss.userId, "sessions")).toMatchObject({ body: { ended: 1 } });
  expect(await me(boss)).toBe(200);
  expect((await ask("DELETE", boss.userId, "sessions")).body).toEqual({ ended: 0 });
});

test.each([
  ["POST", "super-admin", proof],
  ["DELETE", "super-admin", proof],
  ["POST", "suspension", { reason: "Spam" }],
  ["DELETE", "suspension", undefined],
  ["DELETE", "sessions", undefined],
])("%s %s is for super admins only, and for an existing person", async (method, what, json) => {
  const { userId } = await createPerson();
  const owner = await createOwner();
  expect((await ask(method, userId, what, json, null)).status).toBe(401);
  expect((await ask(method, userId, what, json, owner)).status).toBe(403);
  for (const id of ["0d9f3bf0-3a3c-4c0e-9d0b-0f1f2f3f4f5f", "nobody"])
    expect((await ask(method, id, what, json)).status).toBe(404);
});
