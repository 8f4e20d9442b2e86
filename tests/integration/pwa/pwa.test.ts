import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { privateCachePrefix } from "@/lib/service-worker/cache-names";
import { bundleServiceWorker } from "@/ops/lib/service-worker.mjs";
import { call, requestOf, respond } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember } from "@/tests/support/factories";

withTestDatabase();

const publicFile = (url: string) => path.join(import.meta.dirname, "..", "..", "..", "public", url);

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { url: string }[];
  share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
}

describe("the manifest", () => {
  test("makes the album an app with its own name, with icons of every kind that exist", async () => {
    const { status, headers, body } = await call<Manifest>("GET", "/manifest.webmanifest");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/manifest+json");
    expect(body).toMatchObject({ name: env.APP_NAME, display: "standalone", start_url: "/?source=pwa" });
    expect(new Set(body.icons.map(({ purpose }) => purpose))).toEqual(
      new Set(["any", "maskable", "monochrome"]),
    );
    expect(body.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
    for (const { src } of body.icons) expect([src, existsSync(publicFile(src))]).toEqual([src, true]);
  });

  test("accepts pictures from the phone's gallery", async () => {
    const { body } = await call<Manifest>("GET", "/manifest.webmanifest");
    expect(body.share_target).toMatchObject({
      action: "/share-target",
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: "media", accept: ["image/*", "video/*"] }] },
    });
  });
});

test("a share that no worker handled leads home, which says so; the files are not read", async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const request = requestOf("POST", "/share-target", {
    body: endless,
    type: "multipart/form-data; boundary=x",
    headers: { "Sec-Fetch-Site": "none" },
  });
  const response = await respond(request);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/?share-target=lost");
  expect(pulled).toBeLessThanOrEqual(1);
});

test("another site can't send files to the share target", async () => {
  const answer = await call("POST", "/share-target", { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(answer.status).toBe(403);
});

describe("the offline page", () => {
  test("is the same for everyone and self-contained", async () => {
    const { cookie } = await createMember(await createFamily());
    const [visitor, member] = [await call("GET", "/~offline"), await call("GET", "/~offline", { cookie })];
    expect(visitor.bytes.equals(member.bytes)).toBe(true);
    expect(visitor.headers.get("content-type")).toMatch(/^text\/html/);
    const html = visitor.bytes.toString("utf8");
    expect(html).toContain("You're offline");
    expect(html).not.toMatch(/<(?:script|link)[^>]+(?:src|href)="(?!\/icons\/)/);
  });

  test("runs nothing but its own script", async () => {
    const { headers } = await call("GET", "/~offline");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'/);
    expect(policy).not.toContain("unsafe");
  });
});

describe("the service worker", () => {
  beforeAll(() => bundleServiceWorker(process.cwd()));

  test("is checked for updates every time, and can control the whole site", async () => {
    const { status, headers } = await call("GET", "/sw.js");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/javascript/);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("service-worker-allowed")).toBe("/");
  });

  test("contains our own rules, and caches hardly anything before it is used", async () => {
    const script = (await call("GET", "/sw.js")).bytes.toString("utf8");
    expect(script).toContain(privateCachePrefix);
    expect(script).toContain("/~offline");
    // The library's default caches, which keep every answer for a day.
    for (const name of ["apis", "others", "pages-rsc", "cross-origin"]) {
      expect(script).not.toContain(`cacheName:"${name}"`);
    }
    expect(script.match(/revision:/g) ?? []).not.toHaveLength(0);
    expect(script).not.toMatch(/\/_next\/static\/chunks\/[\w-]+\.js/);
  });
});
