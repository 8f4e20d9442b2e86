import { setImmediate as turn } from "node:timers/promises";
import { hashPassword } from "@/lib/core/auth/server/passwords";
import { databasePool } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createOwner, testPassword } from "@/tests/support/factories";

// Set before the settings are first read.
process.env.RATE_LIMITS = "on";

withTestDatabase();
jest.setTimeout(120_000);

let addresses = 0;
function login(usernameOrEmail: string, password: string, cookie = "") {
  const headers = { "X-Forwarded-For": `198.51.100.${++addresses}` };
  return call("POST", "/api/auth/login", { json: { usernameOrEmail, password }, headers, cookie });
}

const deviceIn = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith("keepsake-device=")) ?? "";

/** Runs `work` while strangers endlessly have passwords hashed, more than the queue can hold. */
async function whileFlooded<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const strangers = Array.from({ length: 200 }, async () => {
    while (!isOver) await hashPassword("a guess", false).catch(() => turn());
  });
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(strangers);
  }
}

/** Signs in until an attempt finds the queue full. */
async function turnedAway(name: string): Promise<Answer> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const answer = await login(name, testPassword);
    if (answer.status === 503) return answer;
  }
  throw new Error("There was always a place in the line");
}

test("while strangers have passwords checked endlessly, one more is turned away and the owner's own device gets in", async () => {
  const owner = await createOwner();
  const device = deviceIn(await login(owner.username, testPassword));
  expect(device).not.toBe("");
  await whileFlooded(async () => {
    const refused = await turnedAway("nobody-at-all");
    expectRefusal(refused, 503, "too_many_sign_ins");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (let time = 0; time < 3; time++) {
      expect((await login(owner.username, testPassword, device)).status).toBe(200);
    }
  });
});

test("a password that was not checked doesn't count as a guess: a flood locks nobody out", async () => {
  const owner = await createOwner();
  await whileFlooded(() => turnedAway(owner.username));
  const { rows } = await databasePool().query(`SELECT total, streak FROM "GuessCount"`);
  expect(rows).toEqual([{ total: 0, streak: 0 }]);
  expect((await login(owner.username, testPassword)).status).toBe(200);
});
