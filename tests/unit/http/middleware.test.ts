import { NextRequest } from "next/server";
import { encodeSessionCookie, sessionCookieName } from "@/lib/core/auth/server/session-cookie";
import { maintenanceHolder } from "@/lib/http/maintenance-holder";
import { sessionHolder } from "@/lib/http/session-holder";
import { config, middleware } from "@/middleware";

async function ask(path: string, session?: { isSuperAdmin: boolean }) {
  const headers = new Headers();
  if (session) {
    const value = await encodeSessionCookie({ token: "t", ...session });
    headers.set("cookie", `${sessionCookieName(false)}=${value}`);
  }
  return middleware(new NextRequest(`http://localhost${path}`, { headers }));
}

test("a visitor sees the welcome page at the address they wanted, which the page receives", async () => {
  const response = await ask("/media/2024/3?x=1");
  expect(response.headers.get("x-middleware-rewrite")).toBe("http://localhost/welcome");
  expect(response.headers.get("x-middleware-request-x-wanted-path")).toBe("/media/2024/3?x=1");
});

test("a visitor's own pages and a member's pages are shown", async () => {
  for (const response of [await ask("/login"), await ask("/media/2024/3", { isSuperAdmin: false })]) {
    expect(response.headers.get("x-middleware-next")).toBe("1");
  }
});

test("a super admin is redirected to the dashboard", async () => {
  const response = await ask("/media/2024/3", { isSuperAdmin: true });
  expect(response.headers.get("location")).toBe("http://localhost/super-admin");
});

test("a super admin whose session has ended is a visitor: no page sends them round in circles", async () => {
  sessionHolder.isOpen = async () => false;
  try {
    for (const path of ["/login", "/forgot-password", "/reset-password?token=t"]) {
      const response = await ask(path, { isSuperAdmin: true });
      expect([path, response.headers.get("x-middleware-next")]).toEqual([path, "1"]);
    }
    for (const path of ["/", "/super-admin", "/setup", "/media/2024/3"]) {
      const response = await ask(path, { isSuperAdmin: true });
      expect([path, response.headers.get("x-middleware-rewrite")]).toEqual([
        path,
        "http://localhost/welcome",
      ]);
    }
    sessionHolder.isOpen = async () => true;
    const open = await ask("/forgot-password", { isSuperAdmin: true });
    expect(open.headers.get("location")).toBe("http://localhost/super-admin");
  } finally {
    delete sessionHolder.isOpen;
  }
});

test("while the album is closed every page is the maintenance page with 503, except signing in and for super admins", async () => {
  maintenanceHolder.isInMaintenance = async () => true;
  try {
    for (const [path, session] of [
      ["/", undefined],
      ["/pricing", undefined],
      ["/media/2024/3", { isSuperAdmin: false }],
      ["/nowhere", { isSuperAdmin: false }],
    ] as const) {
      const response = await ask(path, session);
      expect([path, response.status]).toEqual([path, 503]);
      expect(response.headers.get("x-middleware-rewrite")).toBe("http://localhost/maintenance");
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(response.headers.get("content-security-policy")).toContain("nonce-");
    }
    const shown = [
      await ask("/login"),
      await ask("/maintenance"),
      await ask("/super-admin/settings", { isSuperAdmin: true }),
    ];
    for (const response of shown)
      expect([response.status, response.headers.get("x-middleware-next")]).toEqual([200, "1"]);
  } finally {
    delete maintenanceHolder.isInMaintenance;
  }
});

test("a forged cookie belongs to nobody", async () => {
  const request = new NextRequest("http://localhost/search", {
    headers: { cookie: `${sessionCookieName(false)}=eyJhbGciOiJub25lIn0.e30.` },
  });
  expect((await middleware(request)).headers.get("x-middleware-rewrite")).toBe("http://localhost/welcome");
});

test("every answer has its own nonce, and Next gets the same one", async () => {
  const [first, second] = [await ask("/login"), await ask("/login")];
  const nonce = first.headers.get("x-middleware-request-x-nonce") ?? "";
  expect(nonce).not.toBe("");
  expect(first.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
  expect(first.headers.get("x-middleware-request-content-security-policy")).toContain(`'nonce-${nonce}'`);
  expect(second.headers.get("x-middleware-request-x-nonce")).not.toBe(nonce);
});

test("calls, pictures and files bypass it, pages do not", () => {
  const matcher = new RegExp(`^${config.matcher[0]}$`);
  for (const path of [
    "/api/media",
    "/api",
    "/direct-image/1",
    "/fast-images/thumbnail/1",
    "/profile-direct-update",
    "/_next/static/a.js",
    "/icons/icon.svg",
    "/favicon.ico",
    "/sw.js",
    "/~offline",
    "/share-target",
    "/manifest.webmanifest",
  ]) {
    expect(path).not.toMatch(matcher);
  }
  for (const path of ["/", "/login", "/apiary", "/direct-access", "/media/2024/3", "/sw.jsx"]) {
    expect(path).toMatch(matcher);
  }
});

test("a stranger who opens pages endlessly is asked to wait, and someone signed in at the same address is not", async () => {
  const from = { "x-forwarded-for": "198.51.100.77" };
  const open = (headers: Record<string, string> = {}) =>
    middleware(new NextRequest("http://localhost/pricing", { headers: { ...from, ...headers } }));
  for (let page = 0; page < 300; page++) expect((await open()).status).toBe(200);
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const value = await encodeSessionCookie({ token: "t", isSuperAdmin: false });
  expect((await open({ cookie: `${sessionCookieName(false)}=${value}` })).status).toBe(200);
  // A cookie that we never signed belongs to nobody.
  expect((await open({ cookie: `${sessionCookieName(false)}=forged` })).status).toBe(429);
});

test("a session cookie planted on an https album by a subdomain is not read, and two count as none", async () => {
  const value = await encodeSessionCookie({ token: "t", isSuperAdmin: true });
  const own = `${sessionCookieName(true)}=${value}`;
  const planted = `${sessionCookieName(false)}=${value}`;
  const led = async (cookie: string) => {
    const headers = { cookie, "x-forwarded-proto": "https" };
    return (await middleware(new NextRequest("http://localhost/search", { headers }))).headers.get(
      "location",
    );
  };
  expect(await led(own)).toBe("http://localhost/super-admin");
  expect(await led(planted)).toBeNull();
  expect(await led(`${own}; ${own}`)).toBeNull();
});
