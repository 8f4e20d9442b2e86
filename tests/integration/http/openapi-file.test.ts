import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { call, requestOf, respond } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";

// Set before the settings are first read.
process.env.RATE_LIMITS = "on";

withTestDatabase();
// The document loads every module.
jest.setTimeout(180_000);

const path = "/api/openapi.json";

async function ask(headers: Record<string, string> = {}) {
  const response = await respond(
    requestOf("GET", path, { headers: { "X-Forwarded-For": "198.51.100.9", ...headers } }),
  );
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("it is sent as the client accepts it, and is the same document", async () => {
  const plain = (await ask()).bytes;
  const br = await ask({ "Accept-Encoding": "gzip, deflate, br" });
  expect(br.response.headers.get("content-encoding")).toBe("br");
  expect(br.response.headers.get("vary")).toBe("Accept-Encoding");
  expect(brotliDecompressSync(br.bytes)).toEqual(plain);
  const gzip = await ask({ "Accept-Encoding": "gzip, br;q=0" });
  expect(gzip.response.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(gzip.bytes)).toEqual(plain);
  expect(br.bytes.length).toBeLessThan(plain.length / 5);
  const { paths } = JSON.parse(plain.toString("utf8")) as { paths: Record<string, unknown> };
  expect(Object.keys(paths)).toContain("/api/media");
});

test("a client that already has it gets a 304", async () => {
  const etag = (await ask()).response.headers.get("etag") ?? "";
  const again = await ask({ "If-None-Match": etag });
  expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
  expect((await ask({ "If-None-Match": '"another"' })).response.status).toBe(200);
});

test("a stranger who requests it endlessly is stopped", async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 61; index++) {
    statuses.push((await call("GET", path, { headers: { "X-Forwarded-For": "198.51.100.10" } })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
});
