import { connect } from "node:net";
import { expect, request as requests } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { refusals, sendRefused, slowAfter } from "./support/refused-uploads";
import { test } from "./support/test";

test("no refused upload, of whatever kind and size, hangs the connection or loses its answer", async ({
  baseURL: origin,
}, info) => {
  const baseURL = origin ?? "";
  const person = await requests.newContext({ baseURL });
  await signUpFamily(person);
  const { cookies } = await person.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const {
    requests: sent,
    slowestMs,
    slow,
    faults,
  } = await sendRefused(baseURL, refusals(cookie), { cookie });
  info.annotations.push({ type: "measured", description: `${sent} requests, slowest ${slowestMs} ms` });
  expect(faults).toEqual([]);
  expect(slow).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(200);
  await person.dispose();
});

test("six uploads refused at once leave a browser's page working", async ({ page }) => {
  await signUpFamily(page.request);
  await page.goto("/");
  const ask = () =>
    page.evaluate(async () => {
      const beganAt = performance.now();
      const answer = await fetch("/api/auth/me");
      await answer.text();
      return { status: answer.status, ms: performance.now() - beganAt };
    });
  const calm: number[] = [];
  for (let time = 0; time < 5; time++) calm.push((await ask()).ms);
  const refused = await page.evaluate(async () => {
    const start = '{"fileName":"a.txt","fileType":"image/png","year":2024,"month":3,"fileData":"';
    const send = async (body: string) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch("/api/media", { method: "POST", headers, body });
      return [answer.status, ((await answer.json()) as { message?: string }).message];
    };
    return Promise.all(Array.from({ length: 6 }, () => send(start + "x".repeat(1_200_000))));
  });
  expect(refused).toEqual(
    Array.from({ length: 6 }, () => [415, expect.stringContaining("Unsupported file type")]),
  );
  // A busy machine may pause once; if connections hung, none of these would get through.
  const after: number[] = [];
  for (let time = 0; time < 3; time++) {
    const { status, ms } = await ask();
    expect(status).toBe(200);
    after.push(ms);
  }
  expect(Math.min(...after)).toBeLessThan(slowAfter(Math.min(...calm)));
  await page.getByRole("banner").getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("dialog", { name: "Upload Media" })).toBeVisible();
});

/** What an attacker's page would read whose name now resolves to this machine. */
function askUnder(port: number, host: string, path: string, accept = "*/*"): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.on("data", (piece) => {
      heard += piece;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`);
  });
}

test("an attacker's page whose name is bound to the album's machine reads nothing, whatever it asks for", async ({
  baseURL: origin,
}) => {
  const baseURL = origin ?? "";
  const port = Number(new URL(baseURL).port);
  const paths = [
    "/",
    "/login",
    "/api/health",
    "/api/auth/me",
    "/api/openapi.json",
    "/api/images/thumbnail/x",
  ];
  for (const path of [...paths, "/_next/static/x.js", "/icons/icon-192.png", "/sw.js", "/nowhere"]) {
    const heard = await askUnder(port, `rebound.attacker.example:${port}`, path);
    expect(heard).toMatch(/^HTTP\/1\.1 421 /);
    expect(heard).toContain('"code":"wrong_host"');
  }
  expect(await askUnder(port, "rebound.attacker.example", "/", "text/html")).toMatch(
    /^There is no album at this address\./m,
  );
  for (const host of ["localhost", `127.0.0.1:${port}`, "192.168.1.5", "album.local"]) {
    expect(await askUnder(port, host, "/api/health")).toMatch(/^HTTP\/1\.1 200 /);
  }
});
