import { decodeCursor, encodeCursor } from "@/lib/album/media/server/cursor";
import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import type {
  MarkReadInput,
  NotificationDto,
  NotificationPageDto,
  UnreadCounts,
} from "@/lib/notify/notifications/schema";
import {
  type RenderedNotification,
  renderNotifications,
  selectNotifications,
  shownNotifications,
} from "@/lib/notify/notifications/server/notification-text-service";
import { countedKinds } from "@/lib/shared/notification-kinds";
import type { PageQuery } from "@/lib/shared/pagination";
import { isUuid } from "@/lib/shared/uuid";

const pageSize = 30;

function notificationDto(notification: RenderedNotification): NotificationDto {
  const { id, kind, title, message, url, mediaId, createdAt, readAt } = notification;
  return {
    id,
    kind,
    title,
    message,
    url,
    ...(mediaId ? { mediaId } : {}),
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

const ofActor = (actor: MemberActor) =>
  Prisma.sql`n."userId" = ${actor.userId}::uuid AND n."familyId" = ${actor.familyId}::uuid`;

async function countShown(actor: MemberActor): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM ${shownNotifications} AND ${ofActor(actor)}`;
  return row?.total ?? 0;
}

/**
 * The person's notifications in the current family, newest first. Listing them counts as delivery.
 * @throws AppError 400 for a cursor that isn't ours
 */
export async function listNotifications(actor: MemberActor, query: PageQuery): Promise<NotificationPageDto> {
  const limit = query.limit ?? pageSize;
  const offset = query.offset ?? 0;
  const cursor = query.cursor ? decodeCursor(query.cursor) : null;
  const after = cursor
    ? Prisma.sql`AND (n."createdAt", n.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const [rows, total] = await Promise.all([
    selectNotifications(Prisma.sql`
      AND ${ofActor(actor)} ${after}
      ORDER BY n."createdAt" DESC, n.id DESC LIMIT ${limit + 1} OFFSET ${cursor ? 0 : offset}`),
    countShown(actor),
  ]);
  const page = rows.slice(0, limit);
  await markDelivered(page);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    items: page.map(notificationDto),
    pagination: { total, limit, offset, hasMore },
    nextCursor: hasMore && last ? encodeCursor({ month: 0, at: last.createdAt, id: last.id }) : null,
  };
}

async function markDelivered(page: readonly RenderedNotification[]): Promise<void> {
  const ids = page.filter(({ deliveredAt }) => !deliveredAt).map(({ id }) => id);
  if (ids.length === 0) return;
  await db.notification.updateMany({
    where: { id: { in: ids }, deliveredAt: null },
    data: { deliveredAt: new Date() },
  });
}

/** One lookup in the index of unread notifications: every open page asks twice in 30 seconds. */
export async function countUnread(actor: MemberActor): Promise<UnreadCounts> {
  const [row] = await db.$queryRaw<UnreadCounts[]>`
    SELECT count(*) FILTER (WHERE n.kind <> 'adminMessage')::int AS personal,
           count(*) FILTER (WHERE n.kind = 'adminMessage')::int AS "adminMessages"
    FROM "Notification" n LEFT JOIN "Media" item ON item.id = n."mediaId"
    WHERE ${ofActor(actor)} AND n."readAt" IS NULL AND item."deletedAt" IS NULL
      AND n.kind = ANY(${countedKinds}::"NotificationKind"[])`;
  return row ?? { personal: 0, adminMessages: 0 };
}

/** The id in an address must be the caller's own (api.md, Caller). @throws AppError 404 */
export function requireOwnNotifications(actor: Actor, userId: string): void {
  if (userId !== actor.userId) throw notFound();
}

/**
 * Marks the person's own notifications as read: the given ones, which can be from another family after a pressed push,
 * or all in this family that no admin wrote. Marking again keeps the first time. Reading also counts as delivery.
 */
export async function markRead(actor: MemberActor, { ids }: MarkReadInput): Promise<void> {
  await setRead(
    ids
      ? Prisma.sql`n."userId" = ${actor.userId}::uuid AND n.id = ANY(${ids}::uuid[])`
      : Prisma.sql`${ofActor(actor)} AND n.kind <> 'adminMessage'`,
  );
}

/** Marks the messages of the family's admins as read. */
export async function markAdminMessagesRead(actor: MemberActor): Promise<void> {
  await setRead(Prisma.sql`${ofActor(actor)} AND n.kind = 'adminMessage'`);
}

async function setRead(which: Prisma.Sql): Promise<void> {
  await db.$executeRaw`
    UPDATE "Notification" n SET "readAt" = now(), "deliveredAt" = COALESCE(n."deliveredAt", now())
    WHERE ${which} AND n."readAt" IS NULL`;
}

/** Where a pressed push leads: the notification's path, and the family to switch to. Null if it isn't theirs. */
export async function findOwnNotification(
  actor: Actor,
  id: string,
): Promise<{ id: string; familyId: string; url: string } | null> {
  const [found] = isUuid(id) ? await renderNotifications([id]) : [];
  if (found?.userId !== actor.userId) return null;
  return { id: found.id, familyId: found.familyId, url: found.url };
}
