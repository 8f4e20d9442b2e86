import type { UserDto } from "@/lib/account/accounts/schema";
import type { PasskeyDto } from "@/lib/account/security/schema";
import { db } from "@/lib/db";
import { giveAuthenticator } from "@/tests/support/authenticator-app";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createPerson, openSession, type Person, testPassword } from "@/tests/support/factories";
import { changeDuring, endSessions } from "@/tests/support/held-person";
import { askChallenge, askToRegister, givePasskey, SoftwarePasskey } from "@/tests/support/software-passkey";

withTestDatabase();

const add = (cookie: string, registration: unknown, name = "Phone") =>
  call<PasskeyDto>("POST", "/api/auth/passkeys", { cookie, json: { name, registration } });
const begin = (cookie: string, proof: object) =>
  call<{ challenge: string }>("POST", "/api/auth/passkeys/registration", { cookie, json: proof });
const list = async ({ cookie }: Person) =>
  (await call<PasskeyDto[]>("GET", "/api/auth/passkeys", { cookie })).body;
const signIn = (passkey: unknown) =>
  call<UserDto>("POST", "/api/auth/passkeys/sign-in", { json: { passkey } });
const cookieOf = (answer: Answer<unknown>) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";
const noPassword = ({ userId }: Person) =>
  db.user.update({ where: { id: userId }, data: { passwordHash: null }, select: { id: true } });

describe("adding a passkey", () => {
  test("asks the browser for one for this host, unlocked, that it can offer automatically", async () => {
    const person = await createPerson();
    await givePasskey(person);
    const { body } = await begin(person.cookie, { password: testPassword });
    expect(body).toMatchObject({
      rp: { id: "album.test", name: "Keepsake" },
      user: { name: person.username },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ transports: ["internal"] }],
    });
    expect(Buffer.from(body.challenge, "base64url")).toHaveLength(32);
  });

  test("lists it by its name and notifies its person by mail", async () => {
    const person = await createPerson();
    const { id } = await givePasskey(person, "Rose's phone");
    expect(await list(person)).toEqual([
      { id, name: "Rose's phone", createdAt: expect.any(String), lastUsedAt: null },
    ]);
    const mail = await db.outboxMessage.findFirstOrThrow({ select: { recipient: true, text: true } });
    expect(mail.recipient).toBe(person.email);
    expect(mail.text).toContain("The passkey “Rose's phone” was added to your account.");
    const entry = await db.activityEntry.findFirstOrThrow({ select: { action: true, subjectId: true } });
    expect(entry).toEqual({ action: "account.passkeyAdded", subjectId: person.userId });
  });

  test.each([
    ["nothing", {}, 400, "bad_input"],
    ["an empty password", { password: "" }, 400, "bad_input"],
    ["a wrong password", { password: "wrong" }, 422, "wrong_password"],
  ])("can't start with %s", async (_, proof, status, code) => {
    const { cookie } = await createPerson();
    const answer = await begin(cookie, proof);
    expect(answer).toMatchObject({ status, body: { code, field: "password" } });
    expectErrorBody(answer as Answer<unknown>);
    expect(await db.oneTimeToken.count()).toBe(0);
  });

  test("an account without a password is asked to set one first", async () => {
    const person = await createPerson();
    await noPassword(person);
    const answer = await begin(person.cookie, { password: testPassword });
    expect(answer).toMatchObject({ status: 403, body: { code: "password_needed" } });
  });

  test("fails if all sessions end while the request waits", async () => {
    const person = await createPerson();
    const registration = new SoftwarePasskey().register(await askToRegister(person));
    const adding = () => add(person.cookie, registration);
    expect(await changeDuring(person.userId, adding, endSessions)).toMatchObject({ status: 401 });
    expect(await db.passkey.count()).toBe(0);
  });

  test("can start with a passkey of the account instead of the password, but nobody else's", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const [adas, bens] = [await givePasskey(ada), await givePasskey(ben)];
    await noPassword(ada);
    const own = await begin(ada.cookie, { passkey: adas.passkey.answer(await askChallenge()) });
    expect(own.status).toBe(200);
    const other = await begin(ada.cookie, { passkey: bens.passkey.answer(await askChallenge()) });
    expect(other).toMatchObject({ status: 422, body: { code: "wrong_passkey" } });
  });

  test("a challenge works once, in the session that asked, within 5 minutes", async () => {
    const person = await createPerson();
    const used = await askToRegister(person);
    expect((await add(person.cookie, new SoftwarePasskey().register(used))).status).toBe(201);
    expect((await add(person.cookie, new SoftwarePasskey().register(used))).status).toBe(422);

    const elsewhere = await openSession(person.userId, null);
    const foreign = await askToRegister(person);
    expect((await add(elsewhere.cookie, new SoftwarePasskey().register(foreign))).status).toBe(422);
    const stranger = await createPerson();
    const strange = await askToRegister(person);
    expect((await add(stranger.cookie, new SoftwarePasskey().register(strange))).status).toBe(422);

    const late = await askToRegister(person);
    const open = await db.oneTimeToken.findFirstOrThrow({
      where: { usedAt: null },
      select: { id: true, expiresAt: true, createdAt: true },
    });
    expect(open.expiresAt.getTime() - open.createdAt.getTime()).toBeLessThanOrEqual(300_500);
    await db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await add(person.cookie, new SoftwarePasskey().register(late))).status).toBe(422);
    expect(await list(person)).toHaveLength(1);
  });

  test.each([
    ["made for another host", { rpId: "evil.example" }],
    ["made on another site", { origin: "https://evil.example" }],
    ["that was not unlocked", { isVerified: false }],
  ])("one %s is refused", async (_, situation) => {
    const person = await createPerson();
    const registration = new SoftwarePasskey().register(await askToRegister(person), situation);
    const answer = await add(person.cookie, registration);
    expect(answer).toMatchObject({ status: 422, body: { code: "passkey_refused" } });
    expectErrorBody(answer as Answer<unknown>);
  });

  test("one that is already on an account is refused, on that and on any other", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const { passkey } = await givePasskey(ada);
    for (const person of [ada, ben]) {
      const answer = await add(person.cookie, passkey.register(await askToRegister(person)));
      expect(answer).toMatchObject({ status: 409, body: { code: "passkey_exists" } });
    }
  });
});

describe("signing in with a passkey", () => {
  test("opens a session, without typing a name or code", async () => {
    const person = await createPerson();
    const { passkey } = await givePasskey(person);
    await giveAuthenticator(person);
    const answer = await signIn(passkey.answer(await askChallenge()));
    expect(answer).toMatchObject({ status: 200, body: { id: person.userId } });
    const { sessionId } = answer.body.sessionInfo;
    const session = await db.session.findUniqueOrThrow({
      where: { id: sessionId },
      select: { method: true },
    });
    expect(session.method).toBe("passkey");
    expect((await call("GET", "/api/auth/me", { cookie: cookieOf(answer) })).status).toBe(200);
    expect((await list(person))[0]?.lastUsedAt).not.toBeNull();
  });

  test("an answer works once", async () => {
    const { passkey } = await givePasskey(await createPerson());
    const answered = passkey.answer(await askChallenge());
    const answers = await Promise.all([signIn(answered), signIn(answered), signIn(answered)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test.each([
    ["for another host", { rpId: "evil.example" }],
    ["given to another site", { origin: "https://evil.example" }],
    ["without unlocking", { isVerified: false }],
  ])("an answer %s opens nothing", async (_, situation) => {
    const { passkey } = await givePasskey(await createPerson());
    const answer = await signIn(passkey.answer(await askChallenge(), situation));
    expect(answer).toMatchObject({ status: 401, body: { code: "passkey_refused" } });
    expect(cookieOf(answer)).toBe("");
  });

  test("a made-up challenge, one of a registration, a late one or a forged signature opens nothing", async () => {
    const person = await createPerson();
    const { passkey } = await givePasskey(person);
    const forged = passkey.answer(await askChallenge());
    forged.response.signature = new SoftwarePasskey().answer("x").response.signature;
    const late = await askChallenge();
    await db.oneTimeToken.updateMany({
      where: { usedAt: null },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const wrong = [
      passkey.answer("bWFkZSB1cA"),
      passkey.answer(await askToRegister(person)),
      passkey.answer(late),
      forged,
    ];
    for (const one of wrong) expect((await signIn(one)).status).toBe(401);
  });

  test("an unknown or removed passkey gets a kind message without a name", async () => {
    const person = await createPerson();
    const { id, passkey } = await givePasskey(person);
    const json = { password: testPassword };
    await call("DELETE", `/api/auth/passkeys/${id}`, { cookie: person.cookie, json });
    const removed = await signIn(passkey.answer(await askChallenge()));
    const unknown = await signIn(new SoftwarePasskey().answer(await askChallenge()));
    expect(removed).toMatchObject({ status: 401, body: unknown.body });
    expectErrorBody(removed as Answer<unknown>);
  });

  test("a counter that went back indicates a copy and opens nothing", async () => {
    const { passkey } = await givePasskey(await createPerson());
    passkey.counter = 7;
    expect((await signIn(passkey.answer(await askChallenge()))).status).toBe(200);
    passkey.counter = 7;
    expect((await signIn(passkey.answer(await askChallenge()))).status).toBe(401);
    passkey.counter = 8;
    const answers = await Promise.all(
      [await askChallenge(), await askChallenge()].map((challenge) => signIn(passkey.answer(challenge))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe("a person's passkeys", () => {
  test("can only be renamed by their person", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const { id } = await givePasskey(ada);
    const rename = ({ cookie }: Person, name: string) =>
      call("PATCH", `/api/auth/passkeys/${id}`, { cookie, json: { name } });
    expect((await rename(ben, "Mine")).status).toBe(404);
    expect(await rename(ada, " Tablet ")).toMatchObject({ status: 200, body: { name: "Tablet" } });
    expect(await rename(ada, " ")).toMatchObject({ status: 400, body: { field: "name" } });
    expect((await list(ada))[0]?.name).toBe("Tablet");
  });

  test("can't be removed by anyone else", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const { id } = await givePasskey(ada);
    const json = { password: testPassword };
    const answer = await call("DELETE", `/api/auth/passkeys/${id}`, { cookie: ben.cookie, json });
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await list(ada)).toHaveLength(1);
  });

  test("can be removed after the password, once, and the person is notified", async () => {
    const person = await createPerson();
    const { id } = await givePasskey(person, "Old phone");
    await db.outboxMessage.deleteMany();
    const remove = (password: string) =>
      call("DELETE", `/api/auth/passkeys/${id}`, { cookie: person.cookie, json: { password } });
    expect((await remove("wrong")).status).toBe(422);
    const answers = await Promise.all([remove(testPassword), remove(testPassword)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const mails = await db.outboxMessage.findMany({ select: { text: true } });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("The passkey “Old phone” was removed");
  });

  test("the last sign-in method stays, even if two are removed at once", async () => {
    const person = await createPerson();
    const [first, second] = [await givePasskey(person), await givePasskey(person)];
    await noPassword(person);
    const proofs = [
      { passkey: first.passkey.answer(await askChallenge()) },
      { passkey: second.passkey.answer(await askChallenge()) },
    ];
    const answers = await Promise.all(
      [first, second].map(({ id }, index) =>
        call("DELETE", `/api/auth/passkeys/${id}`, { cookie: person.cookie, json: proofs[index] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "last_way_in" });
    expect(await list(person)).toHaveLength(1);
  });

  test("are limited to 20, not counting other people's", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    for (let count = 0; count < 20; count++) await givePasskey(person);
    const answer = await begin(person.cookie, { password: testPassword });
    expect(answer).toMatchObject({ status: 422, body: { code: "too_many_passkeys" } });
    expect(await givePasskey(other)).toMatchObject({ id: expect.any(String) });
  });
});
