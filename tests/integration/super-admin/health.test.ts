import { databasePool, db } from "@/lib/db";
import { errorListener, logError } from "@/lib/http/log";
import type { SystemHealthDto } from "@/lib/operations/system/schema";
import { recordErrors } from "@/lib/operations/system/server/error-record-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";
import { plansOf } from "@/tests/support/query-plans";
import { storeFailedJob, storeIssue } from "@/tests/support/super-admin-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();

async function health(): Promise<SystemHealthDto> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { status, body } = await call<SystemHealthDto>("GET", "/api/super-admin/system-health", { cookie });
  expect(status).toBe(200);
  return body;
}

test("shows the state of the database, storage and queue, and which versions run", async () => {
  const { checks, queue, versions } = await health();
  const level = (name: string) => checks.find((check) => check.name === name)?.level;
  expect([level("database"), level("storage"), level("queue")]).toEqual(["ok", "ok", "ok"]);
  expect(queue).toMatchObject({ waiting: 0, running: 0, failed: 0 });
  expect(versions.node).toBe(process.version);
  expect(versions.postgres).toMatch(/^\d+/);
});

describe("a failed job", () => {
  test("is listed with its reason's first line, and retried on request", async () => {
    const id = await storeFailedJob();
    const { cookie } = await createPerson({ isSuperAdmin: true });
    expect((await health()).queue).toMatchObject({
      failed: 1,
      failedJobs: [expect.objectContaining({ id, task: "messages.deliver", error: "Boom" })],
    });
    expect((await call("POST", `/api/super-admin/jobs/${id}/retry`, { cookie })).status).toBe(204);
    expect((await health()).queue).toMatchObject({ failed: 0, waiting: 1 });
    // It is waiting now, so there is nothing to retry or discard.
    expect((await call("POST", `/api/super-admin/jobs/${id}/retry`, { cookie })).status).toBe(404);
    expect((await call("DELETE", `/api/super-admin/jobs/${id}`, { cookie })).status).toBe(404);
  });

  test("is discarded on request, and only that one", async () => {
    const [id, other] = [await storeFailedJob(), await storeFailedJob("media.derive")];
    const { cookie } = await createPerson({ isSuperAdmin: true });
    expect((await call("DELETE", `/api/super-admin/jobs/${id}`, { cookie })).status).toBe(204);
    const { rows } = await databasePool().query("SELECT id::text FROM graphile_worker.jobs");
    expect(rows).toEqual([{ id: other }]);
    for (const wrong of ["not-an-id", "999999999", "1e3", "-1"]) {
      expect((await call("DELETE", `/api/super-admin/jobs/${wrong}`, { cookie })).status).toBe(404);
    }
  });
});

test("unexpected errors are counted by kind and place, without their messages", async () => {
  recordErrors();
  try {
    for (let time = 0; time < 3; time++)
      logError(new TypeError("secret: nana@example.org"), { requestId: `r${time}` });
    await until(async () => (await db.systemError.findFirst({ select: { count: true } }))?.count === 3);
  } finally {
    delete errorListener.onError;
  }
  const { errors } = await health();
  expect(errors).toEqual([expect.objectContaining({ kind: "TypeError", count: 3 })]);
  expect(errors[0]?.place).toContain("health.test");
  expect(JSON.stringify(errors)).not.toMatch(/secret|nana/);
});

test("the overview counts families, people, bytes and jobs", async () => {
  await createOwner({ tier: "family", storageBytes: 1000n });
  await createOwner({ storageBytes: 234n });
  await storeFailedJob();
  await storeIssue();
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { body } = await call("GET", "/api/super-admin/overview", { cookie });
  expect(body).toMatchObject({
    families: 2,
    familiesByTier: { free: 1, family: 1, premium: 0 },
    users: 3,
    storageBytes: 1234,
    openReports: 1,
    queue: { waiting: 0, running: 0, failed: 1 },
    revenue: { paying: 0, monthly: [], planValueMonthly: 499 },
  });
  const weeks = body.weeks as { families: number; users: number }[];
  expect(weeks).toHaveLength(12);
  expect(weeks.at(-1)).toMatchObject({ families: 2, users: 3 });
});

test("the overview counts recent uploads in an index, not in all items", async () => {
  const { userId, familyId } = await createOwner();
  await db.$executeRaw`
    INSERT INTO "Media" (id, "familyId", "uploaderId", "fileName", "mediaType", "mimeType", year, month, "uploadDate", "sortAt",
      "storagePath", sha256, bytes)
    SELECT gen_random_uuid(), ${familyId}::uuid, ${userId}::uuid, 'a.jpg', 'image', 'image/jpeg', 2024, 7, at, at, number,
      lpad(number::text, 64, '0'), 1
    FROM (SELECT number, now() - (20000 - number) * interval '2 hours' AS at FROM generate_series(1, 20000) number) old`;
  await db.$executeRaw`ANALYZE "Media"`;
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const plans = await plansOf("Media", () => call("GET", "/api/super-admin/overview", { cookie }));
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('Bitmap Index Scan on "Media_uploadDate_idx"');
});

describe("a report", () => {
  test("moves from open through in progress to closed, with a note, and each step is logged", async () => {
    const id = await storeIssue({ title: "White page" });
    const { cookie } = await createPerson({ isSuperAdmin: true });
    for (const state of ["in_progress", "closed"]) {
      const json = { state, note: "Looked at it" };
      const { status, body } = await call("POST", `/api/super-admin/reports/${id}/resolve`, { cookie, json });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ state, note: "Looked at it", title: "White page" }),
      ]);
    }
    const open = await call("GET", "/api/super-admin/reports?state=open", { cookie });
    expect(open.body).toMatchObject({ items: [], counts: { issue: { open: 0, closed: 1 } } });
    expect(await db.activityEntry.count({ where: { action: "system.reportMoved" } })).toBe(2);
  });

  test("keeps the state and the note that a request doesn't name, and only a given state is logged", async () => {
    const id = await storeIssue({ title: "White page" });
    const { cookie } = await createPerson({ isSuperAdmin: true });
    const resolve = (json: object) =>
      call("POST", `/api/super-admin/reports/${id}/resolve`, { cookie, json });
    await resolve({ state: "closed", note: "Fixed in March" });
    const answered = await resolve({ answer: "It opens again." });
    expect(answered).toMatchObject({ status: 200, body: { state: "closed", note: "Fixed in March" } });
    const noted = await resolve({ note: "" });
    expect(noted).toMatchObject({
      status: 200,
      body: { state: "closed", note: "", answer: "It opens again." },
    });
    expect(await db.activityEntry.count({ where: { action: "system.reportMoved" } })).toBe(1);
    const empty = await resolve({});
    expect(empty).toMatchObject({ status: 400, body: { message: "There is nothing to change" } });
  });

  test("of a picture shows its reason and its family, and neither the picture nor its reporter", async () => {
    const owner = await createOwner({ name: "The Okafors" });
    const { familyId, userId } = owner;
    const data = { familyId, reporterId: userId, reason: "It shows somebody who doesn't want that." };
    await db.contentReport.create({ data, select: { id: true } });
    const { cookie } = await createPerson({ isSuperAdmin: true });
    const { body } = await call<{ items: object[] }>("GET", "/api/super-admin/reports?kind=content", {
      cookie,
    });
    expect(body.items).toEqual([
      expect.objectContaining({
        kind: "content",
        message: data.reason,
        family: { id: familyId, name: "The Okafors" },
        reporter: null,
        decision: null,
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain("mediaId");
    expect(JSON.stringify(body)).not.toContain(owner.username);
  });

  test("that doesn't exist is not found, and an invalid state is refused", async () => {
    const { cookie } = await createPerson({ isSuperAdmin: true });
    const path = "/api/super-admin/reports/0198c0de-0000-7000-8000-000000000000/resolve";
    expect((await call("POST", path, { cookie, json: { state: "closed" } })).status).toBe(404);
    const { status, body } = await call("POST", path, { cookie, json: { state: "done" } });
    expect([status, body.field]).toEqual([400, "state"]);
  });
});
