import { pushNotificationsTask } from "@/lib/core/notify/server/tasks";
import { db, type Prisma } from "@/lib/db";
import type { NotificationKind } from "@/lib/generated/prisma/enums";
import { notificationKinds } from "@/lib/shared/notification-kinds";

export interface NotificationEvent {
  kind: NotificationKind;
  familyId: string;
  /** Who caused it: they are not notified. null: nobody in particular. */
  actorId: string | null;
  title: string;
  message: string;
  /** A path in the album that a click opens. */
  url: string;
  mediaId?: string;
  adminMessageId?: string;
  /** The event's own name, such as tag:{mediaId}: each person is notified of it once, however often it is written. */
  eventKey?: string;
}

/** Everyone in the family, its owner and admins, or some of its people by account id. */
export type NotificationAudience = "family" | "admins" | readonly string[];

export interface NotifyOptions {
  /** The event's transaction: people are notified if and only if it commits. */
  client?: Prisma.TransactionClient;
  /** How long to delay pushes, in milliseconds, for example for the rest of a batch of pictures. */
  pushDelayMs?: number;
}

/** Retrying the whole job could notify people twice, so a push is retried per browser instead. */
const pushAttempts = 3;

/**
 * Writes one notification for each person in the audience who is in the family now and has not switched its kind off,
 * and queues their pushes.
 * @returns how many people were notified
 */
export async function notify(
  event: NotificationEvent,
  audience: NotificationAudience,
  { client = db, pushDelayMs = 0 }: NotifyOptions = {},
): Promise<number> {
  const isForAdmins = audience === "admins";
  const isMutable = notificationKinds[event.kind].setting !== null;
  const chosenIds = typeof audience === "string" ? null : [...audience];
  const rows = await client.$queryRaw<{ id: string }[]>`
    INSERT INTO "Notification"
      (id, "userId", "familyId", kind, title, message, url, "mediaId", "actorId", "adminMessageId", "eventKey")
    SELECT gen_random_uuid(), m."userId", m."familyId", ${event.kind}::"NotificationKind", ${event.title},
           ${event.message}, ${event.url}, ${event.mediaId ?? null}::uuid, ${event.actorId}::uuid,
           ${event.adminMessageId ?? null}::uuid, ${event.eventKey ?? null}
    FROM "Membership" m JOIN "User" u ON u.id = m."userId"
    WHERE m."familyId" = ${event.familyId}::uuid
      AND m."userId" IS DISTINCT FROM ${event.actorId}::uuid
      AND (NOT ${isForAdmins}::boolean OR m.role IN ('owner', 'admin'))
      AND (${chosenIds}::uuid[] IS NULL OR m."userId" = ANY(${chosenIds}::uuid[]))
      AND (NOT ${isMutable}::boolean
           OR COALESCE(u.settings #>> ARRAY['notifications', ${event.kind}], 'true') <> 'false')
    ON CONFLICT DO NOTHING
    RETURNING id`;
  if (rows.length === 0) return 0;
  const notificationIds = rows.map(({ id }) => id);
  const runAt = new Date(Date.now() + pushDelayMs);
  await pushNotificationsTask.enqueue({ notificationIds }, { runAt, maxAttempts: pushAttempts }, client);
  return rows.length;
}
