import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../ops/lib/free-port.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { untilAnswering } from "./minimal-next.mjs";
import { signIn } from "./people.mjs";
import { ms, row, seconds, times } from "./row.mjs";
import { median, percentile } from "./statistics.mjs";

export const title = "Pushes";

const people = 50;
const maxRatio = 2;
/** Pause between two calls on a line: as often as people's pages ask, not as fast as possible. */
const pauseMs = 10;
const withinMs = 300_000;

/** The push service of the end-to-end tests, in a separate process: it verifies and decrypts what arrives. */
async function startService(bench) {
  const [port, deskPort] = [await freePort(), await freePort()];
  const caFile = path.join(bench.folder, "push-authority.pem");
  const program = path.join(bench.root, "tests", "e2e", "support", "run-push-service.mjs");
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      E2E_PUSH_PORT: String(port),
      E2E_PUSH_DESK_PORT: String(deskPort),
      E2E_PUSH_CA: caFile,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${deskPort}`;
  await untilAnswering(`${url}/`);
  return {
    host: `localhost:${port}`,
    caFile,
    ask: async (question) => (await fetch(`${url}${question}`)).json(),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** People of the family, each signed in once. */
async function addPeople(album, familyId) {
  await album.query(
    `WITH added AS (
       INSERT INTO "User" (id, username, "updatedAt")
       SELECT gen_random_uuid(), 'reader-' || n, now() FROM generate_series(1, $2::int) n RETURNING id
     ), joined AS (
       INSERT INTO "Membership" ("familyId", "userId", role) SELECT $1, id, 'member' FROM added
     )
     INSERT INTO "Session" (id, "tokenHash", "userId", "familyId", "expiresAt")
     SELECT gen_random_uuid(), sha256(id::text::bytea), id, $1, now() + interval '1 day' FROM added`,
    [familyId, people],
  );
}

/** Gives them this many browsers in all, every third of them expired. */
async function addBrowsers(album, service, count) {
  const browsers = [];
  for (let at = 0; at < count; at++) {
    const { endpoint, keys } = await service.ask("/subscribe");
    browsers.push({ at, endpoint: at % 3 === 0 ? `${endpoint}-gone` : endpoint, ...keys });
  }
  await album.query('DELETE FROM "PushSubscription"');
  await album.query(
    `WITH sessions AS (
       SELECT id, "userId", row_number() OVER (ORDER BY id) - 1 AS n FROM "Session"
       WHERE "userId" IN (SELECT id FROM "User" WHERE username LIKE 'reader-%')
     )
     INSERT INTO "PushSubscription" (id, "userId", "sessionId", endpoint, "endpointHash", p256dh, auth)
     SELECT gen_random_uuid(), s."userId", s.id, b.endpoint, sha256(b.endpoint::bytea), b.p256dh, b.auth
     FROM json_to_recordset($1) AS b(at int, endpoint text, p256dh text, auth text)
     JOIN sessions s ON s.n = b.at % $2::int`,
    [JSON.stringify(browsers), people],
  );
}

/** Requests the bell's count until told to stop. @returns how long each answer took */
async function askOn(line, userId, isOver) {
  const taken = [];
  while (!isOver()) {
    const { status, ms: took } = await line.call(`/api/notifications/count/${userId}`);
    if (status !== 200) throw new Error(`The count was answered ${status}`);
    taken.push(took);
    await delay(pauseMs);
  }
  return taken;
}

async function untilSent(album) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const [{ left }] = await album.query("SELECT count(*)::int AS left FROM graphile_worker._private_jobs");
    if (left === 0) return;
    if (Date.now() > deadline) throw new Error(`${left} jobs are left`);
    await delay(100);
  }
}

/** One message to everyone, and how long calls took during it and without it. */
async function measureRound(album, service, { line, owner, count }) {
  await addBrowsers(album, service, count);
  await untilSent(album);
  const quietUntil = Date.now() + 5_000;
  const quiet = await askOn(line, owner.userId, () => Date.now() > quietUntil);
  const before = await service.ask("/counts");
  let isSent = false;
  const busy = askOn(line, owner.userId, () => isSent);
  const started = performance.now();
  const sender = new Line(album.url, owner.cookie);
  const message = { title: "Lunch on Sunday", message: "Bring cake", audience: "all" };
  await sender.json("/api/admin-notifications", "POST", message);
  sender.close();
  await untilSent(album);
  const took = (performance.now() - started) / 1000;
  isSent = true;
  const after = await service.ask("/counts");
  const [{ kept }] = await album.query('SELECT count(*)::int AS kept FROM "PushSubscription"');
  return {
    quietMs: percentile(quiet, 95),
    busyMs: percentile(await busy, 95),
    took,
    received: after.received - before.received,
    kept,
  };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const count = bench.isQuick ? 150 : 1_000;
  const rounds = bench.isQuick ? 1 : 3;
  const alive = count - Math.ceil(count / 3);
  const { generateVAPIDKeys } = (await import("web-push")).default;
  const { publicKey, privateKey } = generateVAPIDKeys();
  const service = await startService(bench);
  const env = {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    PUSH_ALLOWED_HOSTS: service.host,
    PUSH_CA: service.caFile,
  };
  try {
    return await withAlbum(bench, { name: "pushes", env }, async (album) => {
      const owner = await signIn(album, "sender");
      await addPeople(album, owner.familyId);
      const line = new Line(album.url, owner.cookie);
      const results = [];
      for (let round = 0; round < rounds; round++) {
        results.push(await measureRound(album, service, { line, owner, count }));
      }
      line.close();
      const middle = (name) => median(results.map((result) => result[name]));
      const wrong = results.filter(({ received, kept }) => received !== alive || kept !== alive);
      const ratio = middle("busyMs") / middle("quietMs");
      const browsers = `${count.toLocaleString("en-GB")} browsers`;
      return [
        row({
          what: `A call's p95 while ${browsers} are pushed to`,
          measured: ms(middle("busyMs")),
          limit: `${ms(middle("quietMs"))} without`,
          ratio: times(ratio),
          target: `<= ${maxRatio} x`,
          isMet: ratio <= maxRatio,
          note: `the bell's count, asked every ${pauseMs} ms; median of ${rounds}`,
        }),
        row({
          what: `${browsers}, a third of them gone, told or forgotten`,
          measured: seconds(middle("took")),
          note: wrong.length === 0 ? `${alive} pushes came, ${count - alive} browsers forgotten` : "",
          target: "each once",
          isMet: wrong.length === 0,
        }),
      ];
    });
  } finally {
    await service.stop();
  }
}
