import type { UserDto } from "@/lib/account/accounts/schema";
import { ensureSuperAdmin } from "@/lib/account/accounts/server/super-admin-service";
import { db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, createPerson, testPassword } from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { otherPassword, resetToken } from "@/tests/support/password-calls";

withTestDatabase();

const login = (usernameOrEmail: string, password: string, headers = {}) =>
  call("POST", "/api/auth/login", { json: { usernameOrEmail, password }, headers });

/** The session cookie; the device's comes after it. */
const setCookie = (answer: Answer<unknown>) => answer.headers.getSetCookie()[0] ?? "";
/** As a browser sends it back. */
const cookieOf = (answer: Answer<unknown>) => setCookie(answer).split(";")[0] ?? "";
const me = (cookie: string) => call<UserDto>("GET", "/api/auth/me", { cookie });

const ada = { username: "Ada.Okafor", email: "Ada@Example.org", password: testPassword };

describe("creating an account", () => {
  test("signs in, with every field of the User present and no family yet", async () => {
    const answer = await call("POST", "/api/create-account", { json: ada });
    expect(answer.status).toBe(201);
    const user = (await me(cookieOf(answer))).body;
    expect(user).toEqual({
      id: expect.any(String),
      username: "ada.okafor",
      title: null,
      displayName: "ada.okafor",
      email: "ada@example.org",
      phoneNumber: null,
      addressFullName: null,
      addressLine1: null,
      addressLine2: null,
      addressCity: null,
      addressPostcode: null,
      addressCountry: null,
      onboardingCompleted: false,
      hasPassword: true,
      isAdmin: false,
      isSuperAdmin: false,
      isChild: false,
      passwordTemporary: false,
      emailNeedsConfirmation: false,
      isDirectAccess: false,
      subscriptionStatus: "inactive",
      subscriptionTier: "free",
      offers: { prints: true, gifts: false, asksAddress: true, country: "GB" },
      sessionInfo: { sessionId: expect.any(String) },
      currentFamily: null,
    });
    expect(answer.body).toEqual(user);
  });

  test("with a family makes the caller its owner, on the free tier", async () => {
    const json = { ...ada, familyName: "  The Okafors " };
    const { status, body } = await call<UserDto>("POST", "/api/organization/signup", { json });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      isAdmin: true,
      subscriptionTier: "free",
      currentFamily: { name: "The Okafors", role: "owner" },
    });
    const people = await db.familyMember.findMany({ select: { userId: true, familyId: true } });
    expect(people).toEqual([{ userId: body.id, familyId: body.currentFamily?.id }]);
  });

  test("ignores fields that only the server may set", async () => {
    const json = {
      ...ada,
      isSuperAdmin: true,
      isAdmin: true,
      role: "owner",
      subscriptionTier: "premium",
      id: "x",
    };
    const { body } = await call<UserDto>("POST", "/api/create-account", { json });
    expect(body).toMatchObject({ isSuperAdmin: false, isAdmin: false, subscriptionTier: "free" });
  });

  test.each([
    ["username", { ...ada, email: "other@example.org" }],
    ["username", { ...ada, username: "ADA.okafor", email: "other@example.org" }],
    ["email", { ...ada, username: "other" }],
    ["email", { ...ada, username: "other", email: "ADA@EXAMPLE.ORG" }],
  ])("with a taken %s in any case is refused", async (field, json) => {
    await call("POST", "/api/create-account", { json: ada });
    for (const path of ["/api/create-account", "/api/organization/signup"]) {
      const answer = await call("POST", path, { json: { ...json, familyName: "F" } });
      expect(answer).toMatchObject({ status: 409, body: { field } });
      expectErrorBody(answer);
    }
    expect(await db.user.count()).toBe(1);
    expect(await db.family.count()).toBe(0);
  });

  test("many times at once creates one account and one family", async () => {
    const json = { ...ada, familyName: "F" };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call("POST", "/api/organization/signup", { json })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect([await db.user.count(), await db.family.count(), await db.session.count()]).toEqual([1, 1, 1]);
  });

  test.each([
    ["a password of 5 characters", { ...ada, password: "12345" }, "Password must be at least 6 characters"],
    ["a name with a blank", { ...ada, username: "ada okafor" }, undefined],
    ["a name with an @", { ...ada, username: "ada@example.org" }, undefined],
    ["a name of markup", { ...ada, username: "<b>ada" }, undefined],
    ["an address without a host", { ...ada, email: "ada@" }, "Please enter a valid email address"],
  ])("with %s is refused", async (_, json, message) => {
    const answer = await call("POST", "/api/create-account", { json });
    expect(answer.status).toBe(400);
    expectErrorBody(answer);
    if (message) expect(answer.body.message).toBe(message);
    expect(await db.user.count()).toBe(0);
  });

  test("accepts a password of exactly 6 characters, and stores none in plain text", async () => {
    const answer = await call("POST", "/api/create-account", { json: { ...ada, password: "ab.123" } });
    expect(answer.status).toBe(201);
    const { passwordHash } = await db.user.findFirstOrThrow({ select: { passwordHash: true } });
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(answer.bytes.toString()).not.toContain("argon2");
  });
});

describe("signing in", () => {
  test.each([
    ["the name", "ada.okafor"],
    ["the name in capitals", "ADA.OKAFOR"],
    ["the address", "ada@example.org"],
    ["the address in another case, with blanks around", "  Ada@EXAMPLE.org "],
  ])("accepts %s", async (_, usernameOrEmail) => {
    await call("POST", "/api/create-account", { json: ada });
    const answer = await login(usernameOrEmail, testPassword);
    expect(answer.status).toBe(200);
    expect((await me(cookieOf(answer))).body.username).toBe("ada.okafor");
  });

  test("gives the same answer for an unknown name, a wrong password, and an account without one", async () => {
    const person = await createPerson();
    const passwordless = await createPerson();
    await db.user.update({
      where: { id: passwordless.userId },
      data: { passwordHash: null },
      select: { id: true },
    });
    const answers = [
      await login("nobody-at-all", testPassword),
      await login(person.username, "wrong password"),
      await login(person.username, ` ${testPassword}`),
      await login(passwordless.username, testPassword),
      await login(passwordless.username, "nobody has this password"),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(setCookie(answer)).toBe("");
      expectErrorBody(answer);
    }
    expect(answers[0]?.body.message).toBe("Invalid username or password. Please try again.");
  });

  test.each([
    [{ password: "x" }, "Username or email is required"],
    [{ usernameOrEmail: "  ", password: "x" }, "Username or email is required"],
    [{ usernameOrEmail: "ada" }, "Password is required"],
    [{ usernameOrEmail: "ada", password: "" }, "Password is required"],
  ])("with %j is refused in the specification's words", async (json, message) => {
    const answer = await call("POST", "/api/auth/login", { json });
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test("opens a session of its own on every device", async () => {
    const person = await createPerson();
    const [phone, tablet] = [
      await login(person.username, testPassword, { "User-Agent": "Phone" }),
      await login(person.username, testPassword, { "User-Agent": "Tablet" }),
    ];
    const sessions = [await me(cookieOf(phone)), await me(cookieOf(tablet))].map(
      ({ body }) => body.sessionInfo.sessionId,
    );
    expect(new Set(sessions).size).toBe(2);
    const rows = await db.session.findMany({ where: { id: { in: sessions } }, select: { userAgent: true } });
    expect(rows.map(({ userAgent }) => userAgent).sort()).toEqual(["Phone", "Tablet"]);
  });
});

test("signing up and signing in are logged with where they came from", async () => {
  const { body } = await call<UserDto>("POST", "/api/create-account", { json: ada });
  const headers = { "User-Agent": "Phone", "X-Forwarded-For": "192.0.2.7" };
  await login("ada.okafor", testPassword, headers);
  const entries = await db.activityEntry.findMany({
    where: { subjectId: body.id, actorId: body.id },
    select: { action: true, detail: true, ipAddress: true, userAgent: true },
    orderBy: { at: "asc" },
  });
  expect(entries).toMatchObject([
    { action: "account.created" },
    {
      action: "account.signedIn",
      detail: { method: "password" },
      ipAddress: "192.0.2.7",
      userAgent: "Phone",
    },
  ]);
});

describe("the session cookie", () => {
  test("is hidden from scripts, stays on our site and lives 90 days", async () => {
    const person = await createPerson();
    const flags = setCookie(await login(person.username, testPassword))
      .split("; ")
      .slice(1);
    expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=7776000", "Path=/", "SameSite=Lax"]);
    expect(cookieOf(await login(person.username, testPassword))).toMatch(/^next-auth\.session-token=/);
  });

  test("is bound to https and the host behind an https proxy", async () => {
    const person = await createPerson();
    const answer = await login(person.username, testPassword, { "X-Forwarded-Proto": "https" });
    expect(setCookie(answer)).toMatch(/^__Host-next-auth\.session-token=[^;]+; Path=\/;.*; Secure$/);
    const headers = { "X-Forwarded-Proto": "https" };
    const again = await call("GET", "/api/auth/me", { cookie: cookieOf(answer), headers });
    expect(again.status).toBe(200);
  });

  test("contains neither the name nor the row's id, and the row doesn't contain the token", async () => {
    const person = await createPerson();
    const value = decodeURIComponent(person.cookie.split("=")[1] ?? "");
    const parts = value.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    for (const secret of [person.userId, person.username, person.sessionId]) {
      expect(parts.join()).not.toContain(secret);
    }
    const { tokenHash } = await db.session.findUniqueOrThrow({
      where: { id: person.sessionId },
      select: { tokenHash: true },
    });
    expect(tokenHash).toHaveLength(32);
  });

  test("stops working when the session is 30 days idle, or over", async () => {
    const dayMs = 86_400_000;
    for (const data of [
      { lastSeenAt: new Date(Date.now() - 30 * dayMs - 60_000) },
      { expiresAt: new Date(Date.now() - 1000) },
    ]) {
      const { username } = await createPerson();
      const answer = await login(username, testPassword);
      const { sessionId } = (answer.body as unknown as UserDto).sessionInfo;
      await db.session.update({ where: { id: sessionId }, data, select: { id: true } });
      // As in another process, which hasn't seen the session in the last few seconds.
      (await import("@/lib/core/auth/server/sessions")).forgetSessions(() => true);
      expect((await me(cookieOf(answer))).status).toBe(401);
    }
  });

  test("of a deleted account identifies nobody", async () => {
    const person = await createPerson();
    await db.user.delete({ where: { id: person.userId }, select: { id: true } });
    (await import("@/lib/core/auth/server/sessions")).forgetSessions(
      (actor) => actor.userId === person.userId,
    );
    expect((await me(person.cookie)).status).toBe(401);
  });
});

describe("signing out", () => {
  test("ends only this session, immediately, and clears the cookie", async () => {
    const { username } = await createPerson();
    const [phone, tablet] = [await login(username, testPassword), await login(username, testPassword)];
    expect((await me(cookieOf(phone))).status).toBe(200);
    const answer = await call("POST", "/api/auth/logout", { cookie: cookieOf(phone) });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(setCookie(answer)).toContain("Max-Age=0");
    expect(answer.headers.get("clear-site-data")).toContain('"cache"');
    expect((await me(cookieOf(phone))).status).toBe(401);
    expect((await me(cookieOf(tablet))).status).toBe(200);
  });

  test("twice, or without a session, is fine", async () => {
    const { cookie } = await createPerson();
    for (const options of [{ cookie }, { cookie }, {}]) {
      expect((await call("POST", "/api/auth/logout", options)).status).toBe(200);
    }
  });

  test("wins against requests in flight: none of them keeps the session alive", async () => {
    for (let round = 0; round < 10; round++) {
      const { cookie } = await createPerson();
      (await import("@/lib/core/auth/server/sessions")).forgetSessions(() => true);
      const racing = Array.from({ length: 8 }, () => me(cookie));
      await call("POST", "/api/auth/logout", { cookie });
      await Promise.all(racing);
      expect((await me(cookie)).status).toBe(401);
    }
  });
});

describe("GET /api/auth/user", () => {
  test("answers like /api/auth/me", async () => {
    const { cookie } = await createOwner({ name: "The Okafors", tier: "premium" });
    const user = await call<UserDto>("GET", "/api/auth/user", { cookie });
    expect(user.body).toEqual((await me(cookie)).body);
    expect(user.body).toMatchObject({
      isAdmin: true,
      subscriptionStatus: "active",
      subscriptionTier: "premium",
      currentFamily: { name: "The Okafors", icon: "heart", role: "owner" },
    });
  });
});

describe("the super admin of the environment", () => {
  // The test file's own settings: SUPER_ADMIN_EMAIL is read once, at its first use.
  beforeAll(() => {
    process.env.SUPER_ADMIN_EMAIL = "Root@Example.org";
    process.env.SUPER_ADMIN_PASSWORD = "first password";
  });

  test("exists after a start, with that password, and isn't duplicated by the next start", async () => {
    await jest.isolateModulesAsync(async () => {
      const service = await import("@/lib/account/accounts/server/super-admin-service");
      await service.ensureSuperAdmin();
      await service.ensureSuperAdmin();
    });
    const admins = await db.user.findMany({ select: { email: true, isSuperAdmin: true } });
    expect(admins).toEqual([{ email: "root@example.org", isSuperAdmin: true }]);
    const answer = await login("root@example.org", "first password");
    expect(answer.body).toMatchObject({ isSuperAdmin: true, isAdmin: false, currentFamily: null });
  });

  test("gets a changed password at the next start, which ends a thief's session and reset links", async () => {
    const start = (password: string) =>
      jest.isolateModulesAsync(async () => {
        process.env.SUPER_ADMIN_PASSWORD = password;
        const service = await import("@/lib/account/accounts/server/super-admin-service");
        await service.ensureSuperAdmin();
      });
    await start("first password");
    const thief = cookieOf(await login("root@example.org", "first password"));
    const { id } = (await me(thief)).body;
    const token = await resetToken(id);
    await start("first password");
    expect((await me(thief)).status).toBe(200);
    const changes = { where: { subjectId: id, action: "account.passwordChanged" } };
    expect(await db.activityEntry.count(changes)).toBe(0);

    await start("second password");
    expect((await me(thief)).status).toBe(401);
    const json = { token, newPassword: otherPassword };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(422);
    expect((await login("root@example.org", "first password")).status).toBe(401);
    expect((await login("root@example.org", "second password")).status).toBe(200);
    expect(await db.activityEntry.count(changes)).toBe(1);
    expect(
      (await writtenMessages({ recipient: "root@example.org" })).map(({ template }) => template),
    ).toEqual(["passwordChanged"]);
  });
});

test("without SUPER_ADMIN_EMAIL there is no super admin", async () => {
  await ensureSuperAdmin();
  expect(await db.user.count({ where: { isSuperAdmin: true } })).toBe(0);
});
