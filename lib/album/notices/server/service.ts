import {
  type CreateNoticeInput,
  maxNotices,
  type NoticeDto,
  type NoticeLikesDto,
  type UpdateNoticeInput,
} from "@/lib/album/notices/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { shownName } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { excerpt } from "@/lib/shared/excerpt";
import { noticeAnchor } from "@/lib/shared/notice-preview";

/** The notices this person sees: the active ones, or all for an admin. */
const shown = (actor: MemberActor) => Sql.sql`n."familyId" = ${actor.familyId}::uuid
  AND (n."isActive" OR ${may(actor, "notices.manage")}::boolean)`;

type NoticeRow = Omit<NoticeDto, "createdAt"> & { createdAt: Date };

async function readNotices(
  actor: MemberActor,
  where: Sql.Sql,
  client: Prisma.TransactionClient = db,
): Promise<NoticeDto[]> {
  const rows = await client.$queryRaw<NoticeRow[]>`
    SELECT n.id, n.title, n.message, n."isActive", n."createdAt", u.username AS "createdByUsername",
           ${shownName} AS "createdByName",
           (SELECT count(*)::int FROM "NoticeLike" l WHERE l."noticeId" = n.id) AS "likeCount",
           COALESCE((SELECT true FROM "NoticeLike" l WHERE l."noticeId" = n.id AND l."userId" = ${actor.userId}::uuid),
                    false) AS "isLiked"
    FROM "Notice" n LEFT JOIN "User" u ON u.id = n."createdById"
    LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = n."familyId"
    WHERE ${where} ORDER BY n."createdAt" DESC, n.id DESC LIMIT ${maxNotices}`;
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** The board, newest first. */
export function listNotices(actor: MemberActor): Promise<NoticeDto[]> {
  return readNotices(actor, shown(actor));
}

async function requireNotice(
  actor: MemberActor,
  id: string,
  client: Prisma.TransactionClient,
): Promise<NoticeDto> {
  const [notice] = await readNotices(actor, Sql.sql`${shown(actor)} AND n.id = ${id}::uuid`, client);
  if (!notice) throw notFound();
  return notice;
}

const eventKey = (id: string) => `notice:${id}`;

/** The text that notifications quote from a notice. */
function quoteNotice({ title, message }: CreateNoticeInput): { title: string; message: string } {
  return { title: `New notice: ${title}`, message: excerpt(message) };
}

/** Adds a notice to the board and notifies the family. */
export async function createNotice(
  actor: MemberActor,
  { title, message }: CreateNoticeInput,
): Promise<NoticeDto> {
  return db.$transaction(async (client) => {
    const { id } = await client.notice.create({
      data: { familyId: actor.familyId, createdById: actor.userId, title, message },
      select: { id: true },
    });
    await notify(
      {
        kind: "notice",
        familyId: actor.familyId,
        actorId: actor.userId,
        ...quoteNotice({ title, message }),
        url: `/#${noticeAnchor(id)}`,
        eventKey: eventKey(id),
      },
      "family",
      { client },
    );
    return requireNotice(actor, id, client);
  });
}

/**
 * Changes what is given of a notice, and the notifications that quote it. Hiding a notice removes its notifications, and showing it again
 * notifies nobody a second time.
 * @throws AppError 404
 */
export async function updateNotice(
  actor: MemberActor,
  id: string,
  { title, message, isActive }: UpdateNoticeInput,
): Promise<NoticeDto> {
  const { familyId } = actor;
  return db.$transaction(async (client) => {
    const changed = await client.notice.updateMany({
      where: { id, familyId },
      data: {
        ...(title === undefined ? {} : { title }),
        ...(message === undefined ? {} : { message }),
        ...(isActive === undefined ? {} : { isActive }),
      },
    });
    if (changed.count === 0) throw notFound();
    const notice = await requireNotice(actor, id, client);
    const quoting = { familyId, eventKey: eventKey(notice.id) };
    if (notice.isActive) {
      await client.notification.updateMany({ where: quoting, data: quoteNotice(notice) });
    } else {
      await client.notification.deleteMany({ where: quoting });
    }
    return notice;
  });
}

/** Permanently deletes a notice, with its likes and notifications. @throws AppError 404 */
export async function deleteNotice(actor: MemberActor, id: string): Promise<void> {
  const { familyId } = actor;
  await db.$transaction(async (client) => {
    const deleted = await client.notice.deleteMany({ where: { id, familyId } });
    if (deleted.count === 0) throw notFound();
    await client.notification.deleteMany({ where: { familyId, eventKey: eventKey(id.toLowerCase()) } });
  });
}

async function readLikes(
  actor: MemberActor,
  id: string,
  client: Prisma.TransactionClient,
): Promise<NoticeLikesDto> {
  const likes = await client.$queryRaw<NoticeLikesDto["likes"]>`
    SELECT l.id, l."userId", u.username, ${shownName} AS "displayName"
    FROM "NoticeLike" l JOIN "User" u ON u.id = l."userId"
    LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = ${actor.familyId}::uuid
    WHERE l."noticeId" = ${id}::uuid ORDER BY l."createdAt", l.id`;
  return { count: likes.length, likes, isLiked: likes.some(({ userId }) => userId === actor.userId) };
}

/** Who likes a notice. @throws AppError 404 */
export async function getNoticeLikes(actor: MemberActor, id: string): Promise<NoticeLikesDto> {
  await requireNotice(actor, id, db);
  return readLikes(actor, id, db);
}

/**
 * Likes a notice, or removes the like. Toggles of one notice wait for each other on its row, so each of them counts:
 * two at the same time leave it as it was.
 * @throws AppError 404
 */
export async function toggleNoticeLike(actor: MemberActor, id: string): Promise<NoticeLikesDto> {
  return db.$transaction(async (client) => {
    const locked = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM "Notice" n WHERE ${shown(actor)} AND n.id = ${id}::uuid FOR NO KEY UPDATE`;
    if (locked.length === 0) throw notFound();
    const taken = await client.noticeLike.deleteMany({ where: { noticeId: id, userId: actor.userId } });
    if (taken.count === 0) {
      await client.noticeLike.create({
        data: { noticeId: id, userId: actor.userId },
        select: { id: true },
      });
    }
    return readLikes(actor, id, client);
  });
}
