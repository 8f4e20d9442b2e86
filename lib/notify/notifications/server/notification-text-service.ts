import { pathToItem, pathToSeveral } from "@/lib/album/media/server/notified-paths";
import { shownName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import type { NotificationKind } from "@/lib/generated/prisma/enums";
import { bundleMs, describeNewUploads } from "@/lib/notify/notifications/server/bundle-text";

/** A notification with its current text: new pictures are counted when it is read. */
export interface RenderedNotification {
  id: string;
  userId: string;
  familyId: string;
  kind: NotificationKind;
  title: string;
  message: string;
  /** A path of the album, where a click leads. */
  url: string;
  /** The picture it is about; for new pictures, the first of them. */
  mediaId: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
  readAt: Date | null;
}

interface NotificationRow extends RenderedNotification {
  actorName: string;
  photos: number | null;
  videos: number | null;
  firstId: string | null;
  lastId: string | null;
}

/**
 * Which rows of "Notification" n are visible: in open families that the person belongs to, not about items in the trash, and
 * for new pictures only while some are left. A bundle's pictures are those that its uploader added within ten minutes
 * of its start, which its event key contains.
 */
export const shownNotifications = Prisma.sql`
  "Notification" n
  JOIN "Membership" reader ON reader."userId" = n."userId" AND reader."familyId" = n."familyId"
  JOIN "Family" album ON album.id = reader."familyId" AND album."suspendedAt" IS NULL
  LEFT JOIN "Media" item ON item.id = n."mediaId"
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE added."mediaType" = 'image')::int AS photos,
           count(*) FILTER (WHERE added."mediaType" = 'video')::int AS videos,
           (array_agg(added.id ORDER BY added."uploadDate", added.id))[1] AS "firstId",
           (array_agg(added.id ORDER BY added."uploadDate" DESC, added.id DESC))[1] AS "lastId"
    FROM (SELECT CASE WHEN n."eventKey" ~ '^new-pictures:[^:]+:[0-9]{1,15}$'
                 THEN timestamptz 'epoch' + split_part(n."eventKey", ':', 3)::bigint * interval '1 millisecond'
                 ELSE n."createdAt" END AS "startedAt") bundle
    JOIN "Media" added ON added."familyId" = n."familyId" AND added."uploaderId" = n."actorId"
      AND added."deletedAt" IS NULL AND added."uploadDate" >= bundle."startedAt"
      AND added."uploadDate" < bundle."startedAt" + ${bundleMs}::int * interval '1 millisecond'
    WHERE n.kind = 'newPictures'
  ) bundle ON n.kind = 'newPictures'
  WHERE item."deletedAt" IS NULL AND (n.kind <> 'newPictures' OR bundle.photos + bundle.videos > 0)`;

/** The columns that `renderedNotification` makes the text from. */
export const notificationColumns = Prisma.sql`
  n.id, n."userId", n."familyId", n.kind::text AS kind, n.title, n.message, n.url, n."mediaId", n."createdAt",
  n."deliveredAt", n."readAt", bundle.photos, bundle.videos, bundle."firstId", bundle."lastId",
  COALESCE((SELECT ${shownName} FROM "User" u
     LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = n."familyId"
     WHERE u.id = n."actorId"), 'Someone') AS "actorName"`;

/** A row of `notificationColumns` with its text. */
export function renderedNotification(row: NotificationRow): RenderedNotification {
  const { actorName, photos, videos, firstId, lastId, ...notification } = row;
  if (row.kind !== "newPictures" || photos === null || videos === null || lastId === null)
    return notification;
  return {
    ...notification,
    message: describeNewUploads(actorName, photos, videos),
    url: photos + videos === 1 ? pathToItem(lastId) : pathToSeveral(lastId),
    mediaId: firstId,
  };
}

/** Reads notifications with their text. @param rest conditions on n that follow a WHERE, and the order */
export async function selectNotifications(rest: Prisma.Sql): Promise<RenderedNotification[]> {
  const rows = await db.$queryRaw<NotificationRow[]>`
    SELECT ${notificationColumns} FROM ${shownNotifications} ${rest}`;
  return rows.map(renderedNotification);
}

/**
 * These notifications with their text, in no particular order. Omits those that are deleted, that point at something in
 * the trash, or whose person is no longer in the family.
 */
export async function renderNotifications(ids: readonly string[]): Promise<RenderedNotification[]> {
  if (ids.length === 0) return [];
  return selectNotifications(Prisma.sql`AND n.id = ANY(${[...ids]}::uuid[])`);
}
