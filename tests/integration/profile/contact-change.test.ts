import type { ProfileDto } from "@/lib/account/profile/schema";
import { db } from "@/lib/db";
import { giveAuthenticator } from "@/tests/support/authenticator-app";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createPerson,
  emptyProfile,
  openSession,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { givePhone, otherPassword } from "@/tests/support/password-calls";
import { askChallenge, givePasskey } from "@/tests/support/software-passkey";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();

const delivery = {
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};
const strangersPhone = "+447700900666";

const contactOf = ({ userId }: Person) =>
  db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, phoneNumber: true, phoneConfirmedAt: true },
  });

/** Saves a profile with this session, leaving email and phone as they are unless told otherwise. */
async function save(person: Person, change: object) {
  const { email, phoneNumber } = await contactOf(person);
  return call<ProfileDto & { code?: string; field?: string }>("POST", "/profile-direct-update", {
    cookie: person.cookie,
    json: { ...delivery, email, phoneNumber, ...change },
  });
}

const messagesTo = (recipient: string) => writtenMessages({ recipient });

const linkIn = (text = "", path = "contact-change") =>
  new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1] ?? "none";
const undo = (token: string, method = "POST") => call(method, `/api/auth/contact-change?token=${token}`);
const confirmNew = async (email: string) => {
  const token = linkIn((await messagesTo(email)).at(-1)?.text, "confirm-email");
  return call("POST", `/api/auth/confirm-email/confirm?token=${token}`);
};
const isSignedIn = async (cookie: string) => (await call("GET", "/api/auth/me", { cookie })).status === 200;

test("someone at a device left open can't change the phone number or email address without the password", async () => {
  const ada = await createPerson();
  const before = await contactOf(ada);
  for (const change of [{ phoneNumber: strangersPhone }, { email: "stranger@example.org" }]) {
    const missing = await save(ada, change);
    expect([missing.status, missing.body.field]).toEqual([400, "password"]);
    const wrong = await save(ada, { ...change, password: "guessed" });
    expect([wrong.status, wrong.body.code]).toEqual([422, "wrong_password"]);
  }
  expect(await contactOf(ada)).toEqual(before);
  expect(await db.outboxMessage.count()).toBe(0);
  expect((await save(ada, { phoneNumber: strangersPhone, password: testPassword })).status).toBe(200);
});

test("an account without any proof can't be given another phone number", async () => {
  const ada = await createPerson({ passwordHash: null });
  const refused = await save(ada, { phoneNumber: strangersPhone });
  expect([refused.status, refused.body.code]).toEqual([403, "password_needed"]);
});

test("a first phone number in the wizard, and a saved profile without a change, need no proof", async () => {
  const ada = await createPerson(emptyProfile);
  const first = await save(ada, { phoneNumber: strangersPhone });
  expect([first.status, first.body.phoneConfirmed]).toEqual([200, false]);
  expect((await save(ada, { addressCity: "Bath" })).status).toBe(200);
  expect(await db.outboxMessage.count()).toBe(0);
});

test("someone who gets hold of a number that was once typed can't reset the password with it", async () => {
  const ada = await createPerson({ phoneNumber: strangersPhone });
  await call("POST", "/api/auth/sms-reset", { json: { phoneNumber: strangersPhone } });
  await workOffQueue();
  expect(await messagesTo(strangersPhone)).toEqual([]);

  const asked = await call("POST", "/api/auth/phone-confirmation", {
    cookie: ada.cookie,
    json: { password: testPassword },
  });
  expect([asked.status, asked.body]).toEqual([202, { phoneNumber: strangersPhone }]);
  const code = /\d{6}/.exec((await messagesTo(strangersPhone))[0]?.text ?? "")?.[0] ?? "";
  const verify = (typed: string) =>
    call("POST", "/api/auth/phone-confirmation/verify", { cookie: ada.cookie, json: { code: typed } });
  const wrongCode = code === "000000" ? "000001" : "000000";
  expect((await verify(wrongCode)).status).toBe(422);
  expect((await verify(code)).status).toBe(200);
  expect((await verify(code)).status).toBe(422);
  expect((await contactOf(ada)).phoneConfirmedAt).not.toBeNull();
  expect((await messagesTo(ada.email)).map(({ template }) => template)).toEqual(["securityChange"]);

  await call("POST", "/api/auth/sms-reset", { json: { phoneNumber: strangersPhone } });
  await workOffQueue();
  expect((await messagesTo(strangersPhone)).at(-1)?.template).toBe("passwordReset");
});

test("someone with a stolen session can't confirm their own number: the code needs proof, and allows five tries", async () => {
  const ada = await createPerson(emptyProfile);
  await save(ada, { phoneNumber: strangersPhone });
  const ask = (json: object) => call("POST", "/api/auth/phone-confirmation", { cookie: ada.cookie, json });
  expect([(await ask({})).status, (await ask({ password: "guessed" })).status]).toEqual([400, 422]);
  expect(await messagesTo(strangersPhone)).toEqual([]);
  await ask({ password: testPassword });
  const code = /\d{6}/.exec((await messagesTo(strangersPhone))[0]?.text ?? "")?.[0] ?? "";
  const wrongCode = code === "000000" ? "000001" : "000000";
  const verify = (typed: string) =>
    call("POST", "/api/auth/phone-confirmation/verify", { cookie: ada.cookie, json: { code: typed } });
  await Promise.all(Array.from({ length: 5 }, () => verify(wrongCode)));
  expect((await verify(code)).status).toBe(422);
});

test("a confirmed number no longer counts once it is changed", async () => {
  const ada = await createPerson();
  const phoneNumber = await givePhone(ada.userId);
  await save(ada, { phoneNumber: strangersPhone, password: testPassword });
  await save(ada, { phoneNumber, password: testPassword });
  expect(await contactOf(ada)).toMatchObject({ phoneNumber, phoneConfirmedAt: null });
});

test("undo reverts a stranger with the password who moves the account to their own address and phone", async () => {
  const ada = await createPerson();
  await givePhone(ada.userId);
  const before = await contactOf(ada);
  const stranger = { ...ada, ...(await openSession(ada.userId, null)) };
  await save(stranger, { email: "stranger@example.org", password: testPassword });
  await confirmNew("stranger@example.org");
  await save(stranger, { phoneNumber: strangersPhone, password: testPassword });
  expect(await contactOf(ada)).toMatchObject({ email: "stranger@example.org", phoneNumber: strangersPhone });

  const messages = await messagesTo(ada.email);
  expect(messages.map(({ template }) => template)).toEqual(["contactChange", "emailChanged"]);
  const token = linkIn(messages[0]?.text);
  // The stranger must not be able to use their own link first.
  const strangersToken = linkIn((await messagesTo("stranger@example.org")).at(-1)?.text);
  expect(strangersToken).not.toBe("none");

  // If a mail scanner opens it, nothing happens.
  expect((await undo(token, "GET")).status).toBe(200);
  expect(await isSignedIn(stranger.cookie)).toBe(true);

  const answers = await Promise.all([undo(token), undo(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  // A confirmed number sets new passwords, so it is removed like the other ways to sign in.
  expect(await contactOf(ada)).toEqual({ ...before, phoneConfirmedAt: null });
  expect([await isSignedIn(stranger.cookie), await isSignedIn(ada.cookie)]).toEqual([false, false]);
  const login = { usernameOrEmail: ada.username, password: testPassword };
  expect((await call("POST", "/api/auth/login", { json: login })).status).toBe(401);
  expect((await undo(strangersToken)).status).toBe(422);

  const location = answers.find(({ status }) => status === 303)?.headers.get("location") ?? "";
  const reset = /^\/reset-password\?token=([\w-]+)$/.exec(location)?.[1];
  const json = { token: reset, newPassword: otherPassword };
  expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
  const again = { usernameOrEmail: ada.username, password: otherPassword };
  expect((await call("POST", "/api/auth/login", { json: again })).status).toBe(200);
});

test("undo removes the passkey, authenticator app and identity that the stranger added, and says so", async () => {
  const ada = await createPerson();
  await save(ada, { email: "stranger@example.org", password: testPassword });
  await confirmNew("stranger@example.org");
  const { passkey } = await givePasskey(ada, "Stranger's phone");
  await giveAuthenticator(ada);
  await db.linkedIdentity.create({
    data: { userId: ada.userId, provider: "oidc", subject: "stranger" },
    select: { id: true },
  });
  const signInWithPasskey = async () =>
    call("POST", "/api/auth/passkeys/sign-in", { json: { passkey: passkey.answer(await askChallenge()) } });
  expect((await signInWithPasskey()).status).toBe(200);

  const { status, headers } = await undo(linkIn((await messagesTo(ada.email))[0]?.text));
  expect(status).toBe(303);
  expect((await signInWithPasskey()).status).toBe(401);
  const account = await db.user.findUniqueOrThrow({
    where: { id: ada.userId },
    select: {
      passwordHash: true,
      totpEnabledAt: true,
      _count: { select: { sessions: true, passkeys: true, linkedIdentities: true, recoveryCodes: true } },
    },
  });
  expect(account).toEqual({
    passwordHash: null,
    totpEnabledAt: null,
    _count: { sessions: 0, passkeys: 0, linkedIdentities: 0, recoveryCodes: 0 },
  });
  // To the restored address.
  const told = (await messagesTo(ada.email)).at(-1);
  expect(told).toMatchObject({ template: "securityChange" });
  expect(told?.text).toContain("the passkey “Stranger's phone”, the authenticator app and oidc");

  const token = /token=([\w-]+)$/.exec(headers.get("location") ?? "")?.[1];
  const json = { token, newPassword: otherPassword };
  expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
  const login = { usernameOrEmail: ada.username, password: otherPassword };
  expect((await call("POST", "/api/auth/login", { json: login })).status).toBe(200);
});

test("undo leaves no confirmed number of the stranger's from before the change", async () => {
  const ada = await createPerson();
  // A first number, confirmed with the stolen password.
  await db.user.update({
    where: { id: ada.userId },
    data: { phoneNumber: strangersPhone, phoneConfirmedAt: new Date() },
    select: { id: true },
  });
  await save(ada, { email: "stranger@example.org", password: testPassword });
  expect((await undo(linkIn((await messagesTo(ada.email))[0]?.text))).status).toBe(303);
  expect(await contactOf(ada)).toEqual({
    email: ada.email,
    phoneNumber: strangersPhone,
    phoneConfirmedAt: null,
  });
  expect((await messagesTo(ada.email)).at(-1)?.text).toContain("codes sent to the phone number •••666");
  await call("POST", "/api/auth/sms-reset", { json: { phoneNumber: strangersPhone } });
  await workOffQueue();
  expect(await messagesTo(strangersPhone)).toEqual([]);
});

test("the stranger's own link does not disable the owner's earlier one", async () => {
  const ada = await createPerson();
  await save(ada, { email: "stranger@example.org", password: testPassword });
  await confirmNew("stranger@example.org");
  await save(ada, { phoneNumber: strangersPhone, password: testPassword });
  const strangersToken = linkIn((await messagesTo("stranger@example.org")).at(-1)?.text);
  expect((await undo(strangersToken)).status).toBe(303);
  expect((await undo(linkIn((await messagesTo(ada.email))[0]?.text))).status).toBe(303);
  expect((await contactOf(ada)).email).toBe(ada.email);
});

test("undoing one account's change leaves another's link valid", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  for (const person of [ada, ben])
    await save(person, { phoneNumber: strangersPhone, password: testPassword });
  const before = { phoneNumber: strangersPhone, phoneConfirmedAt: null };
  expect((await undo(linkIn((await messagesTo(ada.email))[0]?.text))).status).toBe(303);
  expect(await contactOf(ben)).toMatchObject(before);
  expect((await undo(linkIn((await messagesTo(ben.email))[0]?.text))).status).toBe(303);
});

test("confirming a number doesn't confirm it for another account that typed the same one", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  await db.user.updateMany({ data: { phoneNumber: strangersPhone } });
  const json = { password: testPassword };
  await call("POST", "/api/auth/phone-confirmation", { cookie: ada.cookie, json });
  const code = /\d{6}/.exec((await messagesTo(strangersPhone))[0]?.text ?? "")?.[0] ?? "";
  const path = "/api/auth/phone-confirmation/verify";
  expect((await call("POST", path, { cookie: ada.cookie, json: { code } })).status).toBe(200);
  expect((await contactOf(ada)).phoneConfirmedAt).not.toBeNull();
  expect((await contactOf(ben)).phoneConfirmedAt).toBeNull();
});

test("the link works for 72 hours, and only its hash is stored", async () => {
  const ada = await createPerson();
  await save(ada, { phoneNumber: strangersPhone, password: testPassword });
  const token = linkIn((await messagesTo(ada.email))[0]?.text);
  const stored = await db.oneTimeToken.findFirstOrThrow({ where: { kind: "undoContactChange" } });
  const hours = (stored.expiresAt.getTime() - Date.now()) / 3_600_000;
  expect([hours > 71.9, hours <= 72]).toEqual([true, true]);
  expect(JSON.stringify(stored)).not.toContain(token);
  await db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
  expect((await undo(token)).status).toBe(422);
  expect((await contactOf(ada)).phoneNumber).toBe(strangersPhone);
});

test("an address that another account took meanwhile is not restored, but the stranger's is removed", async () => {
  const ada = await createPerson();
  await save(ada, { email: "stranger@example.org", password: testPassword });
  const token = linkIn((await messagesTo(ada.email))[0]?.text);
  await confirmNew("stranger@example.org");
  const other = await createPerson();
  await db.user.update({ where: { id: other.userId }, data: { email: ada.email }, select: { id: true } });
  expect((await undo(token)).status).toBe(303);
  expect((await contactOf(ada)).email).toBeNull();
  expect((await contactOf(other)).email).toBe(ada.email);
});
