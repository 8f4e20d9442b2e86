import { verifyApiKey } from "@/lib/core/auth/server/api-keys";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";
import { storeIssue } from "@/tests/support/super-admin-calls";

withTestDatabase();

async function makeKey(): Promise<{ id: string; key: string; cookie: string }> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const json = { name: "Monitor", scope: "reports:read" };
  const { status, body } = await call<{ id: string; key: string }>("POST", "/api/super-admin/api-keys", {
    cookie,
    json,
  });
  expect(status).toBe(201);
  return { ...body, cookie };
}

const withKey = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

test("a key is shown once and stored only as a hash", async () => {
  const { key, id, cookie } = await makeKey();
  expect(key).toMatch(/^ksk_[\w-]{43}$/);
  const listed = await call("GET", "/api/super-admin/api-keys", { cookie });
  expect(JSON.stringify(listed.body)).not.toContain(key);
  const row = await db.apiKey.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify({ ...row, keyHash: Buffer.from(row.keyHash).toString("latin1") })).not.toContain(key);
  const written = await db.activityEntry.findMany({ where: { action: "system.apiKeyCreated" } });
  expect(written).toHaveLength(1);
  expect(JSON.stringify(written)).not.toContain(key);
});

test("a key opens the overview and the reports, is recorded as used, and opens nothing else", async () => {
  const { key, id } = await makeKey();
  for (const path of ["/api/super-admin/overview", "/api/super-admin/reports"]) {
    expect([path, (await call("GET", path, withKey(key))).status]).toEqual([path, 200]);
  }
  expect((await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt).not.toBeNull();
  const closed = [
    ["GET", "/api/super-admin/settings"],
    ["GET", "/api/super-admin/organizations"],
    ["GET", "/api/super-admin/users"],
    ["GET", "/api/super-admin/activity-log"],
    ["GET", "/api/super-admin/outbox"],
    ["GET", "/api/media"],
    ["GET", "/api/auth/me"],
  ] as const;
  for (const [method, path] of closed) {
    expect([path, (await call(method, path, withKey(key))).status]).toEqual([path, 401]);
  }
});

test("a program counts reports and can't read what anyone wrote", async () => {
  const { key, cookie } = await makeKey();
  await storeIssue({ title: "My secret title", message: "My secret message" });
  const { familyId, userId } = await createOwner();
  const reason = "Something else: my secret reason";
  const data = { familyId, reporterId: userId, reason, note: "My secret note" };
  await db.contentReport.create({ data, select: { id: true } });
  const { body } = await call("GET", "/api/super-admin/reports", withKey(key));
  expect(body).toMatchObject({ counts: { issue: { open: 1 }, content: { open: 1 } } });
  expect(JSON.stringify(body)).not.toMatch(/secret|example\.org/);
  const forPeople = await call("GET", "/api/super-admin/reports", { cookie });
  expect(JSON.stringify(forPeople.body)).toMatch(/my secret reason.*My secret title.*My secret message/);
});

test("a revoked key is refused at once, and so is one that never existed", async () => {
  const { key, id, cookie } = await makeKey();
  expect((await call("DELETE", `/api/super-admin/api-keys/${id}`, { cookie })).status).toBe(204);
  expect((await call("DELETE", `/api/super-admin/api-keys/${id}`, { cookie })).status).toBe(404);
  for (const wrong of [key, `${key}x`, "ksk_", "x", "ksk_'; DROP TABLE", "é"]) {
    expect(await verifyApiKey(wrong, "reports:read")).toBeNull();
  }
  expect((await call("GET", "/api/super-admin/overview", withKey(key))).status).toBe(401);
});

test("a key with another scope opens nothing", async () => {
  const { key } = await makeKey();
  expect(await verifyApiKey(key, "reports:read")).not.toBeNull();
  expect(await verifyApiKey(key, "settings:write")).toBeNull();
});
