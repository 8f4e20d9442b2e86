import type { UserDto } from "@/lib/account/accounts/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  join,
  openSession,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { otherPassword, resetToken, smsCode } from "@/tests/support/password-calls";

withTestDatabase();

const me = (cookie: string) => call<UserDto>("GET", "/api/auth/me", { cookie });
const login = (usernameOrEmail: string, password: string) =>
  call<UserDto>("POST", "/api/auth/login", { json: { usernameOrEmail, password } });
const change = (cookie: string, currentPassword: string, newPassword: string) =>
  call("POST", "/api/auth/change-password", { cookie, json: { currentPassword, newPassword } });
const setFirst = (cookie: string, newPassword: string, confirmPassword = newPassword) =>
  call("POST", "/api/auth/password", { cookie, json: { newPassword, confirmPassword } });

const mails = () =>
  db.outboxMessage.findMany({
    select: { template: true, recipient: true, text: true, state: true },
    orderBy: { createdAt: "asc" },
  });
const actionsAbout = async ({ userId }: Person) =>
  (
    await db.activityEntry.findMany({
      where: { subjectId: userId },
      select: { action: true },
      orderBy: { at: "asc" },
    })
  ).map(({ action }) => action);

async function withoutPassword(person: Person): Promise<Person> {
  await db.user.update({ where: { id: person.userId }, data: { passwordHash: null }, select: { id: true } });
  return person;
}

describe("changing the password", () => {
  test("requires the current password; the old one stops working", async () => {
    const person = await createPerson();
    const answer = await change(person.cookie, testPassword, otherPassword);
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: "Password updated" } });
    expect((await login(person.username, testPassword)).status).toBe(401);
    expect((await login(person.username, otherPassword)).status).toBe(200);
    expect(await actionsAbout(person)).toEqual([
      "account.passwordChanged",
      "account.signInFailed",
      "account.signedIn",
    ]);
  });

  test("ends every other session immediately, keeps this one and notifies the person by mail", async () => {
    const person = await createPerson();
    const tablet = await openSession(person.userId, null);
    expect((await me(tablet.cookie)).status).toBe(200);
    await change(person.cookie, testPassword, otherPassword);
    expect((await me(tablet.cookie)).status).toBe(401);
    expect((await me(person.cookie)).status).toBe(200);
    expect(await mails()).toMatchObject([
      { template: "passwordChanged", recipient: person.email, state: "held" },
    ]);
  });

  test("invalidates links and codes that were already sent", async () => {
    const person = await createPerson();
    const token = await resetToken(person.userId);
    await smsCode(person.userId);
    await change(person.cookie, testPassword, otherPassword);
    const json = { token, newPassword: "another good one" };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(422);
    expect(await db.oneTimeToken.count({ where: { usedAt: null } })).toBe(0);
  });

  test("with a wrong current password names its field, and changes nothing", async () => {
    const person = await createPerson();
    const answer = await change(person.cookie, "wrong password", otherPassword);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: "wrong_password",
        field: "currentPassword",
        message: "That is not your current password. Please try again.",
      },
    });
    expectErrorBody(answer);
    expect((await login(person.username, testPassword)).status).toBe(200);
    expect(await mails()).toEqual([]);
  });

  test("twice at once takes effect once", async () => {
    const person = await createPerson();
    const answers = await Promise.all(
      ["the first new one", "the second new one"].map((next) => change(person.cookie, testPassword, next)),
    );
    // The second call sees the first one's change before or after checking the current password.
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [200, 409],
      [200, 422],
    ]).toContainEqual(statuses);
    expect(await mails()).toHaveLength(1);
  });

  test.each([
    [{ newPassword: otherPassword }, "currentPassword", "Current password is required"],
    [{ currentPassword: "", newPassword: otherPassword }, "currentPassword", "Current password is required"],
    [
      { currentPassword: testPassword, newPassword: "12345" },
      "newPassword",
      "New password must be at least 6 characters",
    ],
    [
      { currentPassword: testPassword, newPassword: testPassword },
      "newPassword",
      "That is the password you have now. Please choose another.",
    ],
  ])("with %j is refused", async (json, field, message) => {
    const { cookie } = await createPerson();
    const answer = await call("POST", "/api/auth/change-password", { cookie, json });
    expect(answer).toMatchObject({ status: 400, body: { field, message } });
  });

  test("of an account without one is refused", async () => {
    const { cookie } = await withoutPassword(await createPerson());
    expect(await change(cookie, "anything", otherPassword)).toMatchObject({
      status: 422,
      body: { code: "no_password" },
    });
  });

  test("turns a temporary password into the person's own, even a child's", async () => {
    const { familyId } = await createOwner();
    const child = await createMember(familyId, "member", { isChild: true });
    await db.user.update({
      where: { id: child.userId },
      data: { passwordTemporary: true, email: null },
      select: { id: true },
    });
    expect((await me(child.cookie)).body.passwordTemporary).toBe(true);
    expect((await change(child.cookie, testPassword, otherPassword)).status).toBe(200);
    expect((await me(child.cookie)).body.passwordTemporary).toBe(false);
    expect(await mails()).toEqual([]);
  });
});

describe("a first password", () => {
  test("is set once; then the current one is required", async () => {
    const person = await withoutPassword(await createPerson());
    expect((await me(person.cookie)).body.hasPassword).toBe(false);
    expect((await setFirst(person.cookie, otherPassword)).status).toBe(200);
    expect((await me(person.cookie)).body.hasPassword).toBe(true);
    expect(await setFirst(person.cookie, "yet another one")).toMatchObject({
      status: 409,
      body: { code: "password_exists" },
    });
    expect((await login(person.username, otherPassword)).status).toBe(200);
    expect(await actionsAbout(person)).toContain("account.passwordSet");
  });

  test("set twice at once is set once", async () => {
    const { cookie } = await withoutPassword(await createPerson());
    const answers = await Promise.all([
      setFirst(cookie, "the first new one"),
      setFirst(cookie, "the second"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("can replace a temporary one", async () => {
    const person = await createPerson();
    await db.user.update({
      where: { id: person.userId },
      data: { passwordTemporary: true },
      select: { id: true },
    });
    expect((await setFirst(person.cookie, otherPassword)).status).toBe(200);
    expect((await me(person.cookie)).body.passwordTemporary).toBe(false);
    expect((await setFirst(person.cookie, "yet another one")).status).toBe(409);
  });

  test.each([
    [
      { newPassword: "12345", confirmPassword: "12345" },
      "newPassword",
      "Password must be at least 6 characters",
    ],
    [{ newPassword: otherPassword, confirmPassword: "other" }, "confirmPassword", "Passwords do not match"],
  ])("with %j is refused in the specification's words", async (json, field, message) => {
    const { cookie } = await withoutPassword(await createPerson());
    const answer = await call("POST", "/api/auth/password", { cookie, json });
    expect(answer).toMatchObject({ status: 400, body: { field, message } });
  });
});

describe("an easily guessed password is refused kindly", () => {
  const tooCommon = "That password is too common, so it's easy to guess. Please choose another.";

  test.each([
    ["123456", tooCommon],
    ["Password", tooCommon],
    ["ILoveYou", tooCommon],
    ["keepsake", "That password is the name of this album, so it's easy to guess. Please choose another."],
    ["ada.okafor", "That password is your own name, so it's easy to guess. Please choose another."],
    ["ADA-okafor", "That password is your own name, so it's easy to guess. Please choose another."],
    ["ada@example.org", "That password is your own name, so it's easy to guess. Please choose another."],
  ])("%s", async (password, message) => {
    const names = { username: "ada.okafor", email: "ada@example.org" };
    const signups = [
      await call("POST", "/api/create-account", { json: { ...names, password } }),
      await call("POST", "/api/organization/signup", { json: { ...names, password, familyName: "F" } }),
    ];
    for (const answer of signups) {
      expect(answer).toMatchObject({ status: 400, body: { field: "password", message } });
      expectErrorBody(answer);
    }
    expect(await db.user.count()).toBe(0);

    const ada = await createPerson({ username: "ada.okafor" });
    await db.user.update({
      where: { id: ada.userId },
      data: { email: names.email },
      select: { id: true },
    });
    const token = await resetToken(ada.userId);
    const reset = () => call("POST", "/api/auth/reset-password", { json: { token, newPassword: password } });
    for (const answer of [await change(ada.cookie, testPassword, password), await reset()]) {
      expect(answer).toMatchObject({ status: 400, body: { field: "newPassword", message } });
    }
    await withoutPassword(ada);
    expect(await setFirst(ada.cookie, password)).toMatchObject({
      status: 400,
      body: { field: "newPassword" },
    });
    // The link was not used up.
    const json = { token, newPassword: otherPassword };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
  });

  test("and a good one is accepted", async () => {
    for (const [index, password] of ["sunny-garden", testPassword, "Kitten-Basket", "größe 7"].entries()) {
      const json = { username: `ada-${index}`, email: `ada-${index}@example.org`, password };
      expect((await call("POST", "/api/create-account", { json })).status).toBe(201);
    }
  });
});

describe("a temporary password", () => {
  const give = (cookie: string, userId: string) =>
    call<{ temporaryPassword: string }>("POST", `/api/users/${userId}/temporary-password`, { cookie });

  test("opens the account once more, and then another must be chosen", async () => {
    const owner = await createOwner({ name: "The Okafors" });
    const member = await createMember(owner.familyId);
    expect((await me(member.cookie)).status).toBe(200);
    const { status, body } = await give(owner.cookie, member.userId);
    expect(status).toBe(200);
    expect(body.temporaryPassword).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/);

    expect((await me(member.cookie)).status).toBe(401);
    expect((await login(member.username, testPassword)).status).toBe(401);
    const signedIn = await login(member.username, body.temporaryPassword);
    expect(signedIn.body).toMatchObject({ passwordTemporary: true });
    expect(await mails()).toMatchObject([{ template: "temporaryPassword", recipient: member.email }]);
    expect((await mails())[0]?.text).not.toContain(body.temporaryPassword);
    expect(await actionsAbout(member)).toContain("account.temporaryPasswordSet");
  });

  test("found on a note after 7 days opens nothing, and says what to do", async () => {
    const owner = await createOwner();
    const member = await createMember(owner.familyId);
    const before = Date.now();
    const { temporaryPassword } = (await give(owner.cookie, member.userId)).body;
    const expiry = async () =>
      (await db.user.findUniqueOrThrow({ where: { id: member.userId } })).passwordExpiresAt;
    const days = (((await expiry())?.getTime() ?? 0) - before) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThan(7.01);

    const data = { passwordExpiresAt: new Date() };
    await db.user.update({ where: { id: member.userId }, data, select: { id: true } });
    const refused = (password: string) =>
      call("POST", "/api/auth/login", { json: { usernameOrEmail: member.username, password } });
    const late = await refused(temporaryPassword);
    expect(late).toMatchObject({ status: 401, body: { code: "temporary_password_expired" } });
    expect(late.body.message).toMatch(/expired.*ask an admin of your family/);
    expectErrorBody(late);
    // A wrong password doesn't reveal the expiry.
    expect((await refused("wrong")).body.code).toBe("invalid_credentials");

    const next = (await give(owner.cookie, member.userId)).body.temporaryPassword;
    const signedIn = await login(member.username, next);
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const json = { currentPassword: next, newPassword: "lanterns in the meadow" };
    expect((await call("POST", "/api/auth/change-password", { cookie, json })).status).toBe(200);
    // A password they chose themselves doesn't expire.
    expect(await expiry()).toBeNull();
  });

  test("is different each time, and the previous one stops working", async () => {
    const owner = await createOwner();
    const child = await createMember(owner.familyId, "member", { isChild: true });
    const first = (await give(owner.cookie, child.userId)).body.temporaryPassword;
    const second = (await give(owner.cookie, child.userId)).body.temporaryPassword;
    expect(second).not.toBe(first);
    expect((await login(child.username, first)).status).toBe(401);
    expect((await login(child.username, second)).status).toBe(200);
  });

  test.each(["owner", "admin"] as const)("is refused for an %s, and for oneself", async (role) => {
    const owner = await createOwner();
    const admin = await createMember(owner.familyId, "admin");
    const target = await createMember(owner.familyId, role);
    for (const userId of [target.userId, admin.userId]) {
      const answer = await give(admin.cookie, userId);
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expectErrorBody(answer);
    }
    expect((await login(target.username, testPassword)).status).toBe(200);
  });

  test("is refused for someone who belongs to another family too: it would open that family's album", async () => {
    const owner = await createOwner();
    const member = await createMember(owner.familyId);
    await join(member.userId, await createFamily({ name: "The cousins" }), "member");
    expect(await give(owner.cookie, member.userId)).toMatchObject({
      status: 409,
      body: {
        code: "belongs_to_another_family",
        message: expect.stringMatching(/^Somebody belongs to another family too/),
      },
    });
    expect((await login(member.username, testPassword)).status).toBe(200);
  });

  test("is not given for another family's member, whose name is not revealed either", async () => {
    const owner = await createOwner();
    const stranger = await createMember(await createFamily());
    const child = await createMember(await createFamily(), "member", { isChild: true });
    for (const { userId, username } of [stranger, child]) {
      const answer = await give(owner.cookie, userId);
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect((await login(username, testPassword)).status).toBe(200);
    }
  });

  test("for a child is given by the first family, not by one joined later", async () => {
    const home = await createOwner();
    const later = await createOwner();
    const child = await createMember(home.familyId, "member", { isChild: true });
    await join(child.userId, later.familyId, "member");
    expect((await give(later.cookie, child.userId)).status).toBe(409);
    expect((await give(home.cookie, child.userId)).status).toBe(200);
  });

  test("is refused to an admin who has just become a member", async () => {
    const owner = await createOwner();
    const admin = await createMember(owner.familyId, "admin");
    const member = await createMember(owner.familyId);
    await me(admin.cookie);
    // Changed as by another process: this one still has the admin cached.
    await db.membership.updateMany({ where: { userId: admin.userId }, data: { role: "member" } });
    expect((await give(admin.cookie, member.userId)).status).toBe(403);
    expect((await login(member.username, testPassword)).status).toBe(200);
  });
});
