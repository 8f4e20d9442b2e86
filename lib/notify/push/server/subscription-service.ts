import { createHash, createPublicKey, randomUUID } from "node:crypto";
import type { Actor } from "@/lib/core/auth/server/actor";
import { idleDays } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError, badInput, notSignedIn, unavailable } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import {
  maxDevices,
  type PushDevicesDto,
  type SubscribeInput,
  type TestPushInput,
  type UnsubscribeInput,
} from "@/lib/notify/push/schema";
import { pushTries } from "@/lib/notify/push/server/delivery";
import { deliverTestPushTask } from "@/lib/notify/push/server/delivery-service";
import { pushAddress } from "@/lib/platform/push/endpoint";
import { getPushSender } from "@/lib/platform/push/push";

const testsPerPerson = { name: "push-test", points: 10, seconds: 600 };

const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest();

/** The key that browsers subscribe with. @throws AppError 503 if the album has none */
export function getVapidKey(): { publicKey: string } {
  const sender = getPushSender();
  if (!sender) {
    throw unavailable(
      "push_not_configured",
      "Notifications can't be switched on for this device at the moment. You'll still find them in the album.",
    );
  }
  return { publicKey: sender.publicKey };
}

/** Whether this is a point on P-256: encrypting for anything else fails at every push. */
function isPointOnCurve(point: Buffer): boolean {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  if (point.length !== 65 || point[0] !== 4 || !x || !y) return false;
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** @throws AppError 400 with the field at fault */
function checkedSubscription({ endpoint, keys }: SubscribeInput) {
  if (!pushAddress(endpoint)) {
    throw badInput("endpoint", "Notifications can't be delivered to this address.");
  }
  const point = Buffer.from(keys.p256dh, "base64");
  if (!isPointOnCurve(point)) throw badInput("keys.p256dh", "The browser sent keys that can't be used");
  const auth = Buffer.from(keys.auth, "base64");
  if (auth.length !== 16) throw badInput("keys.auth", "The browser sent keys that can't be used");
  return { endpoint, p256dh: point.toString("base64url"), auth: auth.toString("base64url") };
}

/**
 * Subscribes this browser. The subscription belongs to the session and ends with it; a browser that was another
 * account's moves here, since its current user must not read what is meant for the other.
 * @returns whether it is new
 * @throws AppError 400 with the field at fault
 */
export async function subscribe(
  actor: Actor,
  input: SubscribeInput,
  userAgent: string | null,
): Promise<boolean> {
  const { endpoint, p256dh, auth } = checkedSubscription(input);
  // One statement: if two sessions subscribe the same browser at once, the later one gets it.
  const rows = await db.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO "PushSubscription"
      (id, "userId", "sessionId", endpoint, "endpointHash", p256dh, auth, "userAgent")
    SELECT ${randomUUID()}::uuid, s."userId", s.id, ${endpoint}, ${hashOf(endpoint)}, ${p256dh}, ${auth},
           ${userAgent?.slice(0, 300) ?? null}
    FROM "Session" s WHERE s.id = ${actor.sessionId}::uuid AND s."userId" = ${actor.userId}::uuid
    ON CONFLICT ("endpointHash") DO UPDATE SET
      "userId" = EXCLUDED."userId", "sessionId" = EXCLUDED."sessionId", p256dh = EXCLUDED.p256dh,
      auth = EXCLUDED.auth, "userAgent" = EXCLUDED."userAgent", "createdAt" = now(),
      "lastSuccessAt" = CASE WHEN "PushSubscription"."userId" = EXCLUDED."userId"
                             THEN "PushSubscription"."lastSuccessAt" END
    RETURNING xmax = 0 AS "isNew"`;
  const [row] = rows;
  if (!row) throw notSignedIn();
  await db.$executeRaw`
    DELETE FROM "PushSubscription" WHERE id IN (
      SELECT id FROM "PushSubscription" WHERE "userId" = ${actor.userId}::uuid
      ORDER BY "createdAt" DESC, id DESC OFFSET ${maxDevices})`;
  return row.isNew;
}

/** Ends one of the caller's subscriptions, or those of this session. It is fine if there are none. */
export async function unsubscribe(actor: Actor, { endpoint }: UnsubscribeInput): Promise<void> {
  const which = endpoint === undefined ? { sessionId: actor.sessionId } : { endpointHash: hashOf(endpoint) };
  await db.pushSubscription.deleteMany({ where: { userId: actor.userId, ...which } });
}

/** Ended sessions get no pushes, though their rows may be cleaned up later. */
const liveSession = () => ({
  expiresAt: { gt: new Date() },
  lastSeenAt: { gt: new Date(Date.now() - idleDays * 86_400_000) },
});

/** How many of the caller's browsers get notifications, and the addresses of this session's. */
export async function getPushDevices(actor: Actor): Promise<PushDevicesDto> {
  const rows = await db.pushSubscription.findMany({
    where: { userId: actor.userId, session: liveSession() },
    select: { endpoint: true, sessionId: true },
    orderBy: { createdAt: "desc" },
  });
  const here = rows.filter(({ sessionId }) => sessionId === actor.sessionId);
  return { devices: rows.length, endpoints: here.map(({ endpoint }) => endpoint) };
}

/**
 * Sends the caller's own text to the caller's own browsers, from the queue.
 * @returns how many browsers
 * @throws AppError 409 when this browser isn't subscribed, 429
 */
export async function sendTestPush(actor: Actor, { title, body }: TestPushInput): Promise<number> {
  getVapidKey();
  const subscriptions = await db.pushSubscription.findMany({
    where: { userId: actor.userId, session: liveSession() },
    select: { id: true, sessionId: true },
  });
  if (!subscriptions.some(({ sessionId }) => sessionId === actor.sessionId)) {
    throw new AppError(
      "not_subscribed",
      409,
      "This device doesn't get notifications yet. Switch them on first, then send the test.",
    );
  }
  await consumeRateLimit(testsPerPerson, actor.userId);
  const testId = randomUUID();
  const jobs = subscriptions.map(({ id: subscriptionId }) => ({
    payload: { subscriptionId, testId, title, body },
  }));
  await deliverTestPushTask.enqueueAll(jobs, { maxAttempts: pushTries });
  return jobs.length;
}
