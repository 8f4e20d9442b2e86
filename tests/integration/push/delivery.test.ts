import { randomUUID } from "node:crypto";
import { type NotificationEvent, notify } from "@/lib/core/notify/server/notify-service";
import { databasePool, db } from "@/lib/db";
import { queuePushes } from "@/lib/notify/push/server/delivery-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
  removeMember,
} from "@/tests/support/factories";
import { startPushService, type TestSubscription } from "@/tests/support/push-service";
import { makeCertificate } from "@/tests/support/test-certificate";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

// Before the settings are first read.
const service = await startPushService(makeCertificate());
Object.assign(process.env, { PUSH_ALLOWED_HOSTS: service.host, PUSH_CA: service.caFile });

withTestDatabase();
let ada: FamilyPerson;
let ben: FamilyPerson;

beforeEach(async () => {
  service.received.length = 0;
  service.requests.length = 0;
  service.answer = () => null;
  ada = await createOwner();
  ben = await createMember(ada.familyId);
});
afterAll(() => service.stop());

async function browserOf({ cookie }: { cookie: string }): Promise<TestSubscription> {
  const subscription = service.subscribe(process.env.VAPID_PUBLIC_KEY);
  const { status } = await call("POST", "/api/push/subscribe", { cookie, json: subscription });
  if (status !== 201) throw new Error(`Subscribing was answered ${status}`);
  return subscription;
}

/** Ada notifies Ben, or the whole family. */
const tell = (change: Partial<NotificationEvent> = {}, audience: "family" | string[] = [ben.userId]) =>
  notify(
    {
      kind: "notice",
      familyId: ada.familyId,
      actorId: ada.userId,
      title: "A new notice",
      message: "Sunday lunch at ours",
      url: "/?notice=1",
      ...change,
    },
    audience,
  );

const only = <T>(values: readonly T[]): T => {
  expect(values).toHaveLength(1);
  return values[0] as T;
};
const notification = async () =>
  only(await db.notification.findMany({ select: { id: true, deliveredAt: true, readAt: true } }));
const endpoints = async () =>
  (await db.pushSubscription.findMany({ select: { endpoint: true } })).map(({ endpoint }) => endpoint);
const waiting = async () =>
  (
    await databasePool().query<{ attempts: number; wait: number }>(
      `SELECT attempts, EXTRACT(epoch FROM run_at - now())::int AS wait FROM graphile_worker._private_jobs
       WHERE attempts < max_attempts`,
    )
  ).rows;

test("a notification reaches each browser of its recipient, with its text", async () => {
  const phone = await browserOf(ben);
  const tablet = await browserOf(await openSession(ben.userId, ben.familyId));
  await browserOf(ada);
  await tell();
  await workOffQueue();
  const { id, deliveredAt } = await notification();
  expect(deliveredAt).not.toBeNull();
  expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(
    [phone.endpoint, tablet.endpoint].sort(),
  );
  for (const { data, ttl, urgency, topic } of service.received) {
    expect(data).toEqual({
      title: "A new notice",
      body: "Sunday lunch at ours",
      url: "/?notice=1",
      tag: id,
      notificationId: id,
    });
    expect([ttl, urgency, topic]).toEqual(["86400", "normal", id.replaceAll("-", "")]);
  }
  const used = await db.pushSubscription.findMany({
    where: { userId: ben.userId },
    select: { lastSuccessAt: true },
  });
  expect(used.map(({ lastSuccessAt }) => lastSuccessAt !== null)).toEqual([true, true]);
});

test("being tagged is worth waking a phone for", async () => {
  await browserOf(ben);
  await tell({ kind: "tagged", url: "/view-image/1" });
  await workOffQueue();
  expect(only(service.received).urgency).toBe("high");
});

test("someone in several families is led through the page that opens the right one", async () => {
  await join(ben.userId, await createFamily(), "member");
  await browserOf(ben);
  await tell();
  await workOffQueue();
  const { id } = await notification();
  expect(only(service.received).data.url).toBe(`/notifications?open=${id}`);
});

/** A browser signed in with a link that an admin of their family made. */
async function linkedBrowserOf(person: FamilyPerson): Promise<TestSubscription> {
  const linked = await openSession(person.userId, person.familyId);
  await db.session.update({
    where: { id: linked.sessionId },
    data: { method: "directAccess" },
    select: { id: true },
  });
  return browserOf(linked);
}

test("an admin's browser that a link signed in gets nothing from the person's other families", async () => {
  const linked = await linkedBrowserOf(ben);
  const phone = await browserOf(ben);
  const cousins = await createOwner({ name: "The cousins" });
  await join(ben.userId, cousins.familyId, "member");
  await tell({ familyId: cousins.familyId, actorId: cousins.userId });
  await workOffQueue();
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual([phone.endpoint]);

  await tell();
  await workOffQueue();
  expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(
    [phone.endpoint, phone.endpoint, linked.endpoint].sort(),
  );
});

test("a browser that an admin's link has signed in since a push was queued doesn't get it", async () => {
  const cousins = await createOwner({ name: "The cousins" });
  await join(ben.userId, cousins.familyId, "member");
  const { endpoint } = await browserOf(ben);
  await tell({ familyId: cousins.familyId, actorId: cousins.userId });
  await queuePushes([(await notification()).id]);
  await db.session.updateMany({ where: { userId: ben.userId }, data: { method: "directAccess" } });
  await workOffQueue();
  expect(service.received).toEqual([]);
  expect(await endpoints()).toEqual([endpoint]);
});

test("a child signed in with a link gets pushes of every family", async () => {
  const child = await createMember(ada.familyId, "member", { isChild: true });
  await linkedBrowserOf(child);
  const cousins = await createOwner({ name: "The cousins" });
  await join(child.userId, cousins.familyId, "member");
  await tell({ familyId: cousins.familyId, actorId: cousins.userId }, [child.userId]);
  await workOffQueue();
  expect(service.received).toHaveLength(1);
});

test("a push requested or sent twice replaces the first one", async () => {
  await browserOf(ben);
  await tell();
  const { id } = await notification();
  await queuePushes([id]);
  await queuePushes([id]);
  await workOffQueue();
  await queuePushes([id]);
  await workOffQueue();
  expect(new Set(service.received.map(({ topic }) => topic)).size).toBe(1);
  expect(new Set(service.received.map(({ data }) => data.tag))).toEqual(new Set([id]));
});

test("what is already read, too old or gone is not sent", async () => {
  await browserOf(ben);
  await tell();
  await db.notification.updateMany({ where: {}, data: { readAt: new Date() } });
  await workOffQueue();
  await db.notification.deleteMany({ where: {} });
  await tell();
  await db.notification.updateMany({
    where: {},
    data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  await workOffQueue();
  await tell();
  await db.notification.deleteMany({ where: {} });
  await workOffQueue();
  await queuePushes([randomUUID()]);
  expect(service.requests).toEqual([]);
});

test("someone who left the family, or signed out, before the push receives nothing", async () => {
  const cleo = await createMember(ada.familyId);
  await browserOf(ben);
  await browserOf(cleo);
  await tell({}, "family");
  await removeMember(ben);
  await call("POST", "/api/auth/logout", { cookie: cleo.cookie });
  await workOffQueue();
  expect(service.requests).toEqual([]);
});

test.each(["before it is queued", "before it is sent"])(
  "a family that is suspended %s gets no push",
  async (when) => {
    const suspend = (suspendedAt: Date | null) =>
      db.family.update({ where: { id: ada.familyId }, data: { suspendedAt }, select: { id: true } });
    await browserOf(ben);
    if (when === "before it is queued") await suspend(new Date());
    await tell();
    await queuePushes([(await notification()).id]);
    if (when === "before it is sent") await suspend(new Date());
    await workOffQueue();
    expect(service.requests).toEqual([]);
    // The notification is still there once the album is open again.
    await suspend(null);
    const { body } = await call<{ items: unknown[] }>("GET", "/api/notifications", { cookie: ben.cookie });
    expect(body.items).toHaveLength(1);
  },
);

test("a session that has ended, or was unused for a month, receives nothing", async () => {
  await browserOf(ben);
  const idle = await openSession(ben.userId, ben.familyId);
  await browserOf(idle);
  const past = new Date(Date.now() - 31 * 86_400_000);
  await db.session.update({ where: { id: ben.sessionId }, data: { expiresAt: past }, select: { id: true } });
  await db.session.update({
    where: { id: idle.sessionId },
    data: { lastSeenAt: past },
    select: { id: true },
  });
  await tell();
  await workOffQueue();
  expect(service.requests).toEqual([]);
});

test("a browser that moved to another account shows nothing meant for the first", async () => {
  const { endpoint, keys } = await browserOf(ben);
  await tell();
  const { id } = await notification();
  const { id: subscriptionId } = only(await db.pushSubscription.findMany({ select: { id: true } }));
  const cleo = await createPerson();
  await call("POST", "/api/push/subscribe", { cookie: cleo.cookie, json: { endpoint, keys } });
  await databasePool().query(
    "SELECT graphile_worker.add_job('push.deliver', json_build_object('subscriptionId', $1::text, 'notificationId', $2::text))",
    [subscriptionId, id],
  );
  await workOffQueue();
  expect(service.requests).toEqual([]);
});

test.each([404, 410])(
  "a browser that is gone (%i) is forgotten, and the others are notified",
  async (status) => {
    const phone = await browserOf(ben);
    const tablet = await browserOf(await openSession(ben.userId, ben.familyId));
    service.answer = (endpoint) => (endpoint === phone.endpoint ? { status } : null);
    await tell();
    await workOffQueue();
    expect(only(service.received).endpoint).toBe(tablet.endpoint);
    expect(await endpoints()).toEqual([tablet.endpoint]);
    await tell();
    await workOffQueue();
    expect(service.requests.filter((endpoint) => endpoint === phone.endpoint)).toHaveLength(1);
  },
);

test.each([429, 500, 503])("a service that answers %i is retried until it takes the push", async (status) => {
  await browserOf(ben);
  service.answer = () => ({ status });
  await tell();
  await workOffQueue();
  expect((await notification()).deliveredAt).toBeNull();
  expect(only(await waiting()).attempts).toBe(1);
  await hurryQueue();
  await workOffQueue();
  service.answer = () => null;
  await hurryQueue();
  await workOffQueue();
  expect(service.requests).toHaveLength(3);
  expect(service.received).toHaveLength(1);
  expect((await notification()).deliveredAt).not.toBeNull();
});

test("a service's Retry-After is respected, six times in all", async () => {
  await browserOf(ben);
  service.answer = () => ({ status: 429, headers: { "Retry-After": "1800" } });
  await tell();
  for (let tries = 1; tries <= 7; tries++) {
    await workOffQueue();
    const jobs = await waiting();
    expect(service.requests).toHaveLength(Math.min(tries, 6));
    if (tries < 6) expect(Math.abs(only(jobs).wait - 1_800)).toBeLessThan(30);
    else expect(jobs).toEqual([]);
    await hurryQueue();
  }
  expect(await endpoints()).toHaveLength(1);
});

test("a service that stays broken is given up after six attempts", async () => {
  await browserOf(ben);
  service.answer = () => ({ status: 503 });
  await tell();
  for (let tries = 0; tries < 8; tries++) {
    await workOffQueue();
    await databasePool().query(
      "UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts < max_attempts",
    );
  }
  expect(service.requests).toHaveLength(6);
});

test.each([400, 403, 413])(
  "a push refused permanently (%i) is not repeated; the browser stays",
  async (status) => {
    await browserOf(ben);
    service.answer = () => ({ status });
    await tell();
    await workOffQueue();
    await hurryQueue();
    await workOffQueue();
    expect(service.requests).toHaveLength(1);
    expect(await endpoints()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  },
);

test("an address that is no longer allowed is never called", async () => {
  await browserOf(ben);
  await db.pushSubscription.updateMany({ where: {}, data: { endpoint: "https://127.0.0.1:1/push" } });
  await tell();
  await workOffQueue();
  expect(service.requests).toEqual([]);
  expect(await waiting()).toEqual([]);
});

describe("a test", () => {
  const words = { title: "Keepsake", body: "It works" };
  const sendTest = (cookie: string, json: unknown = words) =>
    call("POST", "/api/push/test", { cookie, json });

  test("goes to the caller's own browsers and says how many", async () => {
    await browserOf(ada);
    const phone = await browserOf(ben);
    const tablet = await browserOf(await openSession(ben.userId, ben.familyId));
    const { status, body } = await sendTest(ben.cookie);
    expect([status, body]).toEqual([202, { success: true, devices: 2 }]);
    await workOffQueue();
    expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(
      [phone.endpoint, tablet.endpoint].sort(),
    );
    expect(service.received[0]?.data).toMatchObject({ ...words, url: "/settings?tab=notifications" });
    expect(await db.notification.count()).toBe(0);
  });

  test("works without a family, and for the super admin", async () => {
    for (const person of [await createPerson(), await createPerson({ isSuperAdmin: true })]) {
      await browserOf(person);
      expect((await sendTest(person.cookie)).status).toBe(202);
    }
    await workOffQueue();
    expect(service.received).toHaveLength(2);
  });

  test("is refused with a message on a browser that isn't subscribed, though another is", async () => {
    await browserOf(await openSession(ben.userId, ben.familyId));
    const { status, body } = await sendTest(ben.cookie);
    expect([status, body.code]).toEqual([409, "not_subscribed"]);
    expect(body.error).toBe(
      "This device doesn't get notifications yet. Switch them on first, then send the test.",
    );
    await workOffQueue();
    expect(service.requests).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["title", { body: "x" }],
    ["title", { title: " ", body: "x" }],
    ["title", { title: "x".repeat(101), body: "x" }],
    ["title", { title: "a\nb", body: "x" }],
    ["body", { title: "x" }],
    ["body", { title: "x", body: "x".repeat(501) }],
    ["body", { title: "x", body: "a\u0000b" }],
  ])("without a valid %s is refused", async (field, json) => {
    await browserOf(ben);
    const { status, body } = await sendTest(ben.cookie, json);
    expect([status, body.field]).toEqual([400, field]);
  });

  test("to a browser that is gone forgets it", async () => {
    const { endpoint } = await browserOf(ben);
    service.end(endpoint);
    await sendTest(ben.cookie);
    await workOffQueue();
    expect(await endpoints()).toEqual([]);
  });
});

test("the queue stores nothing of pushes but ids", async () => {
  await browserOf(ben);
  await tell();
  const { id } = await notification();
  await queuePushes([id]);
  const { rows } = await databasePool().query<{ payload: Record<string, unknown> }>(
    `SELECT payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'push.deliver'`,
  );
  expect(Object.keys(only(rows).payload).sort()).toEqual(["notificationId", "subscriptionId"]);
});
