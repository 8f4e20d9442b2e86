import type { UserDto } from "@/lib/account/accounts/schema";
import { getSignInProblem } from "@/lib/account/security/server/sign-in-problem-service";
import { hashPassword } from "@/lib/core/auth/server/passwords";
import { db } from "@/lib/db";
import { appCode, giveAuthenticator } from "@/tests/support/authenticator-app";
import { type Answer, albumOrigin, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createPerson,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { changeDuring, endSessions } from "@/tests/support/held-person";
import {
  clientId,
  clientSecret,
  type RunningProvider,
  startIdentityProvider,
  visitProvider,
} from "@/tests/support/identity-provider";
import { otherPassword, resetToken } from "@/tests/support/password-calls";

withTestDatabase();

const start = "/api/auth/oidc";
const back = "/api/auth/callback/oidc";
let provider: RunningProvider;

beforeAll(async () => {
  provider = await startIdentityProvider([`${albumOrigin}${back}`]);
  // Before the settings are first read.
  process.env.OIDC_ISSUER = provider.issuer;
  process.env.OIDC_CLIENT_ID = clientId;
  process.env.OIDC_CLIENT_SECRET = clientSecret;
  process.env.OIDC_NAME = "Village School";
});
afterAll(() => provider.stop());
afterEach(() => provider.people.clear());

/** The cookies of one browser. */
class Jar {
  readonly #cookies = new Map<string, string>();
  constructor(header = "") {
    for (const pair of header ? header.split("; ") : []) this.#keep(pair);
  }
  #keep(pair: string) {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1);
    if (value) this.#cookies.set(pair.slice(0, at), value);
    else this.#cookies.delete(pair.slice(0, at));
  }
  take(answer: Answer<unknown>) {
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie.split(";")[0] ?? "");
    return answer;
  }
  get header() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  get names() {
    return [...this.#cookies.keys()];
  }
}

const location = (answer: Answer<unknown>) => answer.headers.get("location") ?? "";
const pathOf = (address: string) => address.replace(albumOrigin, "");

async function leave(jar: Jar, path = start): Promise<Answer> {
  return jar.take(await call("GET", path, { cookie: jar.header })) as Answer;
}

async function comeBack(jar: Jar, address: string): Promise<Answer> {
  return jar.take(await call("GET", pathOf(address), { cookie: jar.header })) as Answer;
}

/** Goes all the way to the provider and back. @returns the last answer */
async function signInAs(name: string | "cancel", jar = new Jar(), path = start): Promise<Answer> {
  const left = await leave(jar, path);
  return comeBack(jar, await visitProvider(location(left), provider.issuer, name));
}

const me = (jar: Jar) => call<UserDto>("GET", "/api/auth/me", { cookie: jar.header });

async function linkTo(person: Person, name: string): Promise<Jar> {
  const jar = new Jar(person.cookie);
  const json = { provider: "oidc", password: testPassword };
  const begun = await call<{ url: string }>("POST", "/api/auth/identities", { cookie: jar.header, json });
  expect(begun).toMatchObject({ status: 200, body: { url: "/api/auth/oidc?link=1" } });
  jar.take(begun);
  const answer = await signInAs(name, jar, begun.body.url);
  expect(location(answer)).toBe("/security?linked=oidc");
  return jar;
}

test("what is set up is offered by its name, without its settings", async () => {
  const { body } = await call("GET", "/api/auth/identity-providers");
  expect(body).toEqual([{ id: "oidc", name: "Village School" }]);
});

test("the request to the provider has state, nonce and PKCE, and a cookie that scripts can't read", async () => {
  const answer = await leave(new Jar());
  expect(answer.status).toBe(302);
  const { origin, searchParams } = new URL(location(answer));
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: clientId,
    response_type: "code",
    redirect_uri: `${albumOrigin}${back}`,
    code_challenge_method: "S256",
    state: expect.stringMatching(/^.{20,}$/),
    nonce: expect.stringMatching(/^.{20,}$/),
    code_challenge: expect.stringMatching(/^.{40,}$/),
  });
  expect(searchParams.get("scope")).toBe("openid email profile");
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(4);
  for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly/);
  for (const cookie of cookies) expect(cookie).toMatch(/SameSite=Lax/);
});

test("on https a subdomain can't plant any of the sign-in's cookies", async () => {
  const answer = await call("GET", start, { headers: { "X-Forwarded-Proto": "https" } });
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(4);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Secure/);
});

test("a suspended person is led to the page that says so, and gets no session", async () => {
  const ada = await createPerson();
  await linkTo(ada, "ada");
  const data = { suspendedAt: new Date(), suspendedReason: "Spam" };
  await db.user.update({ where: { id: ada.userId }, data, select: { id: true } });
  const jar = new Jar();
  const answer = await signInAs("ada", jar);
  expect(location(answer)).toBe("/login?problem=suspended&provider=oidc");
  expect((await me(jar)).status).toBe(401);
});

test("a suspended person reads the same message as with a password, and nobody else sees the reason", async () => {
  const ada = await createPerson();
  await linkTo(ada, "ada");
  const data = { suspendedAt: new Date(), suspendedReason: "Spam" };
  await db.user.update({ where: { id: ada.userId }, data, select: { id: true } });
  const jar = new Jar();
  await signInAs("ada", jar);
  const shown = (cookie: string) =>
    getSignInProblem(
      { problem: "suspended", provider: "oidc" },
      [{ id: "oidc", name: "Village School" }],
      new Request(albumOrigin, { headers: { cookie } }),
    );
  const json = { usernameOrEmail: ada.username, password: testPassword };
  const byPassword = await call<{ message: string }>("POST", "/api/auth/login", { json });
  expect(byPassword.body.message).toContain("Reason: “Spam”");
  expect(await shown(jar.header)).toBe(byPassword.body.message);
  expect(await shown("")).not.toContain("Spam");
  // The token shows the reason and opens nothing.
  const code = await call("POST", "/api/auth/identity-providers/second-factor", {
    cookie: jar.header,
    json: { code: "123456" },
  });
  expect(code.status).toBe(401);
  expect(location(await comeBack(jar, `${back}?code=x&state=y`))).toBe(
    "/login?problem=expired&provider=oidc",
  );
});

describe("someone new", () => {
  test("gets an account without a password, and one of our sessions", async () => {
    const jar = new Jar();
    const answer = await signInAs("nia", jar);
    expect([answer.status, location(answer)]).toEqual([302, "/"]);
    expect(jar.names.sort()).toEqual(["keepsake-device", "next-auth.session-token"]);
    const { body } = await me(jar);
    expect(body).toMatchObject({
      username: "nia",
      email: "nia@provider.example",
      hasPassword: false,
      onboardingCompleted: false,
      isSuperAdmin: false,
      currentFamily: null,
    });
    const session = await db.session.findUniqueOrThrow({
      where: { id: body.sessionInfo.sessionId },
      select: { method: true },
    });
    expect(session.method).toBe("identityProvider");
  });

  test("finds the same account the next time, whatever the address is by then", async () => {
    const first = new Jar();
    await signInAs("nia", first);
    provider.people.set("nia", { email: "married@provider.example", email_verified: false });
    const second = new Jar();
    await signInAs("nia", second);
    expect((await me(second)).body.id).toBe((await me(first)).body.id);
    expect(await db.user.count()).toBe(1);
  });

  test("gets another name if the one wanted is taken", async () => {
    await createPerson({ username: "nia" });
    const jar = new Jar();
    await signInAs("nia", jar);
    expect((await me(jar)).body.username).toMatch(/^nia\.\d{3,5}$/);
  });

  test("has the provider's name for them, as far as a username allows", async () => {
    provider.people.set("x", {
      email: "n@provider.example",
      email_verified: true,
      preferred_username: "  Nia <b>Owusu ",
    });
    const jar = new Jar();
    await signInAs("x", jar);
    expect((await me(jar)).body.username).toBe("nia.b.owusu");
  });

  test.each([
    ["unconfirmed", { email: "nia@provider.example", email_verified: false }],
    ["missing", {}],
  ])("whose address is %s gets no account", async (_, person) => {
    provider.people.set("nia", person);
    const jar = new Jar();
    const answer = await signInAs("nia", jar);
    expect(location(answer)).toBe("/login?problem=no_email&provider=oidc");
    expect(jar.names).toEqual([]);
    expect(await db.user.count()).toBe(0);
  });
});

describe("someone with an account", () => {
  test("that isn't linked gets a message and isn't let in", async () => {
    const person = await createPerson({ username: "ada" });
    provider.people.set("stranger", { email: person.email.toUpperCase(), email_verified: true });
    const jar = new Jar();
    const answer = await signInAs("stranger", jar);
    expect(location(answer)).toBe("/login?problem=has_account&provider=oidc");
    expect(jar.names).toEqual([]);
    expect(await db.linkedIdentity.count()).toBe(0);
  });

  test("links it after the password, is notified by mail, and signs in with it to where they wanted to go", async () => {
    const person = await createMember(await createFamily());
    await linkTo(person, "ada.at.school");
    const linked = await call("GET", "/api/auth/identities", { cookie: person.cookie });
    expect(linked.body).toEqual([
      {
        id: expect.any(String),
        provider: "oidc",
        name: "Village School",
        email: "ada.at.school@provider.example",
        createdAt: expect.any(String),
      },
    ]);
    const mail = await db.outboxMessage.findFirstOrThrow({ select: { recipient: true, text: true } });
    expect(mail.recipient).toBe(person.email);
    expect(mail.text).toContain("can now also sign in with Village School (ada.at.school@provider.example)");

    const jar = new Jar();
    const answer = await signInAs(
      "ada.at.school",
      jar,
      `${start}?next=${encodeURIComponent("/search?q=sea")}`,
    );
    expect(location(answer)).toBe("/search?q=sea");
    expect((await me(jar)).body.id).toBe(person.userId);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example"])(
    "is never led to %s afterwards",
    async (next) => {
      const person = await createPerson();
      await linkTo(person, "ada");
      const answer = await signInAs("ada", new Jar(), `${start}?next=${encodeURIComponent(next)}`);
      expect(location(answer)).toBe("/");
    },
  );

  test.each([
    ["no proof", {}, 400],
    ["a wrong password", { password: "wrong" }, 422],
  ])("can't link with %s", async (_, proof, status) => {
    const { cookie } = await createPerson();
    const answer = await call("POST", "/api/auth/identities", {
      cookie,
      json: { provider: "oidc", ...proof },
    });
    expect(answer).toMatchObject({ status, body: { field: "password" } });
    expectErrorBody(answer);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("can't link an identity that opens another account, nor a second one", async () => {
    const [ada, ben] = [await createPerson(), await createPerson()];
    await linkTo(ada, "ada");
    const jar = new Jar(ben.cookie);
    const json = { provider: "oidc", password: testPassword };
    jar.take(await call("POST", "/api/auth/identities", { cookie: jar.header, json }));
    const answer = await signInAs("ada", jar, `${start}?link=1`);
    expect(location(answer)).toBe("/security?problem=linked_elsewhere&provider=oidc");
    const again = await call("POST", "/api/auth/identities", { cookie: ada.cookie, json });
    expect(again).toMatchObject({ status: 409, body: { code: "already_linked" } });
    expect(await db.linkedIdentity.count()).toBe(1);
  });

  test("isn't linked if all sessions end while its person comes back with it", async () => {
    const person = await createPerson();
    const jar = new Jar(person.cookie);
    const json = { provider: "oidc", password: testPassword };
    jar.take(await call("POST", "/api/auth/identities", { cookie: jar.header, json }));
    const answer = await changeDuring(
      person.userId,
      () => signInAs("ada", jar, `${start}?link=1`),
      endSessions,
    );
    expect(location(answer)).toBe("/login?problem=expired&provider=oidc");
    expect(await db.linkedIdentity.count()).toBe(0);
  });

  test("who asks for a link in one browser can't link it in another", async () => {
    const [ada, mallory] = [await createPerson(), await createPerson()];
    const jar = new Jar(mallory.cookie);
    const json = { provider: "oidc", password: testPassword };
    const begun = await call("POST", "/api/auth/identities", { cookie: mallory.cookie, json });
    const victim = new Jar(ada.cookie);
    victim.take(begun);
    const answer = await signInAs("ada", victim, `${start}?link=1`);
    expect(location(answer)).toBe("/login?problem=expired&provider=oidc");
    expect(await db.linkedIdentity.count()).toBe(0);
    expect((await me(jar)).status).toBe(200);
  });

  test("gets no session with an identity that is unlinked while they sign in", async () => {
    const person = await createPerson();
    await linkTo(person, "ada");
    const jar = new Jar();
    const answer = await changeDuring(
      person.userId,
      () => signInAs("ada", jar),
      'DELETE FROM "LinkedIdentity" WHERE "userId" = $1',
    );
    expect(location(answer)).toBe("/login?problem=expired&provider=oidc");
    expect((await me(jar)).status).toBe(401);
  });

  test("unlinks it after the password, once", async () => {
    const person = await createPerson();
    await linkTo(person, "ada");
    const { id } = await db.linkedIdentity.findFirstOrThrow({ select: { id: true } });
    const remove = (password: string) =>
      call("DELETE", `/api/auth/identities/${id}`, { cookie: person.cookie, json: { password } });
    expect((await remove("wrong")).status).toBe(422);
    const answers = await Promise.all([remove(testPassword), remove(testPassword)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(location(await signInAs("ada"))).toBe("/");
    expect(await db.user.count()).toBe(2);
  });
});

test("someone else's linked account is not found, and stays linked", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  const values = { userId: ben.userId, provider: "oidc", subject: "ben" };
  const { id } = await db.linkedIdentity.create({ data: values, select: { id: true } });
  const json = { password: testPassword };
  const answer = await call("DELETE", `/api/auth/identities/${id}`, { cookie: ada.cookie, json });
  expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await db.linkedIdentity.count()).toBe(1);
});

describe("someone with only the external account", () => {
  async function onlyElsewhere() {
    const jar = new Jar();
    await signInAs("nia", jar);
    const { id } = await db.linkedIdentity.findFirstOrThrow({ select: { id: true } });
    return { jar, id };
  }

  test("is asked to set a password before anything changes", async () => {
    const { jar, id } = await onlyElsewhere();
    const json = { password: "anything" };
    const answer = await call("DELETE", `/api/auth/identities/${id}`, { cookie: jar.header, json });
    expect(answer).toMatchObject({ status: 403, body: { code: "password_needed" } });
    expectErrorBody(answer);
    expect(await db.linkedIdentity.count()).toBe(1);
  });

  test("unlinks it once there is a password", async () => {
    const { jar, id } = await onlyElsewhere();
    await db.user.updateMany({ data: { passwordHash: await hashPassword(testPassword) } });
    const json = { password: testPassword };
    const answer = await call("DELETE", `/api/auth/identities/${id}`, { cookie: jar.header, json });
    expect(answer.status).toBe(204);
  });
});

describe("with the authenticator app on", () => {
  async function halfway() {
    const person = await createPerson();
    await linkTo(person, "ada");
    const { secret } = await giveAuthenticator(person);
    const jar = new Jar();
    const answer = await signInAs("ada", jar);
    expect(location(answer)).toBe("/login?step=code&provider=oidc");
    expect(jar.names).toEqual(["keepsake-identity"]);
    return { person, secret, jar };
  }
  const send = (jar: Jar, code: string) =>
    call<UserDto>("POST", "/api/auth/identity-providers/second-factor", {
      cookie: jar.header,
      json: { code },
    });

  test("the account can only be opened with its code", async () => {
    const { person, secret, jar } = await halfway();
    expect((await me(jar)).status).toBe(401);
    const wrong = await send(jar, "000000");
    expect(wrong).toMatchObject({ status: 401, body: { code: "wrong_code" } });
    const right = await send(jar, appCode(secret));
    expect(right).toMatchObject({ status: 200, body: { id: person.userId } });
    jar.take(right);
    expect(jar.names.sort()).toEqual(["keepsake-device", "next-auth.session-token"]);
    expect((await me(jar)).status).toBe(200);
  });

  test("a stranger's first step opens nothing once the owner's reset has removed the link and the app", async () => {
    const { person, jar } = await halfway();
    const json = { token: await resetToken(person.userId), newPassword: otherPassword };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
    const late = await send(jar, "000000");
    expect(late).toMatchObject({ status: 401, body: { code: "sign_in_expired" } });
    expect(await db.session.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("the page that asks for the code still knows where the person wanted to go", async () => {
    const person = await createPerson();
    await linkTo(person, "ada");
    await giveAuthenticator(person);
    const wanted = `${start}?next=${encodeURIComponent("/media/2024/3?x=1")}`;
    expect(location(await signInAs("ada", new Jar(), wanted))).toBe(
      "/login?step=code&provider=oidc&next=%2Fmedia%2F2024%2F3%3Fx%3D1",
    );
    const elsewhere = `${start}?next=${encodeURIComponent("//evil.example/")}`;
    expect(location(await signInAs("ada", new Jar(), elsewhere))).toBe("/login?step=code&provider=oidc");
  });

  test("the first step opens one session, once", async () => {
    const { secret, jar } = await halfway();
    const codes = [-1, 0, 1].map((steps) => appCode(secret, steps));
    const answers = await Promise.all(codes.map((code) => send(jar, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await send(new Jar(), appCode(secret))).body).toMatchObject({ code: "sign_in_expired" });
  });
});

describe("errors during sign-in", () => {
  test("cancelling at the provider gives a kind message", async () => {
    const jar = new Jar();
    const answer = await signInAs("cancel", jar);
    expect(location(answer)).toBe("/login?problem=cancelled&provider=oidc");
    expect(jar.names).not.toContain("next-auth.session-token");
  });

  test("the sign-in page that says what went wrong still knows where the person wanted to go", async () => {
    const jar = new Jar();
    const answer = await signInAs("cancel", jar, `${start}?next=%2Ffavorites`);
    expect(location(answer)).toBe("/login?problem=cancelled&provider=oidc&next=%2Ffavorites");
  });

  test.each([
    ["another state", (url: URL) => url.searchParams.set("state", "another")],
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["another code", (url: URL) => url.searchParams.set("code", "another")],
    ["another issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example")],
  ])("an answer with %s opens nothing", async (_, change) => {
    const jar = new Jar();
    const left = await leave(jar);
    const url = new URL(await visitProvider(location(left), provider.issuer, "nia"));
    change(url);
    const answer = await comeBack(jar, url.href);
    expect(location(answer)).toBe("/login?problem=failed&provider=oidc");
    expect(await db.user.count()).toBe(0);
  });

  test("an answer that arrives a second time, or in another browser, opens nothing", async () => {
    const jar = new Jar();
    const left = await leave(jar);
    const address = await visitProvider(location(left), provider.issuer, "nia");
    expect(location(await comeBack(new Jar(), address))).toBe("/login?problem=expired&provider=oidc");
    const before = new Jar(jar.header);
    expect(location(await comeBack(jar, address))).toBe("/");
    expect(location(await comeBack(before, address))).toBe("/login?problem=expired&provider=oidc");
    expect(await db.session.count()).toBe(1);
  });

  test("an answer without the PKCE cookie opens nothing", async () => {
    const jar = new Jar();
    const left = await leave(jar);
    const address = await visitProvider(location(left), provider.issuer, "nia");
    const kept = jar.header.split("; ").filter((pair) => !pair.includes("pkce"));
    const answer = await comeBack(new Jar(kept.join("; ")), address);
    expect(location(answer)).toBe("/login?problem=failed&provider=oidc");
  });

  test("an unreachable provider is reported, and works again when it is back", async () => {
    await provider.stop();
    const answer = await leave(new Jar());
    await provider.start();
    expect(location(answer)).toBe("/login?problem=unavailable&provider=oidc");
    expect(location(await signInAs("nia"))).toBe("/");
  });

  test("a provider that is not set up is not found", async () => {
    for (const path of ["/api/auth/google", "/api/auth/callback/google"]) {
      const answer = await call("GET", path);
      expect(answer.status).toBe(404);
      expectErrorBody(answer);
    }
  });
});
