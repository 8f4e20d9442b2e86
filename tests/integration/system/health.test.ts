import { readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { databasePool } from "@/lib/db";
import { ending } from "@/lib/http/ending";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const health = () => call("GET", "/api/health");
const ready = () => call("GET", "/api/ready");
const serverReady = () => call("GET", "/api/ready?only=server");

test("a healthy server says so, with its version", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await health()).toMatchObject({ status: 200, body: { status: "ok", version } });
  expect(await ready()).toMatchObject({ status: 200, body: { database: true, storage: true, queue: true } });
});

test("without its storage it is healthy, but not ready", async () => {
  const folder = path.resolve(process.env.DATA_DIR ?? "", "media");
  await rename(folder, `${folder}-away`);
  try {
    expect((await health()).status).toBe(200);
    const answer = await ready();
    expect(answer).toMatchObject({ status: 503, body: { database: true, storage: false, queue: true } });
    expect(answer.headers.get("retry-after")).toBe("5");
  } finally {
    await rename(`${folder}-away`, folder);
  }
  expect((await ready()).status).toBe(200);
});

test("without the queue's tables it is not ready", async () => {
  await databasePool().query("ALTER SCHEMA graphile_worker RENAME TO graphile_worker_away");
  try {
    expect(await ready()).toMatchObject({ status: 503, body: { database: true, queue: false } });
  } finally {
    await databasePool().query("ALTER SCHEMA graphile_worker_away RENAME TO graphile_worker");
  }
});

test("a server that is shutting down is healthy, but no longer ready for more", async () => {
  ending.hasBegun = true;
  try {
    expect((await health()).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 503, body: { server: false, storage: true } });
    expect(await serverReady()).toMatchObject({ status: 503, body: { server: false } });
  } finally {
    ending.hasBegun = false;
  }
  expect((await ready()).status).toBe(200);
  expect((await serverReady()).status).toBe(200);
});

test("a proxy keeps using a server whose storage is away", async () => {
  const folder = path.resolve(process.env.DATA_DIR ?? "", "media");
  await rename(folder, `${folder}-away`);
  try {
    const answer = await serverReady();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ server: true });
    expect((await ready()).status).toBe(503);
  } finally {
    await rename(`${folder}-away`, folder);
  }
});

test("only the server can be checked separately", async () => {
  expect((await call("GET", "/api/ready?only=storage")).status).toBe(400);
});

test("an address that isn't a call answers 404 as JSON", async () => {
  const answer = await call("GET", "/api/no-such-call");
  expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
});
