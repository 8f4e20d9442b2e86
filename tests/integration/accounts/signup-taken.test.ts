import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createPerson, testPassword } from "@/tests/support/factories";

// Set before the settings are first read.
process.env.RATE_LIMITS = "on";
process.env.TRUST_PROXY = "on";

withTestDatabase();

let people = 0;
const paths = ["/api/create-account", "/api/organization/signup"];
const signUp = (network: string, fields: object = {}) => {
  const username = `new-${++people}`;
  const json = { username, email: `${username}@example.org`, password: testPassword, ...fields };
  const path = paths[people % 2] ?? "";
  const headers = { "X-Forwarded-For": network };
  return call("POST", path, { json: { ...json, familyName: "The Okafors" }, headers });
};

/** Resets the hourly limit on sign-ups from one network. */
const nextHour = async () => {
  const { db } = await import("@/lib/db");
  await db.rateLimit.deleteMany({ where: { key: { startsWith: "signup-address:" } } });
};

test("an attacker probing which addresses have accounts is answered 20 times a day", async () => {
  const known = await createPerson();
  const ask = (fields: object) => signUp("203.0.113.5", fields);
  for (let at = 0; at < 20; at++) {
    const answer = await ask(at % 2 ? { email: known.email } : { username: known.username });
    expect(answer).toMatchObject({ status: 409, body: { field: at % 2 ? "email" : "username" } });
  }
  await nextHour();
  // The same for an address that nobody has, so the refusal reveals nothing.
  for (const fields of [{ email: known.email }, {}]) {
    const answer = await ask(fields);
    expect([answer.status, answer.body.code]).toEqual([429, "too_many_requests"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3600);
    expectErrorBody(answer);
  }
  expect((await signUp("203.0.113.77", { email: known.email })).status).toBe(409);
});

test("an attacker who asks 30 times at once learns no more", async () => {
  const known = await createPerson();
  await Promise.all(Array.from({ length: 15 }, () => signUp("203.0.113.6", { email: known.email })));
  await nextHour();
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => signUp("203.0.113.6", { email: known.email })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(5);
});

test("a village behind one address signs up freely: only questions about names count", async () => {
  for (let at = 0; at < 25; at++) {
    if (at % 20 === 0) await nextHour();
    expect((await signUp("203.0.113.7")).status).toBe(201);
  }
  // A refused password doesn't count as a question either.
  for (let at = 0; at < 15; at++) await signUp("203.0.113.8", { password: "password" });
  expect((await signUp("203.0.113.8")).status).toBe(201);
});
