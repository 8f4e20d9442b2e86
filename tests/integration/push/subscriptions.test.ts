import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, createPerson, openSession, type Person } from "@/tests/support/factories";
import { hostileEndpoints } from "@/tests/support/hostile-endpoints";
import { startPushService, type TestSubscription } from "@/tests/support/push-service";
import { makeCertificate } from "@/tests/support/test-certificate";

// Before the settings are first read.
const service = await startPushService(makeCertificate());
Object.assign(process.env, { PUSH_ALLOWED_HOSTS: service.host, PUSH_CA: service.caFile });

withTestDatabase();
afterAll(() => service.stop());

const post = (path: string, cookie: string, json?: unknown) =>
  call("POST", `/api/push/${path}`, { cookie, ...(json === undefined ? {} : { json }) });
const subscribe = (cookie: string, subscription: unknown) => post("subscribe", cookie, subscription);
const devicesOf = (cookie: string) => call("GET", "/api/push/devices", { cookie });
const rows = () =>
  db.pushSubscription.findMany({
    select: { userId: true, sessionId: true, endpoint: true, p256dh: true, auth: true, userAgent: true },
    orderBy: { createdAt: "asc" },
  });

/** Another browser of the same person. */
const otherBrowser = ({ userId, familyId }: Person) => openSession(userId, familyId);

test("the key is the album's own, for everyone signed in", async () => {
  const answers = [await createOwner(), await createPerson(), await createPerson({ isSuperAdmin: true })].map(
    ({ cookie }) => call("GET", "/api/push/vapid-key", { cookie }),
  );
  for (const { status, body } of await Promise.all(answers)) {
    expect([status, body]).toEqual([200, { publicKey: process.env.VAPID_PUBLIC_KEY }]);
  }
});

test("a browser subscribes: 201, and 200 if it does so again", async () => {
  const { cookie, userId, sessionId } = await createOwner();
  const subscription = service.subscribe();
  const body = { ...subscription, expirationTime: null };
  const headers = { "User-Agent": "Mozilla/5.0 (a phone)" };
  const first = await call("POST", "/api/push/subscribe", { cookie, json: body, headers });
  const second = await call("POST", "/api/push/subscribe", { cookie, json: body, headers });
  expect([first.status, first.body, second.status]).toEqual([201, { success: true }, 200]);
  expect(await rows()).toEqual([
    {
      userId,
      sessionId,
      endpoint: subscription.endpoint,
      ...subscription.keys,
      userAgent: "Mozilla/5.0 (a phone)",
    },
  ]);
  expect((await devicesOf(cookie)).body).toEqual({ devices: 1, endpoints: [subscription.endpoint] });
});

test("the same browser subscribing many times at once is one", async () => {
  const { cookie } = await createOwner();
  const subscription = service.subscribe();
  const answers = await Promise.all(Array.from({ length: 8 }, () => subscribe(cookie, subscription)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  expect(await rows()).toHaveLength(1);
});

test("changed keys replace the old ones", async () => {
  const { cookie } = await createOwner();
  const { endpoint, keys } = service.subscribe();
  const renewed = { endpoint, keys: service.subscribe().keys };
  await subscribe(cookie, { endpoint, keys });
  await subscribe(cookie, renewed);
  expect(await rows()).toMatchObject([{ endpoint, ...renewed.keys }]);
});

test("padded keys, or keys in the other base64 alphabet, are the same keys", async () => {
  const { cookie } = await createOwner();
  const { endpoint, keys } = service.subscribe();
  const padded = {
    p256dh: Buffer.from(keys.p256dh, "base64url").toString("base64"),
    auth: Buffer.from(keys.auth, "base64url").toString("base64"),
  };
  expect((await subscribe(cookie, { endpoint, keys: padded })).status).toBe(201);
  expect(await rows()).toMatchObject([keys]);
});

test("a browser that another account uses now is that account's", async () => {
  const ada = await createOwner();
  const ben = await createMember(ada.familyId);
  const subscription = service.subscribe();
  await subscribe(ada.cookie, subscription);
  // Ada's last delivery there doesn't count for Ben.
  await db.pushSubscription.updateMany({ data: { lastSuccessAt: new Date() } });
  expect((await subscribe(ben.cookie, subscription)).status).toBe(200);
  expect(await rows()).toMatchObject([{ userId: ben.userId, sessionId: ben.sessionId }]);
  expect(await db.pushSubscription.findMany({ select: { lastSuccessAt: true } })).toEqual([
    { lastSuccessAt: null },
  ]);
  expect((await devicesOf(ada.cookie)).body).toEqual({ devices: 0, endpoints: [] });
});

test("several browsers of one person are counted, and each knows itself", async () => {
  const ada = await createOwner();
  const tablet = await otherBrowser(ada);
  const [one, two] = [service.subscribe(), service.subscribe()];
  await subscribe(ada.cookie, one);
  await subscribe(tablet.cookie, two);
  expect((await devicesOf(ada.cookie)).body).toEqual({ devices: 2, endpoints: [one.endpoint] });
  expect((await devicesOf(tablet.cookie)).body).toEqual({ devices: 2, endpoints: [two.endpoint] });
});

test("beyond twenty browsers, the ones that subscribed first are removed", async () => {
  const { cookie } = await createOwner();
  const other = await createOwner();
  const theirs = service.subscribe();
  await subscribe(other.cookie, theirs);
  const all = Array.from({ length: 22 }, () => service.subscribe());
  for (const one of all) await subscribe(cookie, one);
  const kept = (await rows()).map(({ endpoint }) => endpoint);
  expect(kept).toEqual([theirs, ...all.slice(2)].map(({ endpoint }) => endpoint));
});

const { keys } = service.subscribe();
const endpoint = `https://${service.host}/push/1`;
const offCurve = Buffer.from(keys.p256dh, "base64url");
offCurve[40] = (offCurve[40] ?? 0) ^ 1;

test.each<[string, string, unknown]>([
  ["no body", "endpoint", {}],
  ["an endpoint of another type", "endpoint", { endpoint: 5, keys }],
  ["an endpoint with NUL", "endpoint", { endpoint: `${endpoint}\u0000`, keys }],
  ["an endpoint too long", "endpoint", { endpoint: `${endpoint}${"x".repeat(2_000)}`, keys }],
  ["no keys", "keys", { endpoint }],
  ["no p256dh", "keys.p256dh", { endpoint, keys: { auth: keys.auth } }],
  ["a short p256dh", "keys.p256dh", { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } }],
  [
    "a point off the curve",
    "keys.p256dh",
    { endpoint, keys: { ...keys, p256dh: offCurve.toString("base64url") } },
  ],
  [
    "a point in another form",
    "keys.p256dh",
    { endpoint, keys: { ...keys, p256dh: `A${keys.p256dh.slice(1)}` } },
  ],
  ["no auth", "keys.auth", { endpoint, keys: { p256dh: keys.p256dh } }],
  ["a long auth", "keys.auth", { endpoint, keys: { ...keys, auth: `${keys.auth}AA` } }],
])("%s is refused with the field %s", async (_, field, json) => {
  const { cookie } = await createOwner();
  const answer = await subscribe(cookie, json);
  expect([answer.status, answer.body.field]).toEqual([400, field]);
  expectErrorBody(answer);
  expect(await rows()).toEqual([]);
});

test("hostile addresses are refused with the field endpoint", async () => {
  const { cookie } = await createOwner();
  for (const hostile of hostileEndpoints(8443)) {
    const { status, body } = await subscribe(cookie, { endpoint: hostile, keys });
    expect([hostile, status, body.field]).toEqual([hostile, 400, "endpoint"]);
  }
  expect(await rows()).toEqual([]);
  expect((await subscribe(cookie, { endpoint, keys })).status).toBe(201);
});

describe("unsubscribing", () => {
  let ada: Person;
  let tablet: { cookie: string };
  let here: TestSubscription;
  let there: TestSubscription;

  beforeEach(async () => {
    ada = await createOwner();
    tablet = await otherBrowser(ada);
    [here, there] = [service.subscribe(), service.subscribe()];
    await subscribe(ada.cookie, here);
    await subscribe(tablet.cookie, there);
  });
  const left = async () => (await rows()).map(({ endpoint: one }) => one);

  test("without a body ends this session's, and can be repeated", async () => {
    for (const json of [undefined, {}, undefined]) {
      const { status, body } = await post("unsubscribe", ada.cookie, json);
      expect([status, body]).toEqual([200, { success: true }]);
    }
    expect(await left()).toEqual([there.endpoint]);
  });

  test("with its endpoint ends that one, from any of the person's browsers", async () => {
    for (let at = 0; at < 2; at++) {
      expect((await post("unsubscribe", ada.cookie, { endpoint: there.endpoint })).status).toBe(200);
    }
    expect(await left()).toEqual([here.endpoint]);
  });

  test("never ends another person's", async () => {
    const ben = await createOwner();
    expect((await post("unsubscribe", ben.cookie, { endpoint: here.endpoint })).status).toBe(200);
    expect((await post("unsubscribe", ben.cookie)).status).toBe(200);
    expect(await left()).toEqual([here.endpoint, there.endpoint]);
  });

  test("an endpoint of another type is refused", async () => {
    const answer = await post("unsubscribe", ada.cookie, { endpoint: { contains: "" } });
    expect([answer.status, answer.body.field]).toEqual([400, "endpoint"]);
    expect(await left()).toHaveLength(2);
  });

  test("signing out ends this browser's", async () => {
    await call("POST", "/api/auth/logout", { cookie: ada.cookie });
    expect(await left()).toEqual([there.endpoint]);
  });

  test("signing out the other sessions ends theirs", async () => {
    await call("DELETE", "/api/auth/sessions", { cookie: ada.cookie });
    expect(await left()).toEqual([here.endpoint]);
  });
});
