import type { SecondFactorDto } from "@/lib/account/security/schema";
import { checkSecondFactor } from "@/lib/account/security/server/second-factor-service";
import { db } from "@/lib/db";
import { appCode, giveAuthenticator, startSecondFactor } from "@/tests/support/authenticator-app";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createPerson, type Person, testPassword } from "@/tests/support/factories";
import { changeDuring, endSessions } from "@/tests/support/held-person";

withTestDatabase();

const base = "/api/auth/second-factor";
const state = async ({ cookie }: Person) => (await call<SecondFactorDto>("GET", base, { cookie })).body;
const confirm = ({ cookie }: Person, code: string) =>
  call<{ recoveryCodes: string[] }>("POST", `${base}/confirm`, { cookie, json: { code } });
const login = (person: Person, code?: string, password = testPassword) =>
  call("POST", "/api/auth/login", {
    json: { usernameOrEmail: person.username, password, ...(code === undefined ? {} : { code }) },
  });

/** "fine", or the code of the refusal. */
async function outcome(person: Person, code: string | undefined): Promise<string> {
  try {
    await checkSecondFactor(person.userId, code);
    return "fine";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("setting the authenticator app up", () => {
  test("returns a secret to scan or type, and requires nothing yet", async () => {
    const person = await createPerson();
    const json = { password: testPassword };
    const { status, body } = await call<{ secret: string; url: string }>("POST", base, {
      cookie: person.cookie,
      json,
    });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.url);
    expect(url.protocol).toBe("otpauth:");
    expect(decodeURIComponent(url.pathname)).toContain(`Keepsake:${person.username}`);
    expect(url.searchParams.get("secret")).toBe(body.secret);
    expect(await state(person)).toEqual({ isOn: false, enabledAt: null, recoveryCodesLeft: 0 });
    expect((await login(person)).status).toBe(200);
  });

  test("fails if all sessions end while the code is on its way", async () => {
    const person = await createPerson();
    const secret = await startSecondFactor(person);
    const confirming = () => confirm(person, appCode(secret));
    expect(await changeDuring(person.userId, confirming, endSessions)).toMatchObject({ status: 401 });
    expect((await login(person)).status).toBe(200);
  });

  test("keeps the secret encrypted", async () => {
    const person = await createPerson();
    const secret = await startSecondFactor(person);
    const { totpSecret } = await db.user.findUniqueOrThrow({
      where: { id: person.userId },
      select: { totpSecret: true },
    });
    expect(totpSecret).toMatch(/^v1\.[\w-]+$/);
    expect(totpSecret).not.toContain(secret);
  });

  test("a correct code turns it on, shows ten recovery codes once and notifies by mail", async () => {
    const person = await createPerson();
    const secret = await startSecondFactor(person);
    const { status, body } = await confirm(person, appCode(secret));
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/);
    expect(await state(person)).toEqual({
      isOn: true,
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    const { text } = await db.outboxMessage.findFirstOrThrow({ select: { text: true } });
    expect(text).toContain("now also asks for a code from your authenticator app");
    const kept = await db.recoveryCode.findMany({ select: { codeHash: true } });
    expect(kept.every(({ codeHash }) => codeHash.length === 32)).toBe(true);
  });

  test("a wrong code turns nothing on, nor does one for an earlier secret", async () => {
    const person = await createPerson();
    const old = await startSecondFactor(person);
    await startSecondFactor(person);
    for (const code of [appCode(old), "000000", "abc"]) {
      const answer = await confirm(person, code);
      expect(answer).toMatchObject({ status: 422, body: { code: "wrong_code", field: "code" } });
    }
    expect((await state(person)).isOn).toBe(false);
  });

  test("twice at once turns it on once, with one set of recovery codes", async () => {
    const person = await createPerson();
    const code = appCode(await startSecondFactor(person));
    const answers = await Promise.all([confirm(person, code), confirm(person, code), confirm(person, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await db.recoveryCode.count()).toBe(10);
  });

  test("requires the password, a started setup, and that it isn't on already", async () => {
    const person = await createPerson();
    const wrong = await call("POST", base, { cookie: person.cookie, json: { password: "wrong" } });
    expect(wrong).toMatchObject({ status: 422, body: { code: "wrong_password" } });
    expectErrorBody(wrong);
    expect(await confirm(person, "123456")).toMatchObject({ status: 409 });
    await giveAuthenticator(person);
    const again = await call("POST", base, { cookie: person.cookie, json: { password: testPassword } });
    expect(again).toMatchObject({ status: 409, body: { code: "second_factor_on" } });
  });
});

describe("a code", () => {
  test("of the current, previous or next step is accepted; older and later ones are not", async () => {
    const person = await createPerson();
    const { secret } = await giveAuthenticator(person);
    expect(await outcome(person, appCode(secret, -3))).toBe("wrong_code");
    expect(await outcome(person, appCode(secret, 3))).toBe("wrong_code");
    expect(await outcome(person, appCode(secret, -1))).toBe("fine");
    expect(await outcome(person, appCode(secret))).toBe("fine");
    expect(await outcome(person, ` ${appCode(secret, 1).replace(/(\d{3})/, "$1 ")}`)).toBe("fine");
  });

  test("works once, even if it arrives several times at once, and no earlier one works after it", async () => {
    const person = await createPerson();
    const { secret } = await giveAuthenticator(person);
    const code = appCode(secret);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcome(person, code)));
    expect(outcomes.filter((one) => one === "fine")).toHaveLength(1);
    expect(await outcome(person, appCode(secret, -1))).toBe("wrong_code");
  });

  test("from someone else's app opens nothing", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    const [, bens] = [await giveAuthenticator(ada), await giveAuthenticator(ben)];
    expect(await outcome(ada, appCode(bens.secret))).toBe("wrong_code");
    expect(await outcome(ada, bens.recoveryCodes[0])).toBe("wrong_code");
  });

  test("for recovery works once, however it is written", async () => {
    const person = await createPerson();
    const { recoveryCodes } = await giveAuthenticator(person);
    const [first = "", second = ""] = recoveryCodes;
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(person, first)));
    expect(outcomes.filter((one) => one === "fine")).toHaveLength(1);
    expect(await outcome(person, ` ${second.toUpperCase().replaceAll("-", " ")} `)).toBe("fine");
    expect((await state(person)).recoveryCodesLeft).toBe(8);
  });

  test("that is missing or blank is asked for", async () => {
    const person = await createPerson();
    await giveAuthenticator(person);
    for (const code of [undefined, "", "  "])
      expect(await outcome(person, code)).toBe("second_factor_required");
    expect(await outcome(await createPerson(), undefined)).toBe("fine");
  });
});

describe("signing in with the app on", () => {
  test("asks for the code only after the right password, and then takes it", async () => {
    const person = await createPerson();
    const { secret } = await giveAuthenticator(person);
    expect((await login(person, undefined, "wrong")).body).toMatchObject({ code: "invalid_credentials" });
    const asked = await login(person);
    expect(asked).toMatchObject({ status: 401, body: { code: "second_factor_required" } });
    expect(asked.headers.get("set-cookie")).toBeNull();
    expectErrorBody(asked);
    expect(await login(person, "000000")).toMatchObject({ status: 401, body: { code: "wrong_code" } });
    const neighbour = await createPerson();
    const theirs = await giveAuthenticator(neighbour);
    const code = appCode(secret);
    expect((await login(person, code, "wrong")).body).toMatchObject({ code: "invalid_credentials" });
    expect((await login(person, code)).status).toBe(200);
    expect((await login(person, code)).status).toBe(401);
    expect((await login(neighbour, appCode(theirs.secret))).status).toBe(200);
  });

  test("accepts a recovery code instead of the app's", async () => {
    const person = await createPerson();
    const { recoveryCodes } = await giveAuthenticator(person);
    expect((await login(person, recoveryCodes[3])).status).toBe(200);
    expect((await login(person, recoveryCodes[3])).status).toBe(401);
  });
});

describe("recovery codes", () => {
  test("renewed after the password replace the old ones", async () => {
    const person = await createPerson();
    const { recoveryCodes } = await giveAuthenticator(person);
    const renew = (password: string) =>
      call<{ recoveryCodes: string[] }>("POST", `${base}/recovery-codes`, {
        cookie: person.cookie,
        json: { password },
      });
    expect((await renew("wrong")).status).toBe(422);
    const { status, body } = await renew(testPassword);
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    expect(await outcome(person, recoveryCodes[0])).toBe("wrong_code");
    expect(await outcome(person, body.recoveryCodes[0])).toBe("fine");
  });

  test("only exist while the person's app is on", async () => {
    await giveAuthenticator(await createPerson());
    const { cookie } = await createPerson();
    const json = { password: testPassword };
    const answer = await call("POST", `${base}/recovery-codes`, { cookie, json });
    expect(answer).toMatchObject({ status: 409, body: { code: "second_factor_off" } });
  });
});

test("turning the app off requires the password, works once and removes the secret and recovery codes", async () => {
  const person = await createPerson();
  const { recoveryCodes } = await giveAuthenticator(person);
  const stop = (password: string) => call("DELETE", base, { cookie: person.cookie, json: { password } });
  expect((await stop("wrong")).status).toBe(422);
  const answers = await Promise.all([stop(testPassword), stop(testPassword)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect((await login(person)).status).toBe(200);
  expect(await db.recoveryCode.count()).toBe(0);
  await giveAuthenticator(person);
  expect(await outcome(person, recoveryCodes[0])).toBe("wrong_code");
});

test("renewing, using up or giving up one's codes affects nobody else's app", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  const [adas] = [await giveAuthenticator(ada), await giveAuthenticator(ben)];
  expect(await outcome(ada, adas.recoveryCodes[0])).toBe("fine");
  expect((await state(ada)).recoveryCodesLeft).toBe(9);
  const json = { password: testPassword };
  await call("POST", `${base}/recovery-codes`, { cookie: ada.cookie, json });
  expect((await state(ben)).recoveryCodesLeft).toBe(10);
  expect((await call("DELETE", base, { cookie: ada.cookie, json })).status).toBe(204);
  expect(await state(ben)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect((await login(ben)).body).toMatchObject({ code: "second_factor_required" });
});
