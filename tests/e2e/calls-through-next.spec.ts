import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "./support/test";

// Faults that show only with Next between the wire and our handlers: its router, its bodies, and that the server's
// bundle and Next's have two copies of our modules in one process.

const mebibyte = 1_048_576;
const facts = { fileName: "a.jpg", fileType: "image", year: 2024, month: 7 };
/** Recognised as a JPEG by its first bytes, but not a picture. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

let origin: string;
let cookie: string;

function call(method: string, path: string, json?: unknown): Promise<Response> {
  const headers: Record<string, string> = { Cookie: cookie };
  if (json === undefined) return fetch(`${origin}${path}`, { method, headers });
  headers["Content-Type"] = "application/json";
  return fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(json) });
}

async function statusAndCode(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}

test.beforeAll(async ({ baseURL }) => {
  origin = baseURL ?? "";
  const name = `next-${randomBytes(4).toString("hex")}`;
  const account = {
    username: name,
    email: `${name}@example.org`,
    password: "correct horse",
    familyName: "F",
  };
  const response = await fetch(`${origin}/api/organization/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(account),
  });
  cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
});

test("an upload id with anything in it is found again", async () => {
  const uploadId = `Our film (1) #é/100% 🌊.mp4-${Date.now()}`;
  const begun = { fileName: "film.mp4", fileSize: 100, totalChunks: 1, uploadId, year: 2024, month: 7 };
  expect((await call("POST", "/api/media/chunked-upload/init", begun)).status).toBe(201);
  const progress = await call("GET", `/api/media/chunked-upload/${encodeURIComponent(uploadId)}`);
  expect(await progress.json()).toEqual({
    uploadId,
    received: [],
    totalChunks: 1,
    chunkBytes: mebibyte,
    partBytes: 8 * mebibyte,
  });
});

test("a nonexistent address answers 404 in JSON, however odd it is", async () => {
  const odd = ["%00", "%", "%E0%A4%A", "%2e%2e%2f", "%F0%9F%99%88", "a/b", "null", "__proto__", randomUUID()];
  for (const part of odd) {
    expect([part, await statusAndCode(await call("GET", `/api/media/${part}`))]).toEqual([
      part,
      [404, "not_found"],
    ]);
  }
});

test("a file that is too large is refused while it streams, whichever way it is sent", async () => {
  const content = Buffer.concat([jpegStart, Buffer.alloc(30 * mebibyte)]);
  const form = new FormData();
  form.set("year", "2024");
  form.set("month", "7");
  form.set("fileData", new Blob([content]), "a.jpg");
  const asForm = await fetch(`${origin}/api/media`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: form,
  });
  expect(await statusAndCode(asForm)).toEqual([413, "too_large"]);
  const asJson = await call("POST", "/api/media", { ...facts, fileData: content.toString("base64") });
  expect(await statusAndCode(asJson)).toEqual([413, "too_large"]);
});

test("a large file in an unused form field is refused, and the server survives", async () => {
  const form = new FormData();
  form.set("other", new Blob([Buffer.alloc(102 * mebibyte)]), "a.jpg");
  const response = await fetch(`${origin}/api/media`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: form,
  });
  expect(await statusAndCode(response)).toEqual([413, "too_large"]);
  expect((await call("GET", "/api/health")).status).toBe(200);
});

test("a picture over the 10 MB at which Next truncates bodies elsewhere arrives complete", async () => {
  const content = Buffer.concat([jpegStart, randomBytes(10 * mebibyte - jpegStart.length)]);
  const response = await call("POST", "/api/media", { ...facts, fileData: content.toString("base64") });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  const original = await call("GET", `/api/media/${id}/download`);
  expect(Buffer.from(await original.arrayBuffer()).equals(content)).toBe(true);
});

test("a picture sent again with its Idempotency-Key is stored once, and other bytes are refused", async () => {
  const key = randomUUID();
  const send = (content: Buffer) =>
    fetch(`${origin}/api/media`, {
      method: "POST",
      headers: { Cookie: cookie, "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ ...facts, fileData: content.toString("base64") }),
    });
  const content = Buffer.concat([jpegStart, randomBytes(100_000)]);
  const [first, again] = [await send(content), await send(content)];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(await again.json()).toEqual(await first.json());
  const others = Buffer.concat([jpegStart, randomBytes(100_000)]);
  expect(await statusAndCode(await send(others))).toEqual([422, "idempotency_key_reused"]);
});

test("a sender that disconnects leaves the server healthy and nothing in the album", async () => {
  const leaving = new AbortController();
  const start = `{"fileName":"gone.jpg","fileType":"image","year":2022,"month":1,"fileData":"${jpegStart.toString("base64").slice(0, 4)}`;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(start + "A".repeat(8000))),
    pull: () => leaving.abort(),
  });
  const init = {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body,
    duplex: "half",
  };
  await expect(
    fetch(`${origin}/api/media`, { ...init, signal: leaving.signal } as RequestInit),
  ).rejects.toThrow();
  expect((await call("GET", "/api/health")).status).toBe(200);
  const month = await (await call("GET", "/api/media/month/2022/1")).json();
  expect(month).toMatchObject({ items: [] });
});

test("signing out also ends access to the media path, which comes before Next", async () => {
  const name = `out-${randomBytes(4).toString("hex")}`;
  const account = {
    username: name,
    email: `${name}@example.org`,
    password: "correct horse",
    familyName: "F",
  };
  const signup = await call("POST", "/api/organization/signup", account);
  const headers = { Cookie: signup.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const address = `${origin}/api/images/thumbnail/${randomUUID()}`;
  expect((await fetch(address, { headers })).status).toBe(404);
  await fetch(`${origin}/api/auth/logout`, { method: "POST", headers });
  expect((await fetch(address, { headers })).status).toBe(401);
});
