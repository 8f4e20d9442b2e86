import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createPerson, testPassword } from "@/tests/support/factories";

// Before the settings are read for the first time.
process.env.RATE_LIMITS = "on";

withTestDatabase();

let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;

function login(usernameOrEmail: string, password: string, address: string) {
  const headers = { "X-Forwarded-For": address };
  return call("POST", "/api/auth/login", { json: { usernameOrEmail, password }, headers });
}

test("the 31st sign-in from one address within a quarter of an hour waits, others go on", async () => {
  const { username } = await createPerson();
  const address = newAddress();
  for (let attempt = 1; attempt <= 30; attempt++) {
    expect((await login(`nobody-${attempt}`, "wrong", address)).status).toBe(401);
  }
  const answer = await login(username, testPassword, address);
  expect(answer.status).toBe(429);
  expectErrorBody(answer);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(600);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(answer.body.message).toMatch(/^Too many attempts\. Please wait 1[0-5] minutes and try again\.$/);
  expect((await login(username, testPassword, newAddress())).status).toBe(200);
});

test("of guesses at one account from everywhere, at most 100 a day are evaluated", async () => {
  const { username } = await createPerson();
  const statuses: number[] = [];
  for (let guess = 0; guess < 105; guess++) {
    const address = `198.51.100.${guess % 250}`;
    // In another case each time: it is one account all the same.
    const name = guess % 2 ? username.toUpperCase() : ` ${username}`;
    statuses.push((await login(name, `guess ${guess}`, address)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.slice(100)).toEqual([429, 429, 429, 429, 429]);
});

test("the longest name there can be is counted like any other", async () => {
  const name = `${"x".repeat(254 - "@example.org".length)}@example.org`;
  expect((await login(name, "wrong", newAddress())).status).toBe(401);
});

test("what is counted holds neither names nor addresses", async () => {
  const address = newAddress();
  await login("somebody@example.org", "wrong", address);
  const rows = await db.rateLimit.findMany({ select: { key: true } });
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { key } of rows) expect(key).not.toMatch(/somebody|192\.0\.2/);
});

test("the 21st account made from one address within an hour waits", async () => {
  const headers = { "X-Forwarded-For": newAddress() };
  const make = (index: number) =>
    call("POST", "/api/create-account", {
      json: { username: `person-${index}`, email: `person-${index}@example.org`, password: testPassword },
      headers,
    });
  for (let index = 0; index < 20; index++) expect((await make(index)).status).toBe(201);
  expect((await make(20)).status).toBe(429);
  expect(await db.user.count()).toBe(20);
});
