import { databasePool, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { dayMs } from "@/lib/shared/units";

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

export function isDatabaseReachable(): Promise<boolean> {
  return succeeds(databasePool().query("SELECT 1"));
}

export async function checkReadiness(): Promise<{ database: boolean; storage: boolean; queue: boolean }> {
  const [database, storage, queue] = await Promise.all([
    isDatabaseReachable(),
    succeeds(getStorage().ready()),
    // Fails until the queue's tables are there.
    succeeds(databasePool().query("SELECT 1 FROM graphile_worker.jobs LIMIT 1")),
  ]);
  return { database, storage, queue };
}

/** How long a repeated request gets its first answer. */
const idempotencyMs = dayMs;
/** Used links are remembered for a while, so that a second visit can be distinguished from a wrong link. */
const spentTokenMs = 7 * dayMs;
const outboxMs = 30 * dayMs;
/** Long enough for an admin to notice that nobody came. */
const closedInvitationMs = 90 * dayMs;

/** Half a year of notifications and of admins' messages. */
const notificationMs = 180 * dayMs;

/** Errors that have not recurred for a month. */
const systemErrorMs = 30 * dayMs;

/** Stripe resends an event for days, not for months. */
const billingEventMs = 90 * dayMs;

const unsealedMs = 14 * dayMs;
const goneOriginalMs = 30 * dayMs;

/** Removes temporary records: ended sessions, answers stored for repeated requests, used rate limits. */
export async function removeExpiredRecords(now = new Date()): Promise<void> {
  await db.session.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.idempotencyKey.deleteMany({
    where: { createdAt: { lt: new Date(now.getTime() - idempotencyMs) } },
  });
  await db.oneTimeToken.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - spentTokenMs) } } });
  await db.outboxMessage.deleteMany({
    where: { createdAt: { lt: new Date(now.getTime() - outboxMs) } },
  });
  await db.outboxMessage.updateMany({
    where: { livePart: { not: null }, livePartUntil: { lt: now } },
    data: { livePart: null },
  });
  // Written before links were sealed: those links worked for at most 14 days.
  await db.outboxMessage.updateMany({
    where: {
      livePart: null,
      tokenId: null,
      state: { not: "sent" },
      template: {
        in: ["invitation", "familyInvitation", "confirmEmail", "passwordReset", "passwordGuessing"],
      },
      createdAt: { lt: new Date(now.getTime() - unsealedMs) },
    },
    data: { text: "", html: null },
  });
  await db.invitation.deleteMany({
    where: { expiresAt: { lt: new Date(now.getTime() - closedInvitationMs) } },
  });
  const notificationsSince = new Date(now.getTime() - notificationMs);
  await db.adminMessage.deleteMany({ where: { createdAt: { lt: notificationsSince } } });
  await db.notification.deleteMany({ where: { createdAt: { lt: notificationsSince } } });
  await db.billingEvent.deleteMany({
    where: { receivedAt: { lt: new Date(now.getTime() - billingEventMs) } },
  });
  await db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
  await db.systemError.deleteMany({ where: { lastAt: { lt: new Date(now.getTime() - systemErrorMs) } } });
  await db.guessCount.deleteMany({ where: { dayEndsAt: { lt: now } } });
  // A copy that is still active has removed the file, and with it the row, long before.
  await db.secondCopyFile.deleteMany({ where: { goneAt: { lt: new Date(now.getTime() - goneOriginalMs) } } });
}
