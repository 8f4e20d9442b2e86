import type { UserDto } from "@/lib/account/accounts/schema";
import { sendResetLink } from "@/lib/account/accounts/server/recovery-service";
import { sendSmsCodes } from "@/lib/account/accounts/server/sms-recovery-service";
import { resendConfirmation } from "@/lib/account/profile/server/pending-email-service";
import { signInWithIdentity } from "@/lib/account/security/server/identity-sign-in-service";
import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { actorFromCookies, endSessionsOf, forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { giveAuthenticator } from "@/tests/support/authenticator-app";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createOwner,
  createPerson,
  join,
  openSession,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { callWhile } from "@/tests/support/held-body";
import { newcomer } from "@/tests/support/invitations";
import { givePhone, smsCode } from "@/tests/support/password-calls";
import { askChallenge, givePasskey } from "@/tests/support/software-passkey";
import {
  confirmationLink,
  invitationLink,
  mailedSecret,
  mailsTo,
  pretendMailWorks,
  resetLink,
  signUp,
} from "@/tests/support/working-mail";

pretendMailWorks();
withTestDatabase();

const grandma = "grandma@example.org";
const hersNow = "lanterns in the meadow";
const origin = { userAgent: "Tests", ipAddress: "127.0.0.1" };
const school = {
  id: "oidc",
  name: "Village School",
  issuer: "https://school.test",
  clientId: "album",
  clientSecret: "secret",
} as const;

// The first account of an installation is the operator's.
beforeEach(() => createPerson());

const me = (cookie: string) => call<UserDto>("GET", "/api/auth/me", { cookie });
const login = (usernameOrEmail: string, password: string) =>
  call("POST", "/api/auth/login", { json: { usernameOrEmail, password } });
const confirm = (json: object, cookie?: string) =>
  call("POST", "/api/auth/confirm-account", { json, ...(cookie ? { cookie } : {}) });
const tokenOf = (email: string) => mailedSecret(email, confirmationLink);

async function resetByMail(email: string, keep?: object) {
  await sendResetLink(email);
  const token = await mailedSecret(email, resetLink);
  const json = { token, newPassword: hersNow, ...(keep ? { keep } : {}) };
  return call("POST", "/api/auth/reset-password", { json });
}

const account = (where: { username: string } | { email: string }) =>
  db.user.findUniqueOrThrow({
    where: where as { username: string },
    select: {
      id: true,
      email: true,
      emailConfirmedAt: true,
      phoneNumber: true,
      addressLine1: true,
      totpEnabledAt: true,
      _count: { select: { sessions: true, passkeys: true, linkedIdentities: true, recoveryCodes: true } },
    },
  });

const secretsOf = (id: string) =>
  db.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true, phoneConfirmedAt: true } });

/** Makes what a test changed in the tables count at once. */
const seenAtOnce = () => forgetSessions(() => true);

/** A profile that moves the account to Grandma's address. */
const moveToGrandmas = {
  email: grandma,
  phoneNumber: "+44 7700 900123",
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
  password: testPassword,
};

/** A stranger's account with Grandma's address, from before mail worked, with everything planted that once could be. */
async function plantedAccount() {
  const cookie = await signUp("stranger", grandma, testPassword);
  const { id: userId } = await account({ email: grandma });
  const person: Person = {
    userId,
    username: "stranger",
    email: grandma,
    cookie,
    sessionId: "",
    familyId: null,
  };
  await db.user.update({
    where: { id: userId },
    data: { emailConfirmedAt: new Date() },
    select: { id: true },
  });
  seenAtOnce();
  const { passkey } = await givePasskey(person);
  await giveAuthenticator(person);
  await db.linkedIdentity.create({
    data: { userId, provider: "oidc", subject: "stranger" },
    select: { id: true },
  });
  await db.user.update({
    where: { id: userId },
    data: { emailConfirmedAt: null, phoneNumber: "+447700900666", addressLine1: "1 Stranger's Lane" },
    select: { id: true },
  });
  seenAtOnce();
  return { cookie, userId, passkey };
}

const nothingPlanted = {
  phoneNumber: null,
  addressLine1: null,
  totpEnabledAt: null,
  emailConfirmedAt: expect.any(Date),
  _count: { sessions: 0, passkeys: 0, linkedIdentities: 0, recoveryCodes: 0 },
};

describe("an attacker who signs up with grandma's address before she does", () => {
  test("classic-federated merge: gets no share in the account that she opens with her provider", async () => {
    const cookie = await signUp("stranger", grandma);
    const identity = { subject: "grandma", email: grandma, isEmailVerified: true, name: "Grandma" };
    expect(await signInWithIdentity(school, identity, null, origin)).toMatchObject({ destination: "/" });
    const hers = await account({ email: grandma });
    expect(hers).toMatchObject({ emailConfirmedAt: expect.any(Date), _count: { linkedIdentities: 1 } });
    const strangers = (await me(cookie)).body;
    expect(strangers).toMatchObject({ username: "stranger", email: null, emailNeedsConfirmation: true });
    expect(strangers.id).not.toBe(hers.id);
    expect((await login(grandma, testPassword)).status).toBe(401);
  });

  test("non-verifying IdP: can't claim her address with a provider that never checked it", async () => {
    await signUp("stranger", grandma);
    const before = await db.user.count();
    for (const email of [grandma, "nobody@example.org"]) {
      const identity = { subject: "attacker", email, isEmailVerified: false, name: "Grandma" };
      expect(await signInWithIdentity(school, identity, null, origin)).toEqual({ problem: "no_email" });
    }
    expect(await db.user.count()).toBe(before);
  });

  test.each(["confirms", "resets the password"])(
    "unexpired session: is signed out when she %s",
    async (way) => {
      const cookie = await signUp("stranger", grandma);
      expect((await me(cookie)).status).toBe(200);
      const done =
        way === "confirms"
          ? await confirm({ token: await tokenOf(grandma), newPassword: hersNow })
          : await resetByMail(grandma);
      expect(done.status).toBe(200);
      expect((await me(cookie)).status).toBe(401);
      expect((await login("stranger", testPassword)).status).toBe(401);
      expect((await login(grandma, hersNow)).body).toMatchObject({ emailNeedsConfirmation: false });
    },
  );

  test.each(["confirms", "resets the password"])(
    "trojan identifier: keeps no passkey, authenticator, identity or number when she %s",
    async (way) => {
      const { cookie, passkey } = await plantedAccount();
      // Asking to keep the planted ones changes nothing.
      const { id } = await db.passkey.findFirstOrThrow({ select: { id: true } });
      const keep = { passkeys: [id], identities: [], authenticator: true };
      const done =
        way === "confirms"
          ? await confirm({ token: await tokenOf(grandma), newPassword: hersNow })
          : await resetByMail(grandma, keep);
      expect(done.status).toBe(200);
      expect(await account({ email: grandma })).toMatchObject(nothingPlanted);
      const json = { passkey: passkey.answer(await askChallenge()) };
      expect((await call("POST", "/api/auth/passkeys/sign-in", { json })).status).toBe(401);
      expect((await me(cookie)).status).toBe(401);
      expect((await login(grandma, hersNow)).status).toBe(200);
      const warnings = (await mailsTo(grandma)).filter(({ template }) => template === "securityChange");
      expect(warnings.at(-1)?.text).toContain("the authenticator app");
    },
  );

  test("unexpired email change: can't move her account to an address of theirs afterwards", async () => {
    const { userId } = await plantedAccount();
    const detail = { email: "attacker@example.org" };
    const { token } = await createOneTimeToken({ kind: "confirmEmail", userId, detail, minutes: 1440 });
    expect((await resetByMail(grandma)).status).toBe(200);
    expect((await call("GET", `/api/auth/confirm-email?token=${token}`)).status).toBe(400);
    expect((await account({ username: "stranger" })).email).toBe(grandma);
  });

  test("doesn't get in with the link that she was mailed and only viewed", async () => {
    const cookie = await signUp("stranger", grandma);
    const token = await tokenOf(grandma);
    const answer = await confirm({ token });
    expect(answer).toMatchObject({ status: 400, body: { code: "password_needed", field: "newPassword" } });
    expectErrorBody(answer);
    expect((await me(cookie)).body.emailNeedsConfirmation).toBe(true);
  });

  test("gains nothing when she confirms in a browser that is signed in to her own account", async () => {
    const cookie = await signUp("stranger", grandma);
    const other = await createPerson();
    const token = await tokenOf(grandma);
    expect(await confirm({ token }, other.cookie)).toMatchObject({ status: 400 });
    expect((await confirm({ token, newPassword: hersNow }, other.cookie)).status).toBe(200);
    expect((await me(cookie)).status).toBe(401);
    expect((await me(other.cookie)).status).toBe(200);
  });

  test("gains nothing by letting her in with a direct link and waiting for her click", async () => {
    const cookie = await signUp("stranger", grandma);
    const { id } = await account({ email: grandma });
    await db.session.updateMany({ where: { userId: id }, data: { method: "directAccess" } });
    seenAtOnce();
    expect(await confirm({ token: await tokenOf(grandma) }, cookie)).toMatchObject({ status: 400 });
  });

  test("can't get back in: every link sent before is dead after her confirmation", async () => {
    const cookie = await signUp("stranger", grandma);
    await sendResetLink(grandma);
    const token = await tokenOf(grandma);
    const json = { token: await mailedSecret(grandma, resetLink), newPassword: testPassword };
    expect(json.token).not.toBe("");
    expect((await confirm({ token, newPassword: hersNow })).status).toBe(200);
    for (const again of [{ token, newPassword: testPassword }, { token }]) {
      expect(await confirm(again, cookie)).toMatchObject({ status: 422, body: { code: "link_expired" } });
    }
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(422);
  });
});

describe("an invitation for an address that someone signed up with and never confirmed", () => {
  const invite = (cookie: string, fields: object) =>
    call<{ url: string }>("POST", "/api/invitations", {
      cookie,
      json: { username: "nana", email: grandma, ...fields },
    });
  const register = (code: string) =>
    call("POST", `/api/register/${code}`, { json: { password: hersNow, phoneNumber: null } });
  const shown = (url: string) => url.split("/register/")[1] ?? "";

  test("leads the reader of the mail to a new account; the stranger's loses the address", async () => {
    const cookie = await signUp("stranger", grandma);
    const owner = await createOwner();
    expect((await invite(owner.cookie, {})).status).toBe(201);
    const code = await mailedSecret(grandma, invitationLink);
    const opened = await call("GET", `/api/invitations/${code}/validate`);
    expect(opened.body).toMatchObject({ hasAccount: false, username: "nana" });
    expect((await register(code)).status).toBe(201);
    const hers = await account({ username: "nana" });
    expect(hers).toMatchObject({ email: grandma, emailConfirmedAt: expect.any(Date) });
    expect((await me(cookie)).body).toMatchObject({ username: "stranger", email: null, currentFamily: {} });
    expect(await db.membership.count({ where: { familyId: owner.familyId, userId: hers.id } })).toBe(1);
    expect((await login(grandma, testPassword)).status).toBe(401);
  });

  test("opened with the link shown to the inviter, takes nobody's address and says what to do", async () => {
    await signUp("grandma.herself", grandma);
    const attacker = await createOwner();
    const { body } = await invite(attacker.cookie, {});
    const answer = await register(shown(body.url));
    expect(answer).toMatchObject({ status: 409, body: { code: "open_the_mail" } });
    expectErrorBody(answer);
    expect((await account({ email: grandma })).id).toBe((await account({ username: "grandma.herself" })).id);
  });

  test("accepted with the unconfirmed account is refused until the address is confirmed", async () => {
    const cookie = await signUp("grandma.herself", grandma);
    const owner = await createOwner();
    await invite(owner.cookie, {});
    const code = await mailedSecret(grandma, invitationLink);
    const accept = () => call("POST", `/api/register/${code}/accept`, { cookie });
    expect(await accept()).toMatchObject({ status: 403, body: { code: "email_unconfirmed" } });
    expect((await confirm({ token: await tokenOf(grandma) }, cookie)).status).toBe(200);
    expect((await accept()).status).toBe(200);
  });

  test("can't use the username that the stranger took", async () => {
    await signUp("nana", grandma);
    const owner = await createOwner();
    expect(await invite(owner.cookie, {})).toMatchObject({ status: 409, body: { field: "username" } });
  });
});

test("an inviter who registers with the link they were shown has an unconfirmed account", async () => {
  const attacker = await createOwner();
  const json = { username: "nana", email: grandma };
  const { body } = await call<{ url: string }>("POST", "/api/invitations", { cookie: attacker.cookie, json });
  const code = body.url.split("/register/")[1] ?? "";
  expect(code).not.toBe(await mailedSecret(grandma, invitationLink));
  const made = await call("POST", `/api/register/${code}`, { json: { password: testPassword } });
  expect(made.status).toBe(201);
  expect((await account({ username: "nana" })).emailConfirmedAt).toBeNull();
  expect(await tokenOf(grandma)).not.toBe("");
});

describe("an account whose address nobody has confirmed", () => {
  const proof = { password: testPassword };
  const invitation = async (cookie: string) => {
    const { currentFamily, id } = (await me(cookie)).body;
    const data = { ...newcomer(), familyId: currentFamily?.id ?? "", invitedById: id };
    const codeHash = Buffer.from(data.username);
    const expiresAt = new Date(Date.now() + 86_400_000);
    return (await db.invitation.create({ data: { ...data, codeHash, expiresAt }, select: { id: true } })).id;
  };

  test("can't add a sign-in method or let others in, and gets a message that says what to do", async () => {
    const cookie = await signUp("stranger", grandma);
    const child = { username: "leo", password: hersNow, displayName: "Leo", birthDate: "2018-05-04" };
    const calls: [string, object?][] = [
      ["/api/auth/passkeys/registration", proof],
      ["/api/auth/passkeys"],
      ["/api/auth/keys", { ...proof, name: "NAS", scopes: ["read"] }],
      ["/api/auth/second-factor", proof],
      ["/api/auth/second-factor/confirm", { code: "123456" }],
      ["/api/auth/second-factor/recovery-codes", proof],
      ["/api/auth/identities", { ...proof, provider: "oidc" }],
      ["/api/invitations", newcomer()],
      [`/api/invitations/${await invitation(cookie)}/resend`],
      ["/api/child-accounts", child],
      ["/api/direct-access", { userId: (await me(cookie)).body.id }],
      ["/api/create-organization", { name: "A second family", subscriptionTier: "free" }],
      ["/api/create-organization", { name: "A second family", subscriptionTier: "premium" }],
    ];
    for (const [path, json] of calls) {
      const answer = await call("POST", path, { cookie, json: json ?? {} });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, "email_unconfirmed"]);
      expectErrorBody(answer);
    }
  });

  test("can create its first family, and look around", async () => {
    const json = { username: "ada", email: grandma, password: testPassword };
    const made = await call("POST", "/api/create-account", { json });
    const cookie = made.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const family = { name: "The Okafors", subscriptionTier: "free" };
    expect((await call("POST", "/api/create-organization", { cookie, json: family })).status).toBe(201);
    expect((await call("GET", "/api/user-organizations", { cookie })).status).toBe(200);
  });

  test("confirmed by the person who signed up, keeps this session, password and profile, and nothing else", async () => {
    const { cookie, userId, passkey } = await plantedAccount();
    const second = await createOneTimeToken({ kind: "directAccess", userId, minutes: 15 });
    await db.user.update({ where: { id: userId }, data: { totpEnabledAt: null }, select: { id: true } });
    const elsewhere = await login("stranger", testPassword);
    const other = elsewhere.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const token = await tokenOf(grandma);
    expect(await confirm({ token }, cookie)).toMatchObject({
      status: 200,
      body: { email: grandma, isSignedIn: true },
    });
    expect((await me(cookie)).body).toMatchObject({
      emailNeedsConfirmation: false,
      phoneNumber: "+447700900666",
      hasPassword: true,
    });
    expect((await me(other)).status).toBe(401);
    expect((await account({ email: grandma }))._count).toMatchObject({
      sessions: 1,
      passkeys: 0,
      linkedIdentities: 0,
    });
    const json = { passkey: passkey.answer(await askChallenge()) };
    expect((await call("POST", "/api/auth/passkeys/sign-in", { json })).status).toBe(401);
    const redeemed = await call("POST", "/api/direct-access/redeem", { json: { token: second.token } });
    expect(redeemed.status).toBe(404);
    expect((await call("POST", "/api/invitations", { cookie, json: newcomer() })).status).toBe(201);
  });

  test("can't confirm another account with its own link, and takes nothing from it", async () => {
    await signUp("ada", grandma);
    const ben = await signUp("ben", "ben@example.org");
    expect((await confirm({ token: await tokenOf(grandma), newPassword: hersNow })).status).toBe(200);
    seenAtOnce();
    expect((await me(ben)).body).toMatchObject({ emailNeedsConfirmation: true, hasPassword: true });
    const token = await tokenOf("ben@example.org");
    expect((await confirm({ token }, ben)).status).toBe(200);
  });

  test("is confirmed once, however often the link is sent at once", async () => {
    const cookie = await signUp("ada", grandma);
    const token = await tokenOf(grandma);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm({ token }, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  test("can request the link again, and the previous one stops working", async () => {
    const cookie = await signUp("ada", grandma);
    const first = await tokenOf(grandma);
    const again = await call("POST", "/api/auth/confirm-account/resend", { cookie });
    expect(again).toMatchObject({ status: 200, body: { isSent: true } });
    expect(await tokenOf(grandma)).not.toBe(first);
    expect((await confirm({ token: first }, cookie)).status).toBe(422);
    expect((await confirm({ token: await tokenOf(grandma) }, cookie)).status).toBe(200);
    const late = await call("POST", "/api/auth/confirm-account/resend", { cookie });
    expect(late).toMatchObject({ status: 200, body: { isSent: false } });
  });

  test("with a mistyped address changes it at once, and the old one's links end", async () => {
    const cookie = await signUp("ada", "adaa@example.org");
    const wrong = await tokenOf("adaa@example.org");
    const json = {
      email: "ada@example.org",
      phoneNumber: "+44 7700 900123",
      addressFullName: "Ada Okafor",
      addressLine1: "1 Garden Lane",
      addressCity: "Leeds",
      addressPostcode: "LS1 1AA",
      // For calls that require it to change an address.
      password: testPassword,
      proof: { password: testPassword },
    };
    const saved = await call("POST", "/profile-direct-update", { cookie, json });
    expect(saved).toMatchObject({ status: 200, body: { email: "ada@example.org", pendingEmail: null } });
    expect((await confirm({ token: wrong }, cookie)).status).toBe(422);
    expect((await confirm({ token: await tokenOf("ada@example.org") }, cookie)).status).toBe(200);
  });

  test("can't be given someone else's address by a request held back until its own is confirmed", async () => {
    const cookie = await signUp("stranger", "a@evil.example");
    const token = await tokenOf("a@evil.example");
    let confirmed = 0;
    const confirmOwn = async () => {
      confirmed = (await confirm({ token }, cookie)).status;
    };
    const saved = await callWhile(confirmOwn, "/profile-direct-update", { cookie, json: moveToGrandmas });
    expect(confirmed).toBe(200);
    expect(saved).toMatchObject({ status: 200, body: { email: "a@evil.example", pendingEmail: grandma } });
    expect(await account({ username: "stranger" })).toMatchObject({ email: "a@evil.example" });
    // As with every confirmed account, the current address gets a mail about it.
    const told = (await mailsTo("a@evil.example")).map(({ template }) => template);
    expect(told).toEqual(["confirmAccount", "contactChange"]);
  });

  test("isn't confirmed for one address by a reset link sent to another", async () => {
    await signUp("stranger", "a@evil.example");
    await sendResetLink("a@evil.example");
    const json = { token: await mailedSecret("a@evil.example", resetLink), newPassword: hersNow };
    await db.user.updateMany({ where: { username: "stranger" }, data: { email: grandma } });
    const answer = await call("POST", "/api/auth/reset-password", { json });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_token" } });
    expect((await account({ email: grandma })).emailConfirmedAt).toBeNull();
  });

  test("doesn't become unlimited by losing its address", async () => {
    const cookie = await signUp("stranger", grandma);
    await db.user.updateMany({ where: { email: grandma }, data: { email: null } });
    const answer = await call("POST", "/api/invitations", { cookie, json: newcomer() });
    expect(answer).toMatchObject({ status: 403, body: { code: "email_unconfirmed" } });
    const again = await call("POST", "/api/auth/confirm-account/resend", { cookie });
    expect(again).toMatchObject({ status: 422, body: { code: "no_email" } });
  });
});

describe("the first account of a fresh installation", () => {
  beforeEach(() => db.user.deleteMany({}));

  test("needs no confirmation; the next one does", async () => {
    const first = await me(await signUp("ada", "ada@example.org"));
    expect(first.body.emailNeedsConfirmation).toBe(false);
    expect(await mailsTo("ada@example.org")).toEqual([]);
    expect((await me(await signUp("ben", "ben@example.org"))).body.emailNeedsConfirmation).toBe(true);
  });

  test("is one, of several who sign up at the same moment", async () => {
    const names = ["ada", "ben", "cleo", "dan"];
    const cookies = await Promise.all(names.map((name) => signUp(name, `${name}@example.org`)));
    const users = await Promise.all(cookies.map(async (cookie) => (await me(cookie)).body));
    expect(users.filter(({ emailNeedsConfirmation }) => !emailNeedsConfirmation)).toHaveLength(1);
  });
});

describe("an intruder who once got into a confirmed account", () => {
  async function intruded() {
    const person = await createPerson();
    await givePasskey(person);
    const own = await givePasskey(person);
    await giveAuthenticator(person);
    const values = { userId: person.userId, provider: "oidc", subject: "intruder" };
    await db.linkedIdentity.create({ data: values, select: { id: true } });
    return { person, own };
  }

  test("keeps nothing after the owner's reset by mail", async () => {
    const { person } = await intruded();
    const detail = { email: "intruder@example.org" };
    const { userId } = person;
    const { token } = await createOneTimeToken({ kind: "confirmEmail", userId, detail, minutes: 1440 });
    const neighbour = await createPerson();
    await giveAuthenticator(neighbour);
    expect((await resetByMail(person.email)).status).toBe(200);
    expect(await account({ email: neighbour.email })).toMatchObject({
      totpEnabledAt: expect.any(Date),
      _count: { sessions: 1, recoveryCodes: 10 },
    });
    expect(await account({ email: person.email })).toMatchObject({
      totpEnabledAt: null,
      _count: { sessions: 0, passkeys: 0, linkedIdentities: 0, recoveryCodes: 0 },
    });
    expect((await call("GET", `/api/auth/confirm-email?token=${token}`)).status).toBe(400);
    // The owner's own data stays.
    expect(await account({ email: person.email })).toMatchObject({ addressLine1: "1 Garden Lane" });
  });

  test("loses everything except what the owner keeps", async () => {
    const { person, own } = await intruded();
    const keep = { passkeys: [own.id], identities: [], authenticator: true };
    expect((await resetByMail(person.email, keep)).status).toBe(200);
    const keys = await db.passkey.findMany({ where: { userId: person.userId }, select: { id: true } });
    expect(keys).toEqual([{ id: own.id }]);
    expect(await account({ email: person.email })).toMatchObject({
      totpEnabledAt: expect.any(Date),
      _count: { linkedIdentities: 0, recoveryCodes: 10 },
    });
  });

  test("keeps no confirmed phone number after the owner's reset, which would set the next password", async () => {
    const person = await createPerson();
    const phoneNumber = await givePhone(person.userId);
    const code = await smsCode(person.userId, "confirmPhone", { phoneNumber });
    expect((await resetByMail(person.email)).status).toBe(200);
    // The courier still has it.
    const mine = { where: { id: person.userId }, select: { phoneNumber: true, phoneConfirmedAt: true } };
    expect(await db.user.findUnique(mine)).toEqual({ phoneNumber, phoneConfirmedAt: null });
    expect((await mailsTo(person.email)).map(({ text }) => text).join()).toContain(
      `codes sent to the phone number •••${phoneNumber.slice(-3)}.`,
    );
    await sendSmsCodes(phoneNumber);
    expect(await db.oneTimeToken.count({ where: { kind: "smsReset" } })).toBe(0);
    const open = { kind: "confirmPhone", userId: person.userId, usedAt: null } as const;
    expect([code.length, await db.oneTimeToken.count({ where: open })]).toEqual([6, 0]);
  });

  test("loses nothing of the owner's phone number that the owner keeps", async () => {
    const person = await createPerson();
    const phoneNumber = await givePhone(person.userId);
    const keep = { passkeys: [], identities: [], authenticator: false, phone: true };
    expect((await resetByMail(person.email, keep)).status).toBe(200);
    await sendSmsCodes(phoneNumber);
    expect(await db.oneTimeToken.count({ where: { kind: "smsReset", userId: person.userId } })).toBe(1);
  });

  test("can't use a request held back until the owner ends the session", async () => {
    const owner = await createPerson({ phoneNumber: "+447700900666" });
    const { userId, email } = owner;
    const code = await smsCode(userId, "confirmPhone", { phoneNumber: "+447700900666" });
    const before = await secretsOf(userId);
    const newPassword = "the intruder's own one";
    const calls: [string, object][] = [
      ["/api/auth/change-password", { currentPassword: testPassword, newPassword }],
      ["/api/auth/password", { newPassword, confirmPassword: newPassword }],
      ["/api/auth/phone-confirmation", { password: testPassword }],
      ["/api/auth/phone-confirmation/verify", { code }],
    ];
    for (const [path, json] of calls) {
      const passwordTemporary = path === "/api/auth/password";
      await db.user.update({ where: { id: userId }, data: { passwordTemporary }, select: { id: true } });
      const { sessionId, cookie } = await openSession(userId, null);
      const endSession = () => call("DELETE", `/api/auth/sessions/${sessionId}`, { cookie: owner.cookie });
      expect([path, (await callWhile(endSession, path, { cookie, json })).status]).toEqual([path, 401]);
    }
    expect(await secretsOf(userId)).toEqual(before);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([]);
  });

  test("gets no new confirmation mail for their address once the session has ended", async () => {
    const { userId } = await createPerson();
    const detail = { email: "intruder@example.org" };
    await createOneTimeToken({ kind: "confirmEmail", userId, detail, minutes: 1440 });
    const { cookie } = await openSession(userId, null);
    const actor = await actorFromCookies(cookie, false);
    if (!actor) throw new Error("Nobody is signed in");
    await endSessionsOf(userId);
    await expect(resendConfirmation(actor)).rejects.toMatchObject({ status: 401 });
    expect(await mailsTo("intruder@example.org")).toEqual([]);
  });

  test("can't have someone else's passkey kept or removed", async () => {
    const [{ person }, other] = [await intruded(), await createPerson()];
    const theirs = await givePasskey(other);
    const keep = { passkeys: [theirs.id], identities: [], authenticator: false };
    expect((await resetByMail(person.email, keep)).status).toBe(200);
    expect(await db.passkey.findMany({ select: { id: true } })).toEqual([{ id: theirs.id }]);
  });
});

test("a person in a family with a confirmed address continues as before", async () => {
  const person = await createPerson();
  await join(person.userId, await createFamily(), "member");
  const answer = await call("POST", "/api/auth/passkeys/registration", {
    cookie: person.cookie,
    json: { password: testPassword },
  });
  expect(answer.status).toBe(200);
});

test("an unconfirmed account without a family creates its first one, however many families exist", async () => {
  await createOwner();
  const { cookie } = await createPerson({ emailConfirmedAt: null });
  const json = { name: "The Lindqvists", subscriptionTier: "free" };
  expect((await call("POST", "/api/create-organization", { cookie, json })).status).toBe(201);
});
