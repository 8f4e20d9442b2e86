import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { handleDirectCall } from "@/server/direct-calls";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

/** The status that stands for a request left to Next. */
const leftToNext = 599;

let server: Server;
let owner: FamilyPerson;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (!(await handleDirectCall(request, response))) response.writeHead(leftToNext).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  owner = await createOwner();
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${origin()}${path}`, { ...init, headers: { cookie: owner.cookie, ...init.headers } });

/** The size of the body as sent, without decoding. */
function askRaw(
  path: string,
  acceptEncoding: string,
): Promise<{ bytes: number; encoding?: string; vary?: string }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: owner.cookie, "accept-encoding": acceptEncoding };
    request(`${origin()}${path}`, { headers }, async (response) => {
      let bytes = 0;
      for await (const piece of response) bytes += piece.length;
      resolve({
        bytes,
        encoding: response.headers["content-encoding"],
        vary: response.headers.vary,
      });
    })
      .once("error", reject)
      .end();
  });
}

test("every declared call under /api is answered without Next", async () => {
  const calls = (await loadDeclaredCalls()).filter(({ path }) => path.startsWith("/api/"));
  expect(calls.length).toBeGreaterThan(200);
  const left: string[] = [];
  for (const { method, path } of calls) {
    const address = path.replace(/\{[^}]+\}/g, "0");
    const answer = await fetch(`${origin()}${address}`, { method, redirect: "manual" });
    await answer.body?.cancel();
    if (answer.status === leftToNext) left.push(`${method} ${path}`);
  }
  expect(left).toEqual([]);
  // All of the album's calls are loaded here.
}, 180_000);

test("a call is answered as its route handler would", async () => {
  await storeMedia(owner, { year: 2024, month: 7, description: "Ødegård 🌊" });
  const direct = await ask("/api/media/month/2024/7");
  const handled = await call("GET", "/api/media/month/2024/7", { cookie: owner.cookie });
  expect(await direct.json()).toEqual(handled.body);
  const names = ["content-type", "cache-control", "x-content-type-options"];
  const shown = (headers: Headers) => names.map((name) => headers.get(name));
  expect(shown(direct.headers)).toEqual(shown(handled.headers));
  expect(direct.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a body reaches the call, and a refusal names its field", async () => {
  const json = { "Content-Type": "application/json" };
  const made = await ask("/api/notices", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ title: "Lunch", message: "At one." }),
  });
  expect(made.status).toBe(201);
  const refused = await ask("/api/notices", { method: "POST", headers: json, body: "{}" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ field: "title" });
});

test("a body that arrives in pieces is read whole, although each piece's memory is freed", async () => {
  const message = "The sea was warm. ".repeat(50);
  const body = Buffer.from(JSON.stringify({ title: "Lunch", message }));
  const headers = {
    cookie: owner.cookie,
    "content-type": "application/json",
    "content-length": body.length,
  };
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${origin()}/api/notices`, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
    sent.write(body.subarray(0, 700), () =>
      setTimeout(
        () => sent.write(body.subarray(700, 701), () => setTimeout(() => sent.end(body.subarray(701)), 20)),
        20,
      ),
    );
  });
  expect(status).toBe(201);
  expect(await (await ask("/api/notices")).json()).toMatchObject([{ message: message.trim() }]);
});

test("a stranger is refused, and so is another family's item", async () => {
  const { id } = await storeMedia(owner, { year: 2024, month: 7 });
  expect((await ask(`/api/media/${id}`)).status).toBe(200);
  expect((await ask(`/api/media/${id}`, { headers: { cookie: "" } })).status).toBe(401);
  const other = await createOwner();
  expect((await ask(`/api/media/${id}`, { headers: { cookie: other.cookie } })).status).toBe(404);
});

test("a long text is compressed for clients that accept it, with a Vary header", async () => {
  for (let count = 0; count < 10; count++) await storeMedia(owner, { year: 2024, month: 7 });
  const path = "/api/media/month/2024/7?limit=20";
  const plain = await askRaw(path, "identity");
  const packed = await askRaw(path, "gzip, br");
  expect([plain.encoding, plain.vary]).toEqual([undefined, "Accept-Encoding"]);
  expect([packed.encoding, packed.vary]).toEqual(["gzip", "Accept-Encoding"]);
  expect(packed.bytes).toBeLessThan(plain.bytes / 2);
  expect((await (await ask(path)).json()).items).toHaveLength(10);
});

test("a HEAD request gets only the headers", async () => {
  const answer = await ask("/api/media/years", { method: "HEAD" });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

test("pages, files outside /api and methods that a call doesn't have are left to Next", async () => {
  expect((await ask("/settings")).status).toBe(leftToNext);
  expect((await ask("/direct-image/0")).status).toBe(leftToNext);
  expect((await ask("/api/media/years", { method: "DELETE" })).status).toBe(leftToNext);
  expect((await ask("/api/media/years/")).status).toBe(leftToNext);
});
