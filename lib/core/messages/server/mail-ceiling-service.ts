import { deliverMessageTask, maxDeliveryAttempts } from "@/lib/core/messages/server/tasks";
import type { MailTemplateName } from "@/lib/core/messages/server/templates";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import { lockInTransaction } from "@/lib/platform/locks";
import { defineTask, noPayload } from "@/lib/platform/queue/task";

/** Mail that someone needs to get into their account, or to keep others out of it. */
const urgentTemplates: string[] = [
  "passwordReset",
  "passwordChanged",
  "passwordGuessing",
  "temporaryPassword",
  "childPasswordReset",
  "confirmEmail",
  "contactChange",
  "emailChanged",
  "securityChange",
] satisfies MailTemplateName[];

/** A tenth of each ceiling is reserved for urgent mail. */
const ordinaryShare = 0.9;
/** Released mails that hit the ceiling again simply wait again: a round need not be large. */
const maxAtOnce = 500;

export interface MailCounts {
  lastHour: number;
  lastDay: number;
  /** Over the ceiling: sent as soon as there is capacity. */
  waiting: number;
}

/** Mails released from the outbox, and those waiting for the ceiling. */
export async function countMails(): Promise<MailCounts> {
  const [row] = await db.$queryRaw<MailCounts[]>`
    SELECT count(*) FILTER (WHERE "releasedAt" > now() - interval '1 hour')::int AS "lastHour",
           count(*) FILTER (WHERE "releasedAt" IS NOT NULL)::int AS "lastDay",
           count(*) FILTER (WHERE "releasedAt" IS NULL)::int AS waiting
    FROM "OutboxMessage"
    WHERE channel = 'mail' AND ("releasedAt" > now() - interval '1 day'
      OR ("releasedAt" IS NULL AND state = 'queued' AND "createdAt" < now() - interval '1 minute'))`;
  return row ?? { lastHour: 0, lastDay: 0, waiting: 0 };
}

const shareOf = (ceiling: number | null, isUrgent: boolean) =>
  ceiling === null ? null : isUrgent ? ceiling : Math.ceil(ceiling * ordinaryShare);

/**
 * Releases a mail from the outbox, unless the installation has reached its ceilings. Workers wait for each other here,
 * so the last slot is given out only once. A retried mail keeps its slot.
 * @returns false if it has to wait
 */
export async function reserveMailSlot({ id, template }: { id: string; template: string }): Promise<boolean> {
  const { ceilings } = await getSystemSettings();
  const isUrgent = urgentTemplates.includes(template);
  const perHour = shareOf(ceilings.mailsPerHour, isUrgent);
  const perDay = shareOf(ceilings.mailsPerDay, isUrgent);
  const released = await db.$transaction(async (client) => {
    await lockInTransaction(client, "ceiling:mails");
    return client.$executeRaw`
      UPDATE "OutboxMessage" SET "releasedAt" = coalesce("releasedAt", now())
      WHERE id = ${id}::uuid AND ("releasedAt" IS NOT NULL OR (
        (${perHour}::int IS NULL OR ${perHour}::int > (SELECT count(*) FROM "OutboxMessage"
          WHERE channel = 'mail' AND "releasedAt" > now() - interval '1 hour'))
        AND (${perDay}::int IS NULL OR ${perDay}::int > (SELECT count(*) FROM "OutboxMessage"
          WHERE channel = 'mail' AND "releasedAt" > now() - interval '1 day'))))`;
  });
  return released > 0;
}

/** Sends mails that waited for the ceiling, as many as there is capacity for: urgent ones first, then the oldest. */
export async function releaseWaitingMails(): Promise<void> {
  const { mailsPerHour, mailsPerDay } = (await getSystemSettings()).ceilings;
  const { lastHour, lastDay, waiting } = await countMails();
  const room = Math.min(
    (mailsPerHour ?? Number.POSITIVE_INFINITY) - lastHour,
    (mailsPerDay ?? Number.POSITIVE_INFINITY) - lastDay,
    maxAtOnce,
  );
  if (waiting === 0 || room <= 0) return;
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "OutboxMessage"
    WHERE channel = 'mail' AND state = 'queued' AND "releasedAt" IS NULL
      AND "createdAt" < now() - interval '1 minute'
      -- One that a worker has in hand would go out twice.
      AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE key = 'message:' || "OutboxMessage".id)
    ORDER BY template = ANY(${urgentTemplates}) DESC, "createdAt", id
    LIMIT ${room}`;
  await deliverMessageTask.enqueueAll(
    rows.map(({ id }) => ({ payload: { messageId: id }, jobKey: `message:${id}` })),
    { maxAttempts: maxDeliveryAttempts },
  );
}

export const releaseMailsTask = defineTask("messages.release", noPayload, () => releaseWaitingMails());
