import { idleDays, isDirectAccess } from "@/lib/core/auth/server/sessions";
import { databasePool, db } from "@/lib/db";
import { logLine } from "@/lib/http/log";
import {
  type RenderedNotification,
  renderNotifications,
} from "@/lib/notify/notifications/server/notification-text-service";
import {
  type PushDelivery,
  pushDelivery,
  pushTries,
  type TestPushDelivery,
  testPushDelivery,
} from "@/lib/notify/push/server/delivery";
import { type PushText, pushPayload } from "@/lib/notify/push/server/payload";
import { getPushSender, PushPostponedError, type PushTarget } from "@/lib/platform/push/push";
import { defineTask } from "@/lib/platform/queue/task";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import { notificationKinds } from "@/lib/shared/notification-kinds";

const daySeconds = 86_400;

// Ended sessions get no pushes, though their rows may be cleaned up later.
const liveSession = `s."expiresAt" > now() AND s."lastSeenAt" > now() - interval '${idleDays} days'`;

const isDue = ({ readAt, createdAt }: RenderedNotification) =>
  readAt === null && createdAt.getTime() > Date.now() - daySeconds * 1000;

/** What a browser's session can receive. */
interface Reach {
  isDirectAccess: boolean;
  familyId: string | null;
}
const reachColumns = `${isDirectAccess} AS "isDirectAccess", s."familyId"`;

/** An admin may be using a browser that a link signed in, so it gets nothing about the person's other families. */
const reaches = (browser: Reach, familyId: string) =>
  !browser.isDirectAccess || browser.familyId === familyId;

/**
 * Queues one push for each browser of the people these notifications are for, except those who have read theirs or have
 * left the family.
 */
export async function queuePushes(notificationIds: readonly string[]): Promise<void> {
  if (!getPushSender()) return;
  const due = (await renderNotifications(notificationIds)).filter(isDue);
  const { rows } = await databasePool().query<Reach & { id: string; userId: string }>(
    `SELECT p.id, p."userId", ${reachColumns}
     FROM "PushSubscription" p JOIN "Session" s ON s.id = p."sessionId" JOIN "User" u ON u.id = s."userId"
     WHERE p."userId" = ANY($1::uuid[]) AND ${liveSession}`,
    [due.map(({ userId }) => userId)],
  );
  const browsers = Map.groupBy(rows, ({ userId }) => userId);
  const pushes = due.flatMap(({ id: notificationId, userId, familyId }) =>
    (browsers.get(userId) ?? [])
      .filter((browser) => reaches(browser, familyId))
      .map(({ id: subscriptionId }) => ({ notificationId, subscriptionId })),
  );
  const jobs = pushes.map((payload) => ({
    payload,
    jobKey: `push:${payload.notificationId}:${payload.subscriptionId}`,
  }));
  await deliverPushTask.enqueueAll(jobs, { maxAttempts: pushTries });
}

interface Browser extends Reach {
  userId: string;
  target: PushTarget;
  /** How many families the person is in. */
  families: number;
}

async function findBrowser(subscriptionId: string): Promise<Browser | null> {
  const { rows } = await databasePool().query<
    Reach & { userId: string; endpoint: string; p256dh: string; auth: string; families: number }
  >({
    name: "push-browser",
    text: `SELECT p."userId", p.endpoint, p.p256dh, p.auth, ${reachColumns},
             (SELECT count(*)::int FROM "Membership" m WHERE m."userId" = p."userId") AS families
           FROM "PushSubscription" p JOIN "Session" s ON s.id = p."sessionId" JOIN "User" u ON u.id = s."userId"
           WHERE p.id = $1 AND ${liveSession}`,
    values: [subscriptionId],
  });
  const [row] = rows;
  if (!row) return null;
  const { endpoint, p256dh, auth, ...browser } = row;
  return { ...browser, target: { endpoint, keys: { p256dh, auth } } };
}

interface Push {
  subscriptionId: string;
  target: PushTarget;
  text: PushText;
  isUrgent: boolean;
  /** Identifies the push at the service; a repeated one replaces the first. */
  topic: string;
}

/**
 * Sends a push. A browser that no longer exists is forgotten; a permanently rejected push is only logged, without the
 * address, which is as good as a key.
 * @returns whether the push service accepted it
 * @throws PushPostponedError when it should be retried
 */
async function hand({ subscriptionId, target, text, isUrgent, topic }: Push): Promise<boolean> {
  const sender = getPushSender();
  if (!sender) return false;
  try {
    const outcome = await sender.send(target, pushPayload(text), {
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

/** Both facts in one statement: it runs a thousand times for a message to a large family. */
async function noteSuccess(subscriptionId: string, notificationId: string): Promise<void> {
  await databasePool().query({
    name: "push-success",
    text: `WITH taken AS (UPDATE "PushSubscription" SET "lastSuccessAt" = now() WHERE id = $1)
           UPDATE "Notification" SET "deliveredAt" = now() WHERE id = $2 AND "deliveredAt" IS NULL`,
    values: [subscriptionId, notificationId],
  });
}

/** Longer than the queue's own pauses; after a day the push would be too old. */
const maxWaitSeconds = daySeconds;

/**
 * Sends one notification to one browser, with its current text.
 * @param attempt the queue's count
 * @throws PushPostponedError so that the queue retries, with its own growing pauses
 */
export async function deliverPush(delivery: PushDelivery, attempt: number): Promise<void> {
  const { subscriptionId, notificationId, triesBefore } = delivery;
  const [browser, [notification]] = await Promise.all([
    findBrowser(subscriptionId),
    renderNotifications([notificationId]),
  ]);
  // Someone else may have signed in on that browser since.
  if (!browser || !notification || browser.userId !== notification.userId || !isDue(notification)) return;
  if (!reaches(browser, notification.familyId)) return;
  const { title, message, url, kind } = notification;
  const text: PushText = {
    title,
    body: message,
    // The page it opens switches to the right family first.
    url: browser.families > 1 ? `/notifications?open=${notificationId}` : url,
    tag: notificationId,
    notificationId,
  };
  const push = { subscriptionId, target: browser.target, text, topic: notificationId };
  try {
    const isTaken = await hand({ ...push, isUrgent: notificationKinds[kind].isUrgent });
    if (isTaken) await noteSuccess(subscriptionId, notificationId);
  } catch (error) {
    if (!(error instanceof PushPostponedError) || error.retryAfterSeconds === null) throw error;
    await wait(delivery, triesBefore + attempt, error.retryAfterSeconds);
  }
}

/** A push service that says when to retry is obeyed: the queue's own pauses may be shorter. */
async function wait(delivery: PushDelivery, tries: number, seconds: number): Promise<void> {
  if (tries >= pushTries || seconds > maxWaitSeconds) return;
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

/** Sends a test push to one browser. @throws PushPostponedError so that the queue retries */
export async function deliverTestPush({
  subscriptionId,
  testId,
  title,
  body,
}: TestPushDelivery): Promise<void> {
  const browser = await findBrowser(subscriptionId);
  if (!browser) return;
  const text = { title, body, url: "/settings?tab=notifications", tag: testId, notificationId: null };
  const push = { subscriptionId, target: browser.target, text, isUrgent: true, topic: testId };
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

/** Sends a test push to one browser. */
export const deliverTestPushTask = defineTask("push.deliverTest", testPushDelivery, deliverTestPush);
