import { declaredCalls } from "@/lib/http/openapi";
import { call, loadRouteModules } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, createPerson, storeMedia, testPassword } from "@/tests/support/factories";
import { buildBareServer, startKillableServer } from "@/tests/support/killable-server";
import { setMaintenanceMode } from "@/tests/support/maintenance-mode";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();
afterEach(() => setMaintenanceMode(false));

const open = [
  "GET /api/health",
  "GET /api/ready",
  "GET /api/metrics",
  "POST /api/auth/login",
  "GET /api/auth/me",
  "POST /api/auth/logout",
  // Signing in without a password is signing in too.
  "POST /api/auth/passkeys/challenge",
  "POST /api/auth/passkeys/sign-in",
];

test("in maintenance every call except health, ready and signing in answers 503 with Retry-After", async () => {
  const { cookie } = await createOwner();
  await setMaintenanceMode(true);
  for (const { method, path } of declaredCalls(await loadRouteModules())) {
    const name = `${method.toUpperCase()} ${path}`;
    const address = path.replaceAll(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000000");
    for (const person of [null, cookie]) {
      const answer = await call(method.toUpperCase(), address, { cookie: person });
      if (open.includes(name)) {
        expect([name, answer.body?.code]).not.toEqual([name, "maintenance"]);
        continue;
      }
      expect([name, answer.status, answer.body?.code]).toEqual([name, 503, "maintenance"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expectErrorBody(answer);
    }
  }
});

test("in maintenance people sign in and out, and a super admin continues with everything", async () => {
  const owner = await createOwner();
  const superAdmin = await createPerson({ isSuperAdmin: true });
  await setMaintenanceMode(true);
  const json = { usernameOrEmail: owner.username, password: testPassword };
  expect((await call("POST", "/api/auth/login", { json })).status).toBe(200);
  expect((await call("GET", "/api/auth/me", { cookie: owner.cookie })).status).toBe(200);
  expect((await call("POST", "/api/auth/logout", { cookie: owner.cookie })).status).toBe(200);
  expect((await call("GET", "/api/health")).status).toBe(200);
  expect((await call("GET", "/api/ready")).status).toBe(200);
  expect((await call("GET", "/api/user-settings", { cookie: superAdmin.cookie })).status).toBe(200);
});

test("pictures served before Next close and open within two seconds", async () => {
  const owner = await createOwner();
  const { id } = await storeMedia(owner);
  const server = await startKillableServer(await buildBareServer());
  const picture = () =>
    fetch(`${server.origin}/api/images/thumbnail/${id}`, { headers: { Cookie: owner.cookie } });
  try {
    expect((await picture()).status).toBe(200);
    await setMaintenanceMode(true);
    await until(async () => (await picture()).status === 503);
    const refused = await picture();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await setMaintenanceMode(false);
    await until(async () => (await picture()).status === 200);
  } finally {
    await server.kill();
  }
});
