import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { expect, request as requests } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const root = path.resolve(import.meta.dirname, "..", "..");

/** The addresses of all pages, with their parameters filled in. */
function pageAddresses(id: string): string[] {
  const parameters: Record<string, string> = { "[year]": "2024", "[month]": "3", "[id]": id };
  return readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => {
      const parts = path.dirname(file).split(path.sep);
      const named = parts.filter((part) => part !== "." && !/^\(.*\)$/.test(part));
      return `/${named.map((part) => parameters[part] ?? part.replace(/^\[.*\]$/, randomUUID())).join("/")}`;
    })
    .sort();
}

// The middleware only asks for a correctly signed cookie; with one, the pages have to decide themselves.
test("a page behind the middleware checks access itself: an ended session sees nothing", async ({
  baseURL,
}) => {
  const context = await requests.newContext(baseURL ? { baseURL } : {});
  const person = await signUpFamily(context);
  const description = `The secret #garden ${randomUUID()}`;
  const [id = ""] = await uploadPhotos(context, { count: 1, year: 2024, month: 3 });
  expect((await context.patch(`/api/media/${id}`, { data: { description } })).ok()).toBe(true);
  const { cookies } = await context.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const addresses = pageAddresses(id);
  expect(addresses.length).toBeGreaterThan(60);
  const secrets = new RegExp([person.username, person.email, description].join("|"));
  const ask = async (address: string, headers: Record<string, string>) => {
    const answer = await fetch(`${baseURL}${address}`, { headers, redirect: "manual" });
    return { status: answer.status, text: (await answer.text()).replaceAll(address, "") };
  };
  // Proves that the test can fail: the session shows it all.
  expect((await ask("/media/2024/3", { cookie })).text).toMatch(secrets);

  expect((await context.post("/api/auth/logout")).ok()).toBe(true);
  const leaks: string[] = [];
  const skipping = "middleware:middleware:middleware:middleware:middleware";
  const ways: Record<string, string>[] = [
    { cookie },
    { cookie, "x-middleware-subrequest": skipping, RSC: "1" },
  ];
  for (const address of addresses) {
    for (const headers of ways) {
      const { status, text } = await ask(address, headers);
      if (status >= 500 || secrets.test(text)) leaks.push(`${address} ${status}`);
    }
  }
  expect(leaks).toEqual([]);
  await context.dispose();
});

/** Sends bytes as they are. @returns everything that came back until the server closed, or half a second of silence */
function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.setTimeout(500, () => socket.destroy());
    socket.on("data", (piece) => {
      heard += piece;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(heard));
    socket.write(bytes);
  });
}

test("nothing on the wire, however broken, gets an answer that reveals anything, and the server survives", async ({
  baseURL,
}) => {
  const { port, host } = new URL(baseURL ?? "");
  const head = (line: string, ...more: string[]) => [line, `Host: ${host}`, ...more, "", ""].join("\r\n");
  const chunked = "Transfer-Encoding: chunked";
  const json = "Content-Type: application/json";
  const sent = [
    "\r\n\r\n",
    "\u0016\u0003\u0001\u0002\u0000",
    "GET\r\n\r\n",
    head("GET /%E0%A4%A HTTP/1.1"),
    head("GET /media/%/3 HTTP/1.1"),
    head("GET /api/media/%C0%AF HTTP/1.1"),
    head("GET /api/images/thumbnail/%00 HTTP/1.1"),
    head("GET //evil.example/ HTTP/1.1"),
    head("GET http://evil.example/api/health HTTP/1.1"),
    head("GET /../../../../etc/passwd HTTP/1.1"),
    head("GET /_next/static/..%2f..%2f..%2fpackage.json HTTP/1.1"),
    head("GET /_next/image?url=%2Fapi%2Fimages%2Fmedium%2Fx&w=64&q=1 HTTP/1.1"),
    head("GET /?a[__proto__][b]=1&a=%FF HTTP/1.1"),
    head(`GET /${"a".repeat(12_000)} HTTP/1.1`),
    head(`GET / HTTP/1.1`, `X-Long: ${"b".repeat(40_000)}`),
    head(`GET / HTTP/1.1`, ...Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`)),
    head("GET / HTTP/1.1", `Cookie: ${"c=d; ".repeat(2500)}`),
    head("BREW /api/hearts HTTP/1.1"),
    head("TRACE / HTTP/1.1"),
    head("CONNECT evil.example:443 HTTP/1.1"),
    head("OPTIONS * HTTP/1.1"),
    head("GET / HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: x"),
    head("POST /api/hearts HTTP/1.1", json, "Content-Length: 5", chunked),
    `${head("POST /api/hearts HTTP/1.1", json, chunked)}zz\r\n{}\r\n0\r\n\r\n`,
    `${head("POST /api/media HTTP/1.1", json, "Content-Length: 10")}{`,
    `${head("POST /api/media HTTP/1.1", json, "Expect: 200-please", "Content-Length: 2")}{}`,
    `${head("POST /nowhere HTTP/1.1", "Next-Action: 00", "Content-Type: text/plain", "Content-Length: 2")}[]`,
    `${head("POST / HTTP/1.1", "Next-Action: x", "Content-Type: multipart/form-data", "Content-Length: 1")}-`,
    head("GET / HTTP/1.1", "Next-Router-State-Tree: %7B", "RSC: 1"),
    head("GET / HTTP/1.1", "Next-Router-State-Tree: not a tree", "RSC: 1", "Next-Router-Prefetch: 1"),
  ];
  const faults: string[] = [];
  for (const bytes of sent) {
    const heard = await sendRaw(Number(port), bytes);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
    const tells = /node_modules|\bat \/|webpack|Prisma|root:x:0|"dependencies"|X-Powered-By/i.exec(heard);
    if (status >= 500 || tells) faults.push(`${JSON.stringify(bytes.slice(0, 80))}: ${status} ${tells}`);
  }
  expect(faults).toEqual([]);
  expect((await fetch(`${baseURL}/api/health`)).status).toBe(200);
});

/** Sends the path as it is, which fetch wouldn't. */
function statusOf(
  baseURL: string | undefined,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { hostname, port } = new URL(baseURL ?? "");
  return new Promise((resolve, reject) => {
    const asked = get({ hostname, port, path, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("error", reject);
  });
}

test("a request that offers another protocol is answered like any other, whatever was opened before", async ({
  baseURL,
}) => {
  // Next listens for upgrades once it has served a page.
  expect(await statusOf(baseURL, "/login")).toBe(200);
  const headers = { Connection: "Upgrade", Upgrade: "h2c" };
  for (const path of ["/login", "/icons/none", "/_next/webpack-hmr", "/api/none"]) {
    expect(await statusOf(baseURL, path, headers)).toBe(await statusOf(baseURL, path));
  }
});

test("an address with a raw # or backslash in its path is refused, and adds no line to the metrics", async ({
  baseURL,
  request,
}) => {
  for (const path of ["/api/media/no-such-id#x", "/api/media/no-such-id\\x", "/api/no-such-call#x"]) {
    expect(await statusOf(baseURL, path)).toBe(404);
  }
  const data = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  expect((await request.post("/api/auth/login", { data })).status()).toBe(200);
  const keyData = { name: "Metrics", scope: "reports:read" };
  const created = await request.post("/api/super-admin/api-keys", { data: keyData });
  const { key } = (await created.json()) as { key: string };
  const metrics = await fetch(`${baseURL}/api/metrics`, { headers: { authorization: `Bearer ${key}` } });
  expect(metrics.status).toBe(200);
  expect(await metrics.text()).not.toContain("no-such");
});
