import { databasePool, db } from "@/lib/db";
import type { AppError } from "@/lib/http/errors";
import { consumeAddressRateLimit } from "@/lib/http/rate-limit";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  createPerson,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { givePhone, otherPassword, resetToken } from "@/tests/support/password-calls";
import { workOffQueue } from "@/tests/support/work-off-queue";

// Set before the settings are first read.
process.env.RATE_LIMITS = "on";

withTestDatabase();

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

function login(usernameOrEmail: string, password: string, cookie = "", address = newAddress()) {
  const headers = { "X-Forwarded-For": address };
  return call("POST", "/api/auth/login", { json: { usernameOrEmail, password }, headers, cookie });
}

/** Every cookie that an answer sets, as the browser sends it back. */
const cookiesOf = (answer: Answer<unknown>) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** The device cookie without the session's, as after signing out. */
const deviceOf = (answer: Answer<unknown>) =>
  cookiesOf(answer)
    .split("; ")
    .filter((cookie) => cookie.startsWith("keepsake-device="))
    .join();

/** Lets time pass for everyone who is waiting. */
const letPass = (minutes: number) =>
  databasePool().query(
    `UPDATE "GuessCount" SET "openAt" = "openAt" - make_interval(mins => $1),
       "dayEndsAt" = "dayEndsAt" - make_interval(mins => $1)`,
    [minutes],
  );

async function guess(name: string, times: number, cookie = ""): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) {
    statuses.push((await login(name, `guess ${index}`, cookie)).status);
  }
  return statuses;
}

const evaluatedOf = (statuses: number[]) => statuses.filter((status) => status === 401).length;
const evaluatedInAll = async () =>
  (await db.guessCount.findMany({ select: { total: true } })).reduce((sum, { total }) => sum + total, 0);

describe("wrong passwords", () => {
  test("are free five times; then each doubles the next wait, up to 15 minutes", async () => {
    const { username } = await createPerson();
    expect(await guess(username, 5)).toEqual([401, 401, 401, 401, 401]);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect((await login(username, "guess")).status).toBe(401);
      const refused = await login(username, testPassword);
      expect(refused.status).toBe(429);
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(minutes * 60 - 10);
      expect(seconds).toBeLessThanOrEqual(minutes * 60);
      expectErrorBody(refused);
      expect(refused.body.message).toMatch(
        /^Too many attempts\. Please wait \d+ (seconds|minutes) and try again\.$/,
      );
      await letPass(minutes);
    }
  });

  test("of 50 at once six are evaluated", async () => {
    const { username } = await createPerson();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(username, `guess ${index}`)),
    );
    expect(evaluatedOf(answers.map(({ status }) => status))).toBe(6);
    expect(await evaluatedInAll()).toBe(6);
  });

  test("get the same answers for a known and an unknown name, refusals too", async () => {
    const { username } = await createPerson();
    const ask = async (name: string) => {
      const answers: unknown[] = [];
      for (let index = 0; index < 8; index++) {
        const { status, body, headers } = await login(name, "guess");
        const words = String(body.message).replace(/\d+ seconds/, "some seconds");
        answers.push([status, words, body.code, headers.getSetCookie(), headers.has("retry-after")]);
      }
      return answers;
    };
    expect(await ask(username)).toEqual(await ask("nobody-at-all"));
    expect(await ask(`${username}@example.org`)).toEqual(await ask("nobody@example.org"));
  });

  test("are counted separately for the username and the address, so that nobody learns that they belong together", async () => {
    const { username, email } = await createPerson();
    expect(evaluatedOf(await guess(username, 8))).toBe(6);
    expect(evaluatedOf(await guess(email, 8))).toBe(6);
    // The same name in a different case.
    expect((await login(` ${username.toUpperCase()} `, testPassword)).status).toBe(429);
  });

  test("are forgotten after the right one, except for the day's count", async () => {
    const { username } = await createPerson();
    await guess(username, 5);
    expect((await login(username, testPassword)).status).toBe(200);
    expect(evaluatedOf(await guess(username, 5))).toBe(5);
    expect((await login(username, testPassword)).status).toBe(200);
    expect(await evaluatedInAll()).toBe(10);
  });

  test("don't affect sign-ins: fifty right ones in a day are fine", async () => {
    const { username } = await createPerson();
    for (let index = 0; index < 50; index++) {
      expect((await login(username, testPassword)).status).toBe(200);
    }
  });

  test("expire after a day", async () => {
    const { username } = await createPerson();
    await guess(username, 6);
    await letPass(24 * 60);
    expect(evaluatedOf(await guess(username, 6))).toBe(6);
  });

  test("are logged for the person, except those that had to wait", async () => {
    const { username, userId } = await createPerson();
    await guess(username, 20);
    const entries = await db.activityEntry.findMany({
      where: { subjectId: userId },
      select: { action: true, actorId: true, ipAddress: true },
    });
    expect(entries).toHaveLength(6);
    expect(entries[0]).toEqual({
      action: "account.signInFailed",
      actorId: null,
      ipAddress: expect.stringMatching(/^10\./),
    });
  });
});

describe("10,000 guesses at one account in a day, from as many addresses", () => {
  /** Quarter hours in a day, less one. */
  const rounds = 95;

  async function attack(owner: Person): Promise<number> {
    const names = [owner.username, owner.email, owner.username.toUpperCase(), ` ${owner.email} `];
    let evaluated = 0;
    let made = 0;
    for (let round = 0; round < rounds; round++) {
      const guesses = Array.from({ length: round === 0 ? 600 : 100 }, () => {
        made += 1;
        return login(names[made % 4] ?? "", `guess ${made}`);
      });
      evaluated += evaluatedOf((await Promise.all(guesses)).map(({ status }) => status));
      await letPass(15);
    }
    expect(made).toBe(10_000);
    return evaluated;
  }

  test("are evaluated at most 100 times, and the owner still gets in", async () => {
    const owner = await createOwner();
    const known = deviceOf(await login(owner.username, testPassword));
    expect(known).not.toBe("");
    const home = newAddress();
    await login(owner.username, testPassword, "", home);
    const evaluated = await attack(owner);
    expect(evaluated).toBe(await evaluatedInAll());
    expect(evaluated).toBeGreaterThan(60);
    expect(evaluated).toBeLessThanOrEqual(70);

    // An unknown device waits even with the right password; the owner's own doesn't, with either name.
    expect((await login(owner.username, testPassword)).status).toBe(429);
    expect((await login(owner.username, testPassword, known)).status).toBe(200);
    expect((await login(owner.email, testPassword, known)).status).toBe(200);
    // A new device at one of the owner's addresses gets in too.
    expect((await login(owner.username, testPassword, "", home)).status).toBe(200);
    // The owner's sign-ins don't gain the strangers anything either.
    expect(evaluatedOf(await guess(owner.username, 20))).toBe(0);
  }, 300_000);
});

describe("a device that has signed in to the account before", () => {
  async function locked() {
    const person = await createPerson();
    const known = deviceOf(await login(person.username, testPassword));
    await guess(person.username, 7);
    expect((await login(person.username, testPassword)).status).toBe(429);
    return { ...person, known };
  }

  test("has ten wrong guesses of its own a day, and all such devices twelve", async () => {
    const { username } = await createPerson();
    const devices: string[] = [];
    for (let index = 0; index < 3; index++) devices.push(deviceOf(await login(username, testPassword)));
    const evaluated = [0, 0, 0];
    for (let hour = 0; hour < 23; hour++) {
      for (const [index, device] of devices.entries()) {
        if (index > 0 && hour < 6) continue;
        evaluated[index] = (evaluated[index] ?? 0) + evaluatedOf(await guess(username, 2, device));
      }
      await letPass(60);
    }
    expect(evaluated[0]).toBe(10);
    expect(evaluated.reduce((sum, count) => sum + count, 0)).toBe(12);
    // Each counts for its device and for all of them; one that all of them refuse uses up nothing.
    expect(await evaluatedInAll()).toBe(24);
    // An unknown device has its own allowance, and the first device's is still used up.
    expect((await login(username, testPassword)).status).toBe(200);
    expect((await login(username, testPassword, devices[0])).status).toBe(429);
  });

  test("has to wait no longer once there is a new password", async () => {
    const { username, userId } = await createPerson();
    const device = deviceOf(await login(username, testPassword));
    await guess(username, 6, device);
    expect((await login(username, testPassword, device)).status).toBe(429);
    const json = { token: await resetToken(userId), newPassword: otherPassword };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
    expect((await login(username, otherPassword, device)).status).toBe(200);
  });

  test("is unknown if its cookie was made up, or is another person's", async () => {
    const { username, known } = await locked();
    const stranger = await createPerson();
    const others = deviceOf(await login(stranger.username, testPassword));
    const [name = "", signature = ""] = known.replace("keepsake-device=", "").split(".");
    const forged = [
      others,
      `keepsake-device=${name}.${"A".repeat(22)}`,
      `keepsake-device=${"A".repeat(22)}.${signature}`,
      `keepsake-device=${name}`,
      "keepsake-device=",
      "keepsake-device=%00.%00",
    ];
    for (const cookie of forged) expect((await login(username, testPassword, cookie)).status).toBe(429);
    expect((await login(username, testPassword, known)).status).toBe(200);
  });

  test("can belong to several people: a family's tablet knows them all", async () => {
    const ada = await createPerson();
    const ben = await createPerson();
    const first = deviceOf(await login(ada.username, testPassword));
    const tablet = deviceOf(await login(ben.username, testPassword, first));
    for (const { username } of [ada, ben]) {
      await guess(username, 7);
      expect((await login(username, testPassword)).status).toBe(429);
      expect((await login(username, testPassword, tablet)).status).toBe(200);
    }
  });

  test("is identified by a cookie that scripts can't read and that says nothing about people", async () => {
    const { username, userId } = await createPerson();
    const cookie = (await login(username, testPassword)).headers.getSetCookie()[1] ?? "";
    expect(cookie).toMatch(
      /^keepsake-device=[\w-]{22}\.[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
    for (const secret of [username, userId, userId.replaceAll("-", "")]) expect(cookie).not.toContain(secret);
  });
});

describe("an address from which someone has signed in before", () => {
  test("covers the whole IPv6 network of a home, whose devices change their addresses daily", async () => {
    const { username } = await createPerson();
    expect((await login(username, testPassword, "", "2001:db8:1:2:3:4:5:6")).status).toBe(200);
    await guess(username, 7);
    expect((await login(username, testPassword, "", "2001:db8:1:3::1")).status).toBe(429);
    expect((await login(username, testPassword, "", "2001:db8:1:2::99")).status).toBe(200);
  });

  test("has an allowance of its own, eight wrong guesses a day under any name", async () => {
    const { username, email } = await createPerson();
    const home = newAddress();
    await login(username, testPassword, "", home);
    let evaluated = 0;
    for (let hour = 0; hour < 23; hour++) {
      const guessed = await login(hour % 2 ? username : email, "guess", "", home);
      evaluated += evaluatedOf([guessed.status]);
      await letPass(60);
    }
    expect(evaluated).toBe(8);
    expect((await login(username, testPassword, "", home)).status).toBe(429);
    // Its guesses don't use up the strangers' allowance, or vice versa.
    expect((await login(username, testPassword)).status).toBe(200);
  });

  test("doesn't count for another person", async () => {
    const ada = await createPerson();
    const ben = await createPerson();
    const home = newAddress();
    await login(ada.username, testPassword, "", home);
    await guess(ben.username, 7);
    expect((await login(ben.username, testPassword, "", home)).status).toBe(429);
  });
});

describe("the owner of an account that strangers guess at", () => {
  async function attacked() {
    const person = await createPerson();
    for (let index = 0; index < 12; index++) {
      await login(person.username, "guess");
      await letPass(15);
    }
    await login(person.username, "guess");
    await workOffQueue();
    return person;
  }

  test("is notified by mail once a day, with a link that opens the account", async () => {
    const { username, email } = await attacked();
    await guess(username, 1);
    await workOffQueue();
    const mails = await writtenMessages();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ template: "passwordGuessing", recipient: email });
    const token = /reset-password\?token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    const json = { token, newPassword: "lanterns in the meadow" };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
    expect((await login(username, json.newPassword)).status).toBe(200);
  });

  test("can request a new password meanwhile, which lifts the limits", async () => {
    const { username, email, userId } = await attacked();
    expect((await login(username, testPassword)).status).toBe(429);
    const asked = await call("POST", "/api/auth/forgot-password", { json: { email } });
    expect(asked.status).toBe(202);
    const json = { token: await resetToken(userId), newPassword: "lanterns in the meadow" };
    expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
    expect((await login(username, json.newPassword)).status).toBe(200);
  });

  test("isn't notified if the name doesn't exist: nothing is sent", async () => {
    for (let index = 0; index < 12; index++) {
      await login("nobody-at-all", "guess");
      await letPass(15);
    }
    await workOffQueue();
    expect(await db.outboxMessage.count()).toBe(0);
  });
});

test("someone at a signed-in device guesses ten times a day, not endlessly", async () => {
  const { cookie } = await createPerson();
  const change = (currentPassword: string) =>
    call("POST", "/api/auth/change-password", {
      cookie,
      json: { currentPassword, newPassword: "lanterns in the meadow" },
    });
  const statuses: number[] = [];
  for (let hour = 0; hour < 20; hour++) {
    statuses.push((await change(`guess ${hour}`)).status);
    await letPass(60);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  expect((await change(testPassword)).status).toBe(429);
});

test("the 31st sign-in from one address within a quarter of an hour waits, others continue", async () => {
  const { username } = await createPerson();
  const address = newAddress();
  for (let attempt = 1; attempt <= 30; attempt++) {
    expect((await login(`nobody-${attempt}`, "wrong", "", address)).status).toBe(401);
  }
  const answer = await login(username, testPassword, "", address);
  expect(answer.status).toBe(429);
  expectErrorBody(answer);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(600);
  expect(seconds).toBeLessThanOrEqual(900);
  expect(answer.body.message).toMatch(/^Too many attempts\. Please wait 1[0-5] minutes and try again\.$/);
  expect((await login(username, testPassword)).status).toBe(200);
});

test("the longest possible name is counted like any other", async () => {
  const name = `${"x".repeat(254 - "@example.org".length)}@example.org`;
  expect((await login(name, "wrong")).status).toBe(401);
  expect(await evaluatedInAll()).toBe(1);
});

describe("an attacker with a whole IPv6 network", () => {
  const perNetwork = 20;
  const make = (index: number, address: string) =>
    call("POST", "/api/create-account", {
      json: { username: `person-${index}`, email: `person-${index}@example.org`, password: testPassword },
      headers: { "X-Forwarded-For": address },
    });

  test("who uses another address of their /64 for each account waits like anyone else", async () => {
    const statuses: number[] = [];
    for (let index = 0; index <= perNetwork; index++) {
      statuses.push((await make(index, `2001:db8:1:2::${(index + 1).toString(16)}`)).status);
    }
    expect(statuses.indexOf(429)).toBe(perNetwork);
    expect((await make(500, "2001:db8:1:3::1")).status).toBe(201);
  });

  test("who uses another /64 of their /48 for each try waits after 16 times as many", async () => {
    const limit = { name: "of-this-test", points: 2, seconds: 60 };
    const tryAt = (address: string) =>
      consumeAddressRateLimit(limit, address).then(
        () => "allowed",
        (error: AppError) => error.code,
      );
    for (let index = 0; index < 16 * limit.points; index++) {
      expect(await tryAt(`2001:db8:1:${index.toString(16)}::1`)).toBe("allowed");
    }
    expect(await tryAt("2001:db8:1:ffff::1")).toBe("too_many_requests");
    expect(await tryAt("2001:db8:2:ffff::1")).toBe("allowed");
  });

  test("who uses both IPv4 and its IPv6-mapped form has one allowance, not two", async () => {
    for (let index = 0; index < perNetwork; index++) {
      expect((await make(index, index % 2 ? "192.0.2.7" : "::ffff:192.0.2.7")).status).toBe(201);
    }
    expect((await make(500, "192.0.2.7")).status).toBe(429);
    expect((await make(501, "::ffff:192.0.2.7")).status).toBe(429);
  });
});

test("counters contain neither names nor addresses", async () => {
  await login("somebody@example.org", "wrong");
  const limits = await db.rateLimit.findMany({ select: { key: true } });
  const guesses = await db.guessCount.findMany({ select: { key: true } });
  expect([limits.length, guesses.length]).toEqual([1, 1]);
  for (const { key } of limits) expect(key).not.toMatch(/somebody|10\./);
  for (const { key } of guesses) expect(key).toHaveLength(32);
});

test("the 21st account created from one address within an hour waits", async () => {
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

describe("the mail sent to one account", () => {
  test("is six reset links a day, and the requester isn't told", async () => {
    const { email } = await createPerson();
    for (let index = 0; index < 9; index++) {
      const headers = { "X-Forwarded-For": newAddress() };
      const answer = await call("POST", "/api/auth/forgot-password", { json: { email }, headers });
      expect(answer.status).toBe(202);
      await workOffQueue();
    }
    expect(await db.outboxMessage.count()).toBe(6);
  });

  test("is five codes a day for one phone", async () => {
    const { userId } = await createPerson();
    const phoneNumber = await givePhone(userId);
    for (let index = 0; index < 7; index++) {
      const headers = { "X-Forwarded-For": newAddress() };
      const answer = await call("POST", "/api/auth/sms-reset", { json: { phoneNumber }, headers });
      expect(answer.status).toBe(202);
      await workOffQueue();
    }
    expect(await db.outboxMessage.count()).toBe(5);
  });

  test("is three requests a day for one child", async () => {
    const owner = await createOwner();
    const { username } = await createMember(owner.familyId, "member", { isChild: true });
    for (let index = 0; index < 5; index++) {
      const headers = { "X-Forwarded-For": newAddress() };
      await call("POST", "/api/auth/child-password-reset", { json: { username }, headers });
      await workOffQueue();
    }
    expect(await db.outboxMessage.count()).toBe(3);
  });
});
