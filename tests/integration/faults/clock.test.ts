import { createHash, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { databasePool } from "@/lib/db";
import { startWorker } from "@/lib/platform/queue/queue";
import { withTestDatabase } from "@/tests/support/database";
import {
  createOwner,
  type FamilyPerson,
  openSession,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { buildBareServer, type KillableServer, startKillableServer } from "@/tests/support/killable-server";
import { setClock } from "@/tests/support/moving-clock.mjs";
import { otherPassword, resetToken } from "@/tests/support/password-calls";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const rounds = faultRounds({ full: 20, few: 5 });
// Under load, a worker starts too late for its minute.
if (!isFullRun)
  console.warn("SKIPPED: the timetable under a moving clock is tried with FAULT_ROUNDS=full only.");
const describeInFull = isFullRun ? describe : describe.skip;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

let program: string;
beforeAll(async () => {
  program = await buildBareServer();
});

async function send(server: KillableServer, cookie: string, path: string, json?: unknown) {
  const response = await fetch(`${server.origin}${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${path} was answered ${response.status}: ${text}`);
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

const lastMomentOfMonth = (now: number) =>
  Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1, 1) - 700;

/** The next time it is nearly 1 a.m., when London's clocks go forward and back. */
function nearlyOne(now: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hourMs - 700;
  return today > now ? today : today + dayMs;
}

interface Jump {
  to: (now: number) => number;
  /**
   * The server's time zone from then on, as in TZ. Clocks change on only two days a year, when a session of today is
   * over or hasn't begun; changing the zone does the same (another time by the same clock) on any day.
   */
  zone?: string;
}

const winter = "Etc/GMT";
/** The signs in these names are inverted: this is an hour ahead. */
const summer = "Etc/GMT-1";
const beforeWinter = "Etc/GMT+1";

/** Where the clock jumps to; it leaves each by running on or by being set back. */
const jumps: Jump[] = [
  { to: (now) => now + dayMs },
  { to: (now) => now - dayMs },
  { to: lastMomentOfMonth },
  { to: nearlyOne, zone: summer },
  { to: nearlyOne, zone: beforeWinter },
];

interface Household {
  owner: FamilyPerson;
  signedOut: string;
  resetLink: string;
  mediaId: string;
}

async function household(server: KillableServer): Promise<Household> {
  const owner = await createOwner({ tier: "family" });
  const { cookie: signedOut } = await openSession(owner.userId, owner.familyId);
  expect((await send(server, signedOut, "/api/auth/me")).status).toBe(200);
  expect((await send(server, signedOut, "/api/auth/logout", {})).status).toBe(200);
  const { id: mediaId } = await storeMedia(owner);
  return { owner, signedOut, mediaId, resetLink: await resetToken() };
}

const acknowledged = new Map<string, string>();
const revoked: string[] = [];

/** What a family does on any day; every request is answered as usual, whatever the clock says. */
async function liveThrough(
  server: KillableServer,
  { owner, signedOut, mediaId, resetLink }: Household,
  links: number[],
) {
  const { cookie } = owner;
  expect((await send(server, cookie, "/api/auth/me")).status).toBe(200);
  expect((await send(server, signedOut, "/api/auth/me")).status).toBe(401);

  const content = await tinyPicture();
  const fileData = content.toString("base64");
  const json = { fileName: "beach.jpg", fileType: "image", year: 2024, month: 7, fileData };
  const uploaded = await send(server, cookie, "/api/media", json);
  expect(uploaded.status).toBe(201);
  acknowledged.set(uploaded.body.id, createHash("sha256").update(content).digest("hex"));

  await send(server, cookie, "/api/basket/add", { mediaId, size: "4x6", finish: "Gloss", quantity: 1 });
  const shippingAddress = "1 Garden Lane, Leeds, LS1 1AA";
  const order = { shippingAddress, printProvider: "Professional Print Lab" };
  const ordered = await Promise.all(
    [0, 1].map(() => send(server, cookie, "/api/print/basket/checkout", order)),
  );
  expect(ordered.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);

  const reset = { token: resetLink, newPassword: otherPassword };
  links.push((await send(server, "", "/api/auth/reset-password", reset)).status);
  expect(
    (await send(server, "", "/api/auth/login", { usernameOrEmail: owner.username, password: testPassword }))
      .status,
  ).toBe(200);
}

test(
  `a clock that jumps ${rounds} times and is set right again opens nothing, and costs nothing`,
  async () => {
    const server = await startKillableServer(program, { startsAt: Date.now(), zone: winter });
    try {
      for (let round = 0; round < rounds; round++) {
        const { to, zone = winter } = jumps[round % jumps.length] as Jump;
        const house = await household(server);
        revoked.push(house.signedOut);
        const links: number[] = [];
        if (round % 2 === 0) await liveThrough(server, house, links);
        await server.setClock(to(Date.now()), winter);
        await liveThrough(server, house, links);
        // Past the turn of the hour or month.
        await delay(randomInt(700, 900));
        await server.setZone(zone);
        await liveThrough(server, house, links);
        await server.setClock(Date.now(), winter);
        await liveThrough(server, house, links);
        // A link works once, whatever the clock says.
        expect(links.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
        // What another process ended is noticed here within 2 s.
        await delay(2_100);
        await expectInvariants({ acknowledged, revoked });
      }
    } finally {
      await server.kill();
    }
  },
  60_000 + rounds * 20_000,
);

const task = "tidy-up";

/** Every time a job of the task was requested, whether it was added or replaced a waiting one. */
const countAsked = `
  CREATE TABLE test_asked (task text);
  CREATE FUNCTION test_note_asked() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO test_asked SELECT identifier FROM graphile_worker._private_tasks WHERE id = NEW.task_id;
    RETURN NULL; END $$;
  CREATE TRIGGER test_note_asked AFTER INSERT OR UPDATE OF run_at ON graphile_worker._private_jobs
    FOR EACH ROW EXECUTE FUNCTION test_note_asked();`;

async function numberOf(sql: string): Promise<number> {
  const { rows } = await databasePool().query<{ number: number | null }>(sql, [task]);
  return Number(rows[0]?.number ?? 0);
}
const asked = () => numberOf("SELECT count(*) AS number FROM test_asked WHERE task = $1");
const waiting = () =>
  numberOf("SELECT count(*) AS number FROM graphile_worker.jobs WHERE task_identifier = $1");
const lastRun = () =>
  numberOf(
    `SELECT extract(epoch FROM last_execution) * 1000 AS number
     FROM graphile_worker._private_known_crontabs WHERE identifier = $1`,
  );

describeInFull("hourly jobs are neither lost nor run twice", () => {
  // Far enough ahead of the database that no job is due, so only the timetable is tested.
  const minute = (Math.floor(Date.now() / dayMs) + 3) * dayMs + 12 * hourMs + 17 * 60_000;
  const startAt = (time: number) => {
    setClock(time);
    const cron = [{ task, pattern: "17 * * * *" }];
    return startWorker({ tasks: { [task]: async () => {} }, concurrency: 1, cron });
  };
  beforeAll(() => databasePool().query(countAsked));
  afterAll(() => setClock(null));

  test("by a clock that repeats the same minute", async () => {
    const first = await startAt(minute - 5_000);
    await until(async () => (await lastRun()) === minute);
    await first.stop();
    expect(await asked()).toBe(1);
    const second = await startAt(minute - 5_000);
    await delay(7_000);
    await second.stop();
    expect([await asked(), await waiting()]).toEqual([1, 1]);
  });

  test("by a clock that was a day ahead and is corrected", async () => {
    const worker = await startAt(minute - dayMs - 5_000);
    await until(async () => (await lastRun()) === minute - dayMs);
    await worker.stop();
    expect([await asked(), await waiting()]).toEqual([2, 1]);
  });

  test("by a clock that jumps a day ahead while the worker runs: one run makes up for a day's", async () => {
    const worker = await startAt(minute - 5_000 - dayMs + hourMs);
    setClock(minute + 30_000);
    await until(async () => (await lastRun()) === minute);
    await worker.stop();
    expect(await asked()).toBeGreaterThan(20);
    expect(await waiting()).toBe(1);
  });
});
