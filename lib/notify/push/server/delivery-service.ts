import { idleDays } from "@/lib/core/auth/server/sessions";
import { databasePool, db } from "@/lib/db";
import { logLine } from "@/lib/http/log";
import {
  type RenderedNotification,
  renderNotifications,
} from "@/lib/notify/notifications/server/words-service";
import {
  type PushDelivery,
  pushDelivery,
  pushTries,
  type TestPushDelivery,
  testPushDelivery,
} from "@/lib/notify/push/server/delivery";
import { type PushWords, pushPayload } from "@/lib/notify/push/server/payload";
import { getPushSender, PushPostponedError, type PushTarget } from "@/lib/platform/push/push";
import { defineTask } from "@/lib/platform/queue/task";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import { notificationKinds } from "@/lib/shared/notification-kinds";

const daySeconds = 86_400;

// Sessions that are over are told nothing, though their rows may be tidied up later.
const liveSession = `s."expiresAt" > now() AND s."lastSeenAt" > now() - interval '${idleDays} days'`;

const isDue = ({ readAt, createdAt }: RenderedNotification) =>
  readAt === null && createdAt.getTime() > Date.now() - daySeconds * 1000;

/**
 * Queues one push for each browser of the people whom these notifications are for. Who has read theirs, or is out of
 * the family by now, gets none.
 */
export async function queuePushes(notificationIds: readonly string[]): Promise<void> {
  if (!getPushSender()) return;
  const due = (await renderNotifications(notificationIds)).filter(isDue);
  const { rows } = await databasePool().query<{ id: string; userId: string }>(
    `SELECT p.id, p."userId" FROM "PushSubscription" p JOIN "Session" s ON s.id = p."sessionId"
     WHERE p."userId" = ANY($1::uuid[]) AND ${liveSession}`,
    [due.map(({ userId }) => userId)],
  );
  const browsers = Map.groupBy(rows, ({ userId }) => userId);
  const pushes = due.flatMap(({ id: notificationId, userId }) =>
    (browsers.get(userId) ?? []).map(({ id: subscriptionId }) => ({ notificationId, subscriptionId })),
  );
  const jobs = pushes.map((payload) => ({
    payload,
    jobKey: `push:${payload.notificationId}:${payload.subscriptionId}`,
  }));
  await deliverPushTask.enqueueAll(jobs, { maxAttempts: pushTries });
}

interface Browser {
  userId: string;
  target: PushTarget;
  /** How many families its person is in. */
  families: number;
}

async function findBrowser(subscriptionId: string): Promise<Browser | null> {
  const { rows } = await databasePool().query<{
    userId: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    families: number;
  }>({
    name: "push-browser",
    text: `SELECT p."userId", p.endpoint, p.p256dh, p.auth,
             (SELECT count(*)::int FROM "Membership" m WHERE m."userId" = p."userId") AS families
           FROM "PushSubscription" p JOIN "Session" s ON s.id = p."sessionId"
           WHERE p.id = $1 AND ${liveSession}`,
    values: [subscriptionId],
  });
  const [row] = rows;
  if (!row) return null;
  const { userId, endpoint, p256dh, auth, families } = row;
  return { userId, families, target: { endpoint, keys: { p256dh, auth } } };
}

interface Push {
  subscriptionId: string;
  target: PushTarget;
  words: PushWords;
  isUrgent: boolean;
  /** Names the push at the service; a repeated one takes the place of the first. */
  topic: string;
}

/**
 * Hands a push over. A browser that is gone is forgotten; a push that is refused for good is only logged, without the
 * address, which is as good as a key.
 * @returns whether the push service took it
 * @throws PushPostponedError when it is to be tried again
 */
async function hand({ subscriptionId, target, words, isUrgent, topic }: Push): Promise<boolean> {
  const sender = getPushSender();
  if (!sender) return false;
  try {
    const outcome = await sender.send(target, pushPayload(words), {
      ttlSeconds: daySeconds,
      urgency: isUrgent ? "high" : "normal",
      topic: topic.replaceAll("-", ""),
    });
    if (outcome === "sent") return true;
    await db.pushSubscription.deleteMany({ where: { id: subscriptionId, endpoint: target.endpoint } });
    return false;
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
    logLine("error", { part: "push", subscriptionId, message: error.message });
    return false;
  }
}

/** Both facts in one statement: it is done a thousand times for a message to a large family. */
async function noteSuccess(subscriptionId: string, notificationId: string): Promise<void> {
  await databasePool().query({
    name: "push-success",
    text: `WITH taken AS (UPDATE "PushSubscription" SET "lastSuccessAt" = now() WHERE id = $1)
           UPDATE "Notification" SET "deliveredAt" = now() WHERE id = $2 AND "deliveredAt" IS NULL`,
    values: [subscriptionId, notificationId],
  });
}

/** Longer than the queue's own pauses; the push would be too old after a day. */
const longestWaitSeconds = daySeconds;

/**
 * Sends one notification to one browser, in the words of now.
 * @param attempt of the queue
 * @throws PushPostponedError: the queue tries again, after its own growing pauses
 */
export async function deliverPush(delivery: PushDelivery, attempt: number): Promise<void> {
  const { subscriptionId, notificationId, triesBefore } = delivery;
  const [browser, [notification]] = await Promise.all([
    findBrowser(subscriptionId),
    renderNotifications([notificationId]),
  ]);
  // Somebody else may have signed in on that browser since.
  if (!browser || !notification || browser.userId !== notification.userId || !isDue(notification)) return;
  const { title, message, url, kind } = notification;
  const words: PushWords = {
    title,
    body: message,
    // The page behind it switches to the right family first.
    url: browser.families > 1 ? `/notifications?open=${notificationId}` : url,
    tag: notificationId,
    notificationId,
  };
  const push = { subscriptionId, target: browser.target, words, topic: notificationId };
  try {
    const isTaken = await hand({ ...push, isUrgent: notificationKinds[kind].isUrgent });
    if (isTaken) await noteSuccess(subscriptionId, notificationId);
  } catch (error) {
    if (!(error instanceof PushPostponedError) || error.retryAfterSeconds === null) throw error;
    await wait(delivery, triesBefore + attempt, error.retryAfterSeconds);
  }
}

/** A push service that says when to come again is taken at its word: the queue's own pauses may be shorter. */
async function wait(delivery: PushDelivery, tries: number, seconds: number): Promise<void> {
  if (tries >= pushTries || seconds > longestWaitSeconds) return;
  const runAt = new Date(Date.now() + seconds * 1000);
  const { subscriptionId, notificationId } = delivery;
  await deliverPushTask.enqueue(
    { ...delivery, triesBefore: tries },
    {
      runAt,
      maxAttempts: pushTries - tries,
      jobKey: `push:${notificationId}:${subscriptionId}`,
    },
  );
}

/** Sends the words of a test to one browser. @throws PushPostponedError: the queue tries again */
export async function deliverTestPush({
  subscriptionId,
  testId,
  title,
  body,
}: TestPushDelivery): Promise<void> {
  const browser = await findBrowser(subscriptionId);
  if (!browser) return;
  const words = { title, body, url: "/settings?tab=notifications", tag: testId, notificationId: null };
  const push = { subscriptionId, target: browser.target, words, isUrgent: true, topic: testId };
  if (await hand(push)) {
    await db.pushSubscription.updateMany({
      where: { id: subscriptionId },
      data: { lastSuccessAt: new Date() },
    });
  }
}

/** Sends one notification to one browser. */
export const deliverPushTask = defineTask("push.deliver", pushDelivery, (delivery, { attempt }) =>
  deliverPush(delivery, attempt),
);

/** Sends the words of a test to one browser. */
export const deliverTestPushTask = defineTask("push.deliverTest", testPushDelivery, deliverTestPush);
