import { randomUUID } from "node:crypto";
import { countGuess, freeGuesses, guessLimits } from "@/lib/core/auth/server/guess-throttle";
import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { databasePool } from "@/lib/db";
import { appCode, giveAuthenticator } from "@/tests/support/authenticator-app";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createPerson, testPassword } from "@/tests/support/factories";

// Before the settings are first read.
process.env.RATE_LIMITS = "on";

withTestDatabase();

let addresses = 0;
const elsewhere = () => ({ "X-Forwarded-For": `192.0.2.${++addresses % 250}` });

test("codes after a sign-in with a provider can be guessed at most 10 times in a quarter of an hour, from any address", async () => {
  const person = await createPerson();
  const { secret } = await giveAuthenticator(person);
  const send = async (code: string) => {
    const detail = { purpose: "secondFactor", provider: "oidc" };
    const values = { kind: "identityProvider" as const, userId: person.userId, detail, minutes: 10 };
    const { token } = await createOneTimeToken(values);
    return call("POST", "/api/auth/identity-providers/second-factor", {
      cookie: `keepsake-identity=${token}`,
      json: { code },
      headers: elsewhere(),
    });
  };
  for (let guess = 0; guess < 10; guess++) expect((await send("000000")).status).toBe(401);
  const late = await send(appCode(secret));
  expect(late.status).toBe(429);
  expectErrorBody(late);
  expect(late.body.message).toMatch(/Please wait 1[0-5] minutes/);
});

test("someone at an unlocked device can't keep guessing the password to plant a passkey", async () => {
  const person = await createPerson();
  const begin = (password: string) =>
    call("POST", "/api/auth/passkeys/registration", {
      cookie: person.cookie,
      json: { password },
      headers: elsewhere(),
    });
  const statuses: number[] = [];
  for (let guess = 0; guess < 40; guess++) statuses.push((await begin(`guess ${guess}`)).status);
  const evaluated = statuses.filter((status) => status === 422);
  expect(evaluated.length).toBeGreaterThanOrEqual(5);
  expect(evaluated.length).toBeLessThanOrEqual(10);
  expect((await begin(testPassword)).status).toBe(429);
});

test("a missing code doesn't count as a wrong guess, a wrong one does", async () => {
  const person = await createPerson();
  const { secret } = await giveAuthenticator(person);
  const login = (code?: string) =>
    call("POST", "/api/auth/login", {
      json: { usernameOrEmail: person.username, password: testPassword, ...(code ? { code } : {}) },
      headers: elsewhere(),
    });
  for (let attempt = 0; attempt < 20; attempt++) {
    expect((await login()).body).toMatchObject({ code: "second_factor_required" });
  }
  const codes: unknown[] = [];
  for (let guess = 0; guess < 10; guess++) codes.push((await login("000000")).body.code);
  expect(codes.filter((code) => code === "wrong_code").length).toBeLessThanOrEqual(6);
  expect(codes.at(-1)).toBe("too_many_requests");
  expect((await login(appCode(secret))).status).toBe(429);
});

test("guesses counted in the future by a fast clock lock nobody out once it is corrected", async () => {
  const { username } = await createPerson();
  const login = () =>
    call("POST", "/api/auth/login", {
      json: { usernameOrEmail: username, password: testPassword },
      headers: elsewhere(),
    });
  const guess = { usernameOrEmail: username, password: "wrong as can be" };
  for (let tries = 0; tries < 8; tries++) {
    await call("POST", "/api/auth/login", { json: guess, headers: elsewhere() });
  }
  expect((await login()).status).toBe(429);
  await databasePool().query(
    `UPDATE "GuessCount" SET "openAt" = "openAt" + interval '1 day', "dayEndsAt" = "dayEndsAt" + interval '1 day'`,
  );
  expect((await login()).status).toBe(200);
});

test("setting the clock back by a second between two guesses doesn't restart the count", async () => {
  const { username } = await createPerson();
  const statuses: number[] = [];
  for (let tries = 0; tries < 8; tries++) {
    const json = { usernameOrEmail: username, password: "wrong as can be" };
    statuses.push((await call("POST", "/api/auth/login", { json, headers: elsewhere() })).status);
    await databasePool().query(`UPDATE "GuessCount" SET "dayEndsAt" = "dayEndsAt" + interval '1 second'`);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
});

test("free guesses in the same millisecond are all checked", async () => {
  for (let person = 0; person < 40; person++) {
    const guess = { limit: guessLimits.screenCode, key: randomUUID() };
    const counted = await Promise.all(Array.from({ length: freeGuesses }, () => countGuess(guess)));
    expect(counted).not.toContain(null);
  }
});
