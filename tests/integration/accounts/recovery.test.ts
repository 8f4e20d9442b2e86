import type { UserDto } from "@/lib/account/accounts/schema";
import { hashPassword } from "@/lib/core/auth/server/passwords";
import { db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  join,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { changeDuring } from "@/tests/support/held-person";
import { writtenMessages } from "@/tests/support/outbox";
import { givePhone, otherPassword, resetToken, smsCode } from "@/tests/support/password-calls";
import { askChallenge, givePasskey } from "@/tests/support/software-passkey";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();

const post = (path: string, json: unknown) => call("POST", `/api/auth/${path}`, { json });
const me = (cookie: string) => call<UserDto>("GET", "/api/auth/me", { cookie });
const canSignIn = async ({ username }: Person, password: string) =>
  (await post("login", { usernameOrEmail: username, password })).status === 200;
const messages = () => writtenMessages();
const expire = () => db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });

/** What an outsider sees of an answer. */
const seen = ({ status, body, headers }: Answer) => {
  const names = [...headers.keys()].filter((name) => name !== "x-request-id");
  return { status, body, headers: names.sort() };
};

/** The CPU time that each takes, in microseconds, run in turns; waiting for a busy machine doesn't count. */
async function cpuTimes(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 15; round++) {
    for (const [index, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      times[index] = Math.min(times[index] ?? 0, user + system);
    }
  }
  return times;
}

describe("known and unknown people", () => {
  async function everybody() {
    const person = await createPerson();
    const phoneNumber = await givePhone(person.userId);
    const owner = await createOwner();
    const child = await createMember(owner.familyId, "member", { isChild: true });
    return [
      [
        "login",
        { usernameOrEmail: person.username, password: "x" },
        { usernameOrEmail: "nobody", password: "x" },
      ],
      ["forgot-password", { email: person.email }, { email: "nobody@example.org" }],
      ["sms-reset", { phoneNumber }, { phoneNumber: "+447700900999" }],
      ["child-password-reset", { username: child.username }, { username: "nobody" }],
      [
        "sms-reset/verify",
        { phoneNumber, code: "000000", newPassword: otherPassword },
        { phoneNumber: "+447700900999", code: "000000", newPassword: otherPassword },
      ],
    ] as const;
  }

  test("get the same answers", async () => {
    for (const [path, known, unknown] of await everybody()) {
      expect(seen(await post(path, known))).toEqual(seen(await post(path, unknown)));
    }
  });

  test("wait equally long: nobody is looked up before the answer, or a password is hashed either way", async () => {
    for (const [path, known, unknown] of await everybody()) {
      await post(path, known);
      const [one = 0, other = 0, hashing = 0] = await cpuTimes(
        () => post(path, known),
        () => post(path, unknown),
        () => hashPassword("what nobody chose"),
      );
      // Less than hashing a password takes on this machine right now, so a skipped hash would show.
      expect([path, Math.abs(one - other) < 0.7 * hashing]).toEqual([path, true]);
    }
  });
});

describe("a link by mail", () => {
  async function link(person: Person): Promise<string> {
    await post("forgot-password", { email: person.email.toUpperCase() });
    await workOffQueue();
    const mail = (await messages()).findLast(({ template }) => template === "passwordReset");
    expect(mail).toMatchObject({ recipient: person.email, subject: "Choose a new password for Keepsake" });
    return /http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  }

  test("sets a new password, ends all sessions and reports it by mail", async () => {
    const person = await createPerson();
    await db.user.update({
      where: { id: person.userId },
      data: { passwordTemporary: true },
      select: { id: true },
    });
    expect((await me(person.cookie)).status).toBe(200);
    const answer = await post("reset-password", { token: await link(person), newPassword: otherPassword });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await me(person.cookie)).status).toBe(401);
    expect(await canSignIn(person, testPassword)).toBe(false);
    expect(await canSignIn(person, otherPassword)).toBe(true);
    expect((await db.user.findFirst({ select: { passwordTemporary: true } }))?.passwordTemporary).toBe(false);
    expect((await messages()).map(({ template }) => template)).toEqual(["passwordReset", "passwordChanged"]);
  });

  test("works once, even if used twice at the same moment", async () => {
    const person = await createPerson();
    const token = await link(person);
    const answers = await Promise.all(
      ["the first new one", "the second new one"].map((newPassword) =>
        post("reset-password", { token, newPassword }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = await post("reset-password", { token, newPassword: otherPassword });
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid_token", field: "token" } });
    expectErrorBody(refused);
  });

  test("works for 30 minutes", async () => {
    const person = await createPerson();
    const token = await link(person);
    const { expiresAt } = await db.oneTimeToken.findFirstOrThrow({ select: { expiresAt: true } });
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    await expire();
    expect((await post("reset-password", { token, newPassword: otherPassword })).status).toBe(422);
    expect(await canSignIn(person, testPassword)).toBe(true);
  });

  test("is stored only as a hash", async () => {
    const person = await createPerson();
    const token = await link(person);
    const rows = await db.oneTimeToken.findMany();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("invalidates the others once it is used, and none before", async () => {
    const person = await createPerson();
    const [first, second] = [await link(person), await link(person)];
    expect((await post("reset-password", { token: first, newPassword: otherPassword })).status).toBe(200);
    expect((await post("reset-password", { token: second, newPassword: "one more word" })).status).toBe(422);
  });

  test("of another kind doesn't count", async () => {
    const { userId } = await createPerson();
    const token = await resetToken(userId);
    await db.oneTimeToken.updateMany({ data: { kind: "directAccess" } });
    expect((await post("reset-password", { token, newPassword: otherPassword })).status).toBe(422);
  });

  test("gives someone who signs in elsewhere a first password", async () => {
    const person = await createPerson();
    await db.user.update({
      where: { id: person.userId },
      data: { passwordHash: null },
      select: { id: true },
    });
    const token = await link(person);
    expect((await post("reset-password", { token, newPassword: otherPassword })).status).toBe(200);
    expect(await canSignIn(person, otherPassword)).toBe(true);
  });

  test("is not sent to an unknown address", async () => {
    await createPerson();
    await post("forgot-password", { email: "nobody@example.org" });
    await workOffQueue();
    expect(await messages()).toEqual([]);
  });
});

describe("a stranger whose sign-in is under way while the account is recovered", () => {
  const sessionsOf = ({ userId }: Person) => db.session.count({ where: { userId } });

  test("gets no session with the old password, and the same answer as with a wrong one", async () => {
    const person = await createPerson();
    const wrong = await post("login", { usernameOrEmail: person.username, password: "wrong" });
    const late = await changeDuring(
      person.userId,
      () => post("login", { usernameOrEmail: person.username, password: testPassword }),
      `WITH ended AS (DELETE FROM "Session" WHERE "userId" = $1)
       UPDATE "User" SET "passwordHash" = 'another' WHERE id = $1`,
    );
    expect(late.status).toBe(401);
    expect(seen(late)).toEqual(seen(wrong));
    expect(await sessionsOf(person)).toBe(0);
    expect(await db.activityEntry.count({ where: { action: "account.signInFailed" } })).toBe(2);
  });

  test("gets no session with a passkey that the reset removes", async () => {
    const person = await createPerson();
    const { passkey } = await givePasskey(person);
    const json = { passkey: passkey.answer(await askChallenge()) };
    const late = await changeDuring(
      person.userId,
      () => post("passkeys/sign-in", json),
      `WITH ended AS (DELETE FROM "Session" WHERE "userId" = $1) DELETE FROM "Passkey" WHERE "userId" = $1`,
    );
    expect(late).toMatchObject({ status: 401, body: { code: "passkey_refused" } });
    expect(await sessionsOf(person)).toBe(0);
  });

  test("is let in after all if only something else was changed", async () => {
    const person = await createPerson();
    const late = await changeDuring(
      person.userId,
      () => post("login", { usernameOrEmail: person.username, password: testPassword }),
      `UPDATE "User" SET "addressCity" = 'Bath' WHERE id = $1`,
    );
    expect(late.status).toBe(200);
  });
});

describe("a code by SMS", () => {
  const verify = (phoneNumber: string, code: string, newPassword = otherPassword) =>
    post("sms-reset/verify", { phoneNumber, code, newPassword });

  async function askFor(phoneNumber: string) {
    await post("sms-reset", { phoneNumber });
    await workOffQueue();
    return (await messages()).map(({ channel, recipient, text }) => ({
      channel,
      recipient,
      text,
      code: /^\d{6}/.exec(text)?.[0] ?? "",
    }));
  }
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  test("sets a new password and ends all sessions", async () => {
    const person = await createPerson();
    const phoneNumber = await givePhone(person.userId);
    const spelled = `${phoneNumber.slice(0, 5)} ${phoneNumber.slice(5, 9)}-${phoneNumber.slice(9)}`;
    await post("sms-reset", { phoneNumber: spelled });
    const [sms] = await askFor(spelled);
    expect(sms).toMatchObject({ channel: "sms", recipient: phoneNumber });
    expect(sms?.text).toBe(
      `${sms?.code} is your Keepsake code to reset the password of ${person.username}. It works for 10 minutes. Never share it with anyone.`,
    );
    const { code = "" } = sms ?? {};
    expect((await verify(spelled, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await me(person.cookie)).status).toBe(401);
    expect(await canSignIn(person, otherPassword)).toBe(true);
    expect((await verify(phoneNumber, code, "one more word")).status).toBe(422);
  });

  test("stops working after 5 wrong tries, even if they come at once", async () => {
    const person = await createPerson();
    const phoneNumber = await givePhone(person.userId);
    const [sms] = await askFor(phoneNumber);
    const { code = "" } = sms ?? {};
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(phoneNumber, wrongOf(code))));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 422, body: { code: "invalid_code", field: "code" } });
      expectErrorBody(answer);
    }
    expect((await verify(phoneNumber, code)).status).toBe(422);
    expect(await canSignIn(person, testPassword)).toBe(true);
  });

  test("still works after 4 wrong tries", async () => {
    const { userId } = await createPerson();
    const phoneNumber = await givePhone(userId);
    const code = await smsCode(userId);
    for (let index = 0; index < 4; index++) await verify(phoneNumber, wrongOf(code));
    expect((await verify(phoneNumber, code)).status).toBe(200);
  });

  test("works for 10 minutes, and until the next one is sent", async () => {
    const { userId } = await createPerson();
    const phoneNumber = await givePhone(userId);
    const [first] = await askFor(phoneNumber);
    const { expiresAt } = await db.oneTimeToken.findFirstOrThrow({ select: { expiresAt: true } });
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    const [, second] = await askFor(phoneNumber);
    if (first?.code !== second?.code) expect((await verify(phoneNumber, first?.code ?? "")).status).toBe(422);
    await expire();
    expect((await verify(phoneNumber, second?.code ?? "")).status).toBe(422);
  });

  test("is sent once for each account that shares the number, and opens only that account", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const phoneNumber = await givePhone(ada.userId);
    await db.user.update({
      where: { id: ben.userId },
      data: { phoneNumber, phoneConfirmedAt: new Date() },
      select: { id: true },
    });
    const texts = await askFor(phoneNumber);
    expect(texts).toHaveLength(2);
    const bens = texts.find(({ text }) => text.includes(ben.username));
    expect((await verify(phoneNumber, bens?.code ?? "")).status).toBe(200);
    expect(await canSignIn(ben, otherPassword)).toBe(true);
    expect(await canSignIn(ada, testPassword)).toBe(true);
  });

  test("never opens a child's account, which has its parent's number, nor a super admin's", async () => {
    const owner = await createOwner();
    const phoneNumber = await givePhone(owner.userId);
    const child = await createMember(owner.familyId, "member", { isChild: true });
    const superAdmin = await createPerson({ isSuperAdmin: true });
    await db.user.updateMany({
      where: { id: { in: [child.userId, superAdmin.userId] } },
      data: { phoneNumber },
    });
    const texts = await askFor(phoneNumber);
    expect(texts.map(({ text }) => text.includes(owner.username))).toEqual([true]);
    for (const { userId } of [child, superAdmin]) {
      expect((await verify(phoneNumber, await smsCode(userId))).status).toBe(422);
    }
  });

  test("is invalid once the account has another number", async () => {
    const { userId } = await createPerson();
    const before = await givePhone(userId);
    const code = await smsCode(userId);
    await givePhone(userId);
    expect((await verify(before, code)).status).toBe(422);
  });

  test.each([
    ["a common password", { newPassword: "iloveyou" }, "newPassword"],
    ["a short password", { newPassword: "12345" }, "newPassword"],
    ["a code of five digits", { code: "12345" }, "code"],
    ["no number", { phoneNumber: "" }, "phoneNumber"],
  ])("with %s is refused without using up a try", async (_, change, field) => {
    const { userId } = await createPerson();
    const phoneNumber = await givePhone(userId);
    const code = await smsCode(userId);
    const json = { phoneNumber, code, newPassword: otherPassword, ...change };
    expect(await post("sms-reset/verify", json)).toMatchObject({ status: 400, body: { field } });
    const { attempts } = await db.oneTimeToken.findFirstOrThrow({ select: { attempts: true } });
    expect(attempts).toBe(0);
  });
});

describe("a child who has forgotten their password", () => {
  async function ask(username: string) {
    await post("child-password-reset", { username });
    await workOffQueue();
    return messages();
  }

  test("has the family's owners and admins emailed, and nobody else", async () => {
    const owner = await createOwner({ name: "The Okafors" });
    const admin = await createMember(owner.familyId, "admin");
    await createMember(owner.familyId);
    const child = await createMember(owner.familyId, "member", { isChild: true });
    const mails = await ask(` ${child.username.toUpperCase()} `);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([admin.email, owner.email].sort());
    expect(mails[0]).toMatchObject({ template: "childPasswordReset" });
    expect(mails[0]?.text).toContain("http://localhost:3000/manage-users");
    expect(mails[0]?.text).toContain(child.username);
  });

  test("has no other family asked, and is named as in their own", async () => {
    const neighbour = await createOwner({ name: "The others" });
    await createMember(neighbour.familyId, "member", { isChild: true });
    const owner = await createOwner();
    const child = await createMember(owner.familyId, "member", { isChild: true });
    await db.familyMember.updateMany({ where: { userId: child.userId }, data: { name: "Leo" } });
    const mails = await ask(child.username);
    expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email]);
    expect(mails[0]?.text).toContain("Leo");
  });

  test("has the first family asked, not one joined later", async () => {
    const home = await createOwner();
    const child = await createMember(home.familyId, "member", { isChild: true });
    const later = await createOwner();
    await join(child.userId, later.familyId, "member");
    expect((await ask(child.username)).map(({ recipient }) => recipient)).toEqual([home.email]);
  });

  test("is no grown-up: for adults nobody is asked", async () => {
    const member = await createMember(await createFamily());
    expect(await ask(member.username)).toEqual([]);
  });
});
