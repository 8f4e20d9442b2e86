import { notify } from "@/lib/core/notify/server/notify-service";
import { databasePool, db } from "@/lib/db";
import { startWorkers } from "@/server/tasks";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { startPushService, type TestSubscription } from "@/tests/support/push-service";
import { makeCertificate } from "@/tests/support/test-certificate";
import { until } from "@/tests/support/until";

// Before the settings are first read.
const service = await startPushService(makeCertificate());
Object.assign(process.env, { PUSH_ALLOWED_HOSTS: service.host, PUSH_CA: service.caFile });

withTestDatabase();
afterAll(() => service.stop());

const people = 50;
const browsersEach = 20;

/** Subscribes twenty browsers of one person. */
async function subscribeBrowsers({ userId, sessionId }: FamilyPerson): Promise<TestSubscription[]> {
  const browsers = Array.from({ length: browsersEach }, () => service.subscribe());
  await databasePool().query(
    `INSERT INTO "PushSubscription" (id, "userId", "sessionId", endpoint, "endpointHash", p256dh, auth)
     SELECT gen_random_uuid(), $1, $2, endpoint, sha256(endpoint::bytea), p256dh, auth
     FROM json_to_recordset($3) AS b(endpoint text, p256dh text, auth text)`,
    [userId, sessionId, JSON.stringify(browsers.map(({ endpoint, keys }) => ({ endpoint, ...keys })))],
  );
  return browsers;
}

test("1,000 browsers, a third of them gone, are notified or forgotten once while requests are answered", async () => {
  const ada = await createOwner();
  const browsers: TestSubscription[] = [];
  let reader = ada;
  for (let at = 0; at < people; at++) {
    reader = await createMember(ada.familyId);
    browsers.push(...(await subscribeBrowsers(reader)));
  }
  const gone = browsers.filter((_, at) => at % 3 === 0).map(({ endpoint }) => endpoint);
  for (const endpoint of gone) service.end(endpoint);
  expect([browsers.length, gone.length]).toEqual([1_000, 334]);

  const event = {
    kind: "adminMessage",
    title: "Lunch",
    message: "On Sunday",
    url: "/notifications",
  } as const;
  const notified = await notify({ ...event, familyId: ada.familyId, actorId: ada.userId }, "family");
  expect(notified).toBe(people);

  const worker = await startWorkers();
  const statuses: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      statuses.push((await call("GET", "/api/notifications", { cookie: reader.cookie })).status);
    }
  })();
  // A thousand pushes ahead in the queue don't hold up its other work.
  await until(async () => service.requests.length > 20);
  await databasePool().query(`SELECT graphile_worker.add_job('maintenance.requeue', job_key => 'other')`);
  const isOtherDone = async () =>
    (await databasePool().query("SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'other'"))
      .rowCount === 0;
  await until(isOtherDone);
  const sentBefore = service.requests.length;
  expect(sentBefore).toBeLessThan(browsers.length);

  await until(async () => service.requests.length >= browsers.length, 120_000);
  await until(
    async () =>
      (await databasePool().query("SELECT 1 FROM graphile_worker._private_jobs LIMIT 1")).rowCount === 0,
  );
  isDone = true;
  await asking;
  await worker.stop();

  expect(service.requests).toHaveLength(1_000);
  expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(666);
  const left = await db.pushSubscription.findMany({ select: { endpoint: true, lastSuccessAt: true } });
  expect(left).toHaveLength(666);
  expect(left.filter(({ endpoint, lastSuccessAt }) => gone.includes(endpoint) || !lastSuccessAt)).toEqual([]);
  expect(await db.notification.count({ where: { deliveredAt: null } })).toBe(0);
  expect(new Set(statuses)).toEqual(new Set([200]));
}, 240_000);
