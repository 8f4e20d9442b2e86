import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, request } from "@playwright/test";
import { faultRounds } from "@/tests/support/fault-rounds";
import { hasProgram } from "@/tools/lib/system-programs.mjs";
import { newPerson } from "./support/family";
import { photo } from "./support/files";
import { bodySizes, refusals, sendRefused } from "./support/refused-uploads";
import { query, signInAt, updateUnderTraffic, uploadPhoto } from "./support/server-visitors";
import { type SeveralServers, startSeveralServers } from "./support/several-servers";
import { test } from "./support/test";

test.describe.configure({ mode: "serial" });
test.skip(!hasProgram("nginx"), "nginx is not installed");

let servers: SeveralServers;
test.beforeAll(async () => {
  servers = await startSeveralServers({ withCaddy: true });
});
test.afterAll(() => servers?.stop());

const signedIn = () => signInAt(servers);

const [first, second] = [0, 1] as const;
const ask = (server: 0 | 1, path: string, cookie: string, method = "GET") =>
  fetch(`${servers.servers[server]}${path}`, { method, headers: { cookie } });

test("a session opened on one server works on the other, and is over on both within 2 s of its end", async () => {
  const { cookie } = await signedIn();
  for (const server of [first, second]) expect((await ask(server, "/api/auth/me", cookie)).status).toBe(200);
  expect((await ask(first, "/api/auth/logout", cookie, "POST")).status).toBeLessThan(400);
  expect((await ask(first, "/api/auth/me", cookie)).status).toBe(401);
  await delay(2_000);
  expect((await ask(second, "/api/auth/me", cookie)).status).toBe(401);
});

test("no refused upload hangs a connection or loses its answer behind nginx, which keeps its own connections to the servers", async () => {
  const { cookie } = await signedIn();
  const all = refusals(cookie);
  // Only this many requests a minute are accepted from strangers, so these are signed in.
  const upTo9 = { cookie, sizes: bodySizes.slice(0, -1) };
  const tallies = [
    await sendRefused(servers.url, all, { cookie }),
    await sendRefused(servers.collectingUrl, all, upTo9),
  ];
  for (const { faults, slow, requests: sent } of tallies) {
    expect(faults).toEqual([]);
    expect(slow.length).toBeLessThanOrEqual(sent / 50);
  }
});

test("no refused upload hangs a connection or loses its answer when there were too many tries", async () => {
  const path = "/api/auth/login";
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": "198.51.100.7" };
  // A different name each time, so that the address has too many tries, before a body is read.
  const tryOnce = () => ({
    method: "POST",
    headers,
    body: JSON.stringify({ usernameOrEmail: randomUUID(), password: "wrong" }),
  });
  const login = async () => (await fetch(`${servers.servers[0]}${path}`, tryOnce())).status;
  await expect.poll(login, { intervals: [0] }).toBe(429);
  const { faults } = await sendRefused(servers.servers[0], [{ path, headers, status: 429 }]);
  expect(faults).toEqual([]);
});

test("no refused upload hangs a connection or loses its answer while the album is closed for maintenance", async () => {
  const { cookie } = await signedIn();
  const admin = await request.newContext({ baseURL: servers.url });
  const credentials = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  expect((await admin.post("/api/auth/login", { data: credentials })).status()).toBe(200);
  const settings = (await (await admin.get("/api/super-admin/settings")).json()) as { maintenance: boolean };
  await admin.put("/api/super-admin/settings", { data: { ...settings, maintenance: true } });
  const isClosedOn = (server: 0 | 1) => ask(server, "/api/media", cookie).then(({ status }) => status);
  for (const server of [first, second]) await expect.poll(() => isClosedOn(server)).toBe(503);
  const closed = refusals(cookie)
    .filter(({ status }) => status === 415)
    .map((refusal) => ({ ...refusal, status: 503 }));
  const { faults } = await sendRefused(servers.url, closed, { cookie });
  await admin.put("/api/super-admin/settings", { data: settings });
  for (const server of [first, second]) await expect.poll(() => isClosedOn(server)).toBe(200);
  expect(faults).toEqual([]);
});

test("the super admin's settings apply on both servers within 2 s", async () => {
  const admin = await request.newContext({ baseURL: servers.url });
  const credentials = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  expect((await admin.post("/api/auth/login", { data: credentials })).status()).toBe(200);
  const settings = (await (await admin.get("/api/super-admin/settings")).json()) as { signUpOpen: boolean };
  const isOpenOn = async (server: 0 | 1) => {
    const answer = await fetch(`${servers.servers[server]}/api/organization/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newPerson()),
    });
    return answer.status === 201 || answer.status === 200;
  };
  for (const server of [first, second]) expect(await isOpenOn(server)).toBe(true);
  await admin.put("/api/super-admin/settings", { data: { ...settings, signUpOpen: false } });
  await delay(2_000);
  for (const server of [first, second]) expect(await isOpenOn(server)).toBe(false);
  await admin.put("/api/super-admin/settings", { data: settings });
  await delay(2_000);
});

test("tries are counted by both servers together", async () => {
  const { person } = await signedIn();
  const { username } = (await (await person.get("/api/auth/me")).json()) as { username: string };
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess++) {
    const answer = await fetch(`${servers.servers[guess % 2 === 0 ? first : second]}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ usernameOrEmail: username, password: `wrong ${guess}` }),
    });
    statuses.push(answer.status);
  }
  // Five are free and the sixth makes the next ones wait: three on each server.
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
});

test("chunks that land on different servers become one file", async () => {
  const { person } = await signedIn();
  const size = 3 * 1_048_576 + 17;
  const bytes = Buffer.concat([await photo(), randomBytes(size)]).subarray(0, size);
  const uploadId = randomUUID();
  const begin = { fileName: "clip.jpg", fileSize: size, totalChunks: 4, uploadId, year: 2024, month: 3 };
  expect((await person.post("/api/media/chunked-upload/init", { data: begin })).ok()).toBe(true);
  for (let chunkIndex = 0; chunkIndex < 4; chunkIndex++) {
    const chunk = bytes.subarray(chunkIndex * 1_048_576, (chunkIndex + 1) * 1_048_576);
    const chunkData = `data:application/octet-stream;base64,${chunk.toString("base64")}`;
    const data = { uploadId, chunkIndex, chunkData };
    expect((await person.post("/api/media/chunked-upload/chunk", { data })).ok()).toBe(true);
  }
  const completed = await person.post("/api/media/chunked-upload/complete", { data: { uploadId } });
  expect(completed.ok()).toBe(true);
  const { rows } = await query(servers, 'SELECT sha256 FROM "Media" WHERE bytes = $1', [size]);
  expect(rows).toEqual([{ sha256: createHash("sha256").update(bytes).digest("hex") }]);
});

test("a thumbnail that both servers and both workers are asked for is made once", async () => {
  const { person, cookie } = await signedIn();
  const items = await Promise.all(Array.from({ length: 6 }, () => uploadPhoto(person)));
  const answers = await Promise.all(
    items.flatMap(({ id }) =>
      [first, second].map((server) => ask(server, `/api/images/thumbnail/${id}`, cookie)),
    ),
  );
  for (const answer of answers) expect(answer.status).toBe(200);
  const { rows } = await query(
    servers,
    'SELECT "deriveAttempts" FROM "Media" WHERE id = ANY($1::uuid[]) ORDER BY 1',
    [items.map(({ id }) => id)],
  );
  expect(rows.map(({ deriveAttempts }) => deriveAttempts)).toEqual([1, 1, 1, 1, 1, 1]);
});

/** Ten with `FAULT_ROUNDS=full npm test -- e2e -- several-servers`. */
const updates = faultRounds({ full: 10, few: 1 });

test("an update of one server after the other, with its worker, fails no request behind nginx nor behind the compose file's Caddy", async () => {
  test.setTimeout(updates * 600_000);
  const { url, caddyUrl } = servers;
  if (!caddyUrl) console.warn("SKIPPED: updates behind Caddy, which is not installed.");
  const urls = caddyUrl ? [url, caddyUrl] : [url];
  for (const tally of await updateUnderTraffic(servers, { urls, updates })) {
    expect(tally).toEqual({ url: tally.url, asked: expect.any(Number), failed: [] });
    expect(tally.asked).toBeGreaterThan(50);
  }
});
