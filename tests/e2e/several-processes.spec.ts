import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type APIRequestContext, expect, request } from "@playwright/test";
import { OneConnection } from "@/tests/support/one-connection";
import { hasProgram } from "@/tools/lib/system-programs.mjs";
import { query, signInAt, updateUnderTraffic, uploadPhoto } from "./support/server-visitors";
import { type SeveralServers, startSeveralServers } from "./support/several-servers";
import { test } from "./support/test";

test.describe.configure({ mode: "serial" });
test.skip(!hasProgram("nginx") || !existsSync("/proc/self/environ"), "needs nginx and Linux's /proc");

let servers: SeveralServers;
let admin: APIRequestContext;
let metricsKey: string;
const lines: OneConnection[] = [];

test.beforeAll(async () => {
  servers = await startSeveralServers({ processes: 2 });
  admin = await request.newContext({ baseURL: servers.url });
  const credentials = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  expect((await admin.post("/api/auth/login", { data: credentials })).status()).toBe(200);
  const created = await admin.post("/api/super-admin/api-keys", {
    data: { name: "Prometheus", scope: "reports:read" },
  });
  metricsKey = ((await created.json()) as { key: string }).key;
  await untilBothServe();
});
test.afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});
test.afterAll(() => servers?.stop());

async function readMetric(line: OneConnection, name: string): Promise<number> {
  const { text } = await line.send("/api/metrics", { headers: { authorization: `Bearer ${metricsKey}` } });
  return Number(
    text
      .split("\n")
      .find((row) => row.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? 0,
  );
}

/** Waits until both processes of the first server answer, also after one was restarted. */
async function untilBothServe(): Promise<void> {
  const line = new OneConnection(servers.servers[0]);
  const count = () => readMetric(line, "keepsake_web_processes").catch(() => 0);
  await expect.poll(count).toBe(2);
  line.close();
}

/** Connections to the first server: enough that each of its two processes has some. */
async function linesToBoth(path: string, cookie: string): Promise<OneConnection[]> {
  const all = Array.from({ length: 12 }, () => new OneConnection(servers.servers[0]));
  lines.push(...all);
  for (const line of all) expect((await line.send(path, { headers: { cookie } })).status).toBe(200);
  return all;
}

/**
 * How long the pauses took until every line was answered with this status. The time that the answers take depends on
 * the machine and isn't counted.
 */
async function secondsUntil(all: OneConnection[], path: string, cookie: string, status: number) {
  const pauseMs = 50;
  let waitedMs = 0;
  const isSo = async () => {
    const answers = await Promise.all(all.map((line) => line.send(path, { headers: { cookie } })));
    return answers.every((answer) => answer.status === status);
  };
  for (; !(await isSo()); waitedMs += pauseMs) await delay(pauseMs);
  return waitedMs / 1000;
}

test("a session that one process ends, a photo that one deletes and a closed album are over in both within 2 s", async () => {
  const { person, cookie } = await signInAt(servers);
  const { id } = await uploadPhoto(person);
  const picture = `/api/images/thumbnail/${id}`;
  const all = await linesToBoth(picture, cookie);
  const [one] = all as [OneConnection];

  const gone = await one.send(`/api/media/${id}`, { method: "DELETE", headers: { cookie } });
  expect(gone.status).toBeLessThan(300);
  expect(await secondsUntil(all, picture, cookie, 404)).toBeLessThan(2);

  const settings = (await (await admin.get("/api/super-admin/settings")).json()) as object;
  await admin.put("/api/super-admin/settings", { data: { ...settings, maintenance: true } });
  // nginx passed that on to one of the servers; the other reads it from the database once its cache of 2 s has expired.
  // The other 2 s are a margin for the machine.
  expect(await secondsUntil(all, "/api/media", cookie, 503)).toBeLessThan(4);
  await admin.put("/api/super-admin/settings", { data: settings });
  expect(await secondsUntil(all, "/api/media", cookie, 200)).toBeLessThan(4);

  expect((await one.send("/api/auth/logout", { method: "POST", headers: { cookie } })).status).toBeLessThan(
    400,
  );
  expect(await secondsUntil(all, "/api/auth/me", cookie, 401)).toBeLessThan(2);
});

test("metrics count what every process answered", async () => {
  const { cookie } = await signInAt(servers);
  const all = await linesToBoth("/api/notices", cookie);
  const name = 'keepsake_http_request_duration_seconds_count{method="GET",route="/api/notices",status="200"}';
  const before = await readMetric(all[0] as OneConnection, name);
  expect(before).toBeGreaterThanOrEqual(all.length);
  for (const line of all) await line.send("/api/notices", { headers: { cookie } });
  for (const line of all) expect(await readMetric(line, name)).toBe(before + all.length);
});

test("a killed process loses only what it was answering, and comes back", async () => {
  const { cookie } = await signInAt(servers);
  const all = await linesToBoth("/api/media", cookie);
  const lost = new Set<OneConnection>();
  let losses = 0;
  const refused: number[] = [];
  let asked = 0;
  let isOver = false;
  const visits = all.map(async (line) => {
    while (!isOver) {
      const answer = await line.send("/api/media", { headers: { cookie } }).catch(() => null);
      asked++;
      if (!answer) {
        lost.add(line);
        losses++;
      } else if (answer.status !== 200) refused.push(answer.status);
    }
  });
  const [killed] = servers.processes(0).filter(({ isWorking }) => !isWorking);
  process.kill(killed?.pid ?? 0, "SIGKILL");
  await untilBothServe();
  const [askedUntilBack, lossesUntilBack] = [asked, losses];
  await expect.poll(() => asked).toBeGreaterThan(askedUntilBack + 50);
  isOver = true;
  await Promise.all(visits);
  expect(refused).toEqual([]);
  // The killed process's connections lost an answer (or two, if a retry still reached it as it died), the others none.
  expect(lost.size).toBeGreaterThan(0);
  expect(lost.size).toBeLessThan(all.length);
  expect(losses).toBe(lossesUntilBack);
  expect(servers.processes(0).map(({ pid }) => pid)).not.toContain(killed?.pid);
});

test("background work whose process is killed is done by the next one", async () => {
  const { person } = await signInAt(servers);
  // There is no other worker.
  await servers.end(1);
  const working = servers.processes(0).find(({ isWorking }) => isWorking);
  const isBusy = async () => {
    const { rows } = await query(
      servers,
      "SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'media.derive' AND locked_at IS NOT NULL",
    );
    return rows.length > 0;
  };
  const ids: string[] = [];
  do {
    for (let photo = 0; photo < 4; photo++) ids.push((await uploadPhoto(person)).id);
  } while (!(await isBusy()));
  process.kill(working?.pid ?? 0, "SIGKILL");
  const unfinished = async () =>
    (
      await query(servers, `SELECT id FROM "Media" WHERE id = ANY($1::uuid[]) AND derivatives <> 'ready'`, [
        ids,
      ])
    ).rows;
  await expect.poll(unfinished).toEqual([]);
  const next = servers.processes(0).find(({ isWorking }) => isWorking);
  expect(next?.pid).not.toBe(working?.pid);
  await servers.start(1);
});

test("a stopped server finishes a slow download within 10 s, and ends soon if there are no requests", async () => {
  const { person, cookie } = await signInAt(servers);
  const { id, bytes } = await uploadPhoto(person, randomBytes(9_000_000));
  const hash = createHash("sha256");
  let ended = 0;
  const downloaded = new Promise<string>((resolve, reject) => {
    const path = `${servers.servers[0]}/api/media/${id}/download`;
    get(path, { headers: { cookie } }, async (response) => {
      for await (const piece of response) {
        hash.update(piece as Buffer);
        await delay(15);
      }
      ended = performance.now();
      resolve(hash.digest("hex"));
    }).on("error", reject);
  });
  await delay(300);
  const asked = performance.now();
  const stopped = servers.end(0);
  expect(await downloaded).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(ended - asked).toBeGreaterThan(500);
  await stopped;
  // Answers get 10 s, after up to 1 s for closing idle connections; the rest is a margin for the machine.
  expect(performance.now() - asked).toBeLessThan(12_000);
  await servers.start(0);
  await untilBothServe();
  await linesToBoth("/api/media", cookie);
  const askedAgain = performance.now();
  await servers.end(0);
  expect(performance.now() - askedAgain).toBeLessThan(10_000);
  await servers.start(0);
});

test("a stopping server takes no new background work while a slow download ends", async () => {
  const { person, cookie } = await signInAt(servers);
  const { id } = await uploadPhoto(person, randomBytes(9_000_000));
  // There is no other worker.
  await servers.end(1);
  // Downloads that nobody reads, enough that each of the two processes has some.
  const downloads = Array.from({ length: 12 }, () =>
    get(`${servers.servers[0]}/api/media/${id}/download`, { agent: false, headers: { cookie } }),
  );
  try {
    await Promise.all(downloads.map((download) => once(download, "response")));
    const stopped = servers.end(0);
    const isListening = () =>
      fetch(`${servers.servers[0]}/api/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening).toBe(false);
    const { rows } = await query(servers, `SELECT id FROM graphile_worker.add_job('maintenance.requeue')`);
    const [job] = rows as [{ id: string }];
    // A worker that still took jobs would take it within milliseconds.
    await delay(1_000);
    for (const download of downloads) download.destroy();
    await stopped;
    const jobs = await query(servers, "SELECT attempts FROM graphile_worker.jobs WHERE id = $1", [job.id]);
    expect(jobs.rows).toEqual([{ attempts: 0 }]);
  } finally {
    for (const download of downloads) download.destroy();
    await servers.start(0);
    await servers.start(1);
  }
});

test("an update of one server after the other fails no request", async () => {
  for (const { failed, asked } of await updateUnderTraffic(servers)) {
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(50);
  }
});
