import { randomUUID } from "node:crypto";
import {
  type CommentDto,
  type CommentPageDto,
  type CommentQuery,
  required,
} from "@/lib/album/comments/schema";
import { noticeOf, notifyNewComment } from "@/lib/album/comments/server/comment-notification-service";
import { type CommentRow, commentColumns, commentDto } from "@/lib/album/comments/server/dto";
import { visibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { db, type Prisma } from "@/lib/db";
import { badInput, forbidden, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";

/** More than anyone can type. */
const commentsPerPerson = { name: "comments", points: 60, seconds: 60 };

/** The comments on an item, oldest first. @throws AppError 404 */
export async function listComments(
  actor: MemberActor,
  mediaId: string,
  { limit, offset }: CommentQuery,
): Promise<CommentPageDto> {
  const item = await db.media.findFirst({
    where: { id: mediaId, ...visibleMedia(actor) },
    select: { id: true, _count: { select: { comments: true } } },
  });
  if (!item) throw notFound();
  const rows = await db.$queryRaw<CommentRow[]>`
    SELECT ${commentColumns} WHERE c."mediaId" = ${item.id}::uuid
    ORDER BY c."createdAt", c.id LIMIT ${limit} OFFSET ${offset}`;
  const total = item._count.comments;
  return {
    items: rows.map((row) => commentDto(actor, row)),
    pagination: { total, limit, offset, hasMore: offset + rows.length < total },
  };
}

async function readComment(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  id: string,
): Promise<CommentDto> {
  const [row] = await client.$queryRaw<CommentRow[]>`SELECT ${commentColumns} WHERE c.id = ${id}::uuid`;
  if (!row) throw notFound();
  return commentDto(actor, row);
}

/** Adds a comment, and notifies the uploader and earlier commenters. @throws AppError 404, 429 */
export const createComment = (actor: MemberActor, mediaId: string, text: string): Promise<CommentDto> =>
  addComment(actor, mediaId, text, async () => undefined);

/**
 * Like `createComment`, for a comment that has more than its text.
 * @param addRest adds the rest in the same transaction
 */
export async function addComment(
  actor: MemberActor,
  mediaId: string,
  text: string,
  addRest: (client: Prisma.TransactionClient, id: string) => Promise<void>,
): Promise<CommentDto> {
  await consumeRateLimit(commentsPerPerson, actor.userId);
  const id = randomUUID();
  return db.$transaction(async (client) => {
    // One statement: the item is checked as the comment is created, so a trashed item gets none.
    const made = await client.$executeRaw`
      INSERT INTO "Comment" (id, "mediaId", "familyId", "userId", text)
      SELECT ${id}::uuid, m.id, m."familyId", ${actor.userId}::uuid, ${text} FROM "Media" m
      WHERE m.id = ${mediaId}::uuid AND ${visibleMediaSql(actor)}`;
    if (made === 0) throw notFound();
    await addRest(client, id);
    const comment = await readComment(client, actor, id);
    await notifyNewComment(client, actor, comment);
    return comment;
  });
}

const within = (actor: MemberActor, id: string) => ({
  id,
  familyId: actor.familyId,
  media: { deletedAt: null },
});

/** The reason nothing was changed: the comment isn't visible to this person, or belongs to someone else. */
async function refusal(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  id: string,
  message: string,
): Promise<Error> {
  const found = await client.comment.findFirst({ where: within(actor, id), select: { id: true } });
  return found ? forbidden(message) : notFound();
}

/** The notifications that quote a comment; each person has one at most. */
const noticesOf = (mediaId: string, id: string) => ({ mediaId, eventKey: `comment:${id}` });

/**
 * Changes the person's own comment.
 * @throws AppError 404, 403 for someone else's, 400 for an empty one that isn't a voice note
 */
export async function updateComment(actor: MemberActor, id: string, text: string): Promise<CommentDto> {
  return db.$transaction(async (client) => {
    const [changed] = await client.comment.updateManyAndReturn({
      where: { ...within(actor, id), userId: actor.userId },
      data: { text, editedAt: new Date() },
      select: { mediaId: true },
    });
    if (!changed) throw await refusal(client, actor, id, "Only its author can change a comment.");
    const comment = await readComment(client, actor, id);
    if (text === "" && comment.recording === null) throw badInput("text", required);
    await client.notification.updateMany({
      where: noticesOf(changed.mediaId, id),
      data: { message: noticeOf(comment) },
    });
    return comment;
  });
}

/** Deletes a comment and its notifications; for its author or an admin. @throws AppError 404, 403 */
export async function deleteComment(actor: MemberActor, id: string): Promise<void> {
  const own = may(actor, "comments.deleteAny") ? {} : { userId: actor.userId };
  const where = { ...within(actor, id), ...own };
  await db.$transaction(async (client) => {
    const comment = await client.comment.findFirst({ where, select: { mediaId: true } });
    const gone = comment ? await client.comment.deleteMany({ where }) : { count: 0 };
    if (!comment || gone.count === 0) {
      throw await refusal(client, actor, id, "Only its author or an admin can delete a comment.");
    }
    await client.notification.deleteMany({ where: noticesOf(comment.mediaId, id) });
  });
}
