import type { CommentDto } from "@/lib/album/comments/schema";
import { pathToComments } from "@/lib/album/media/server/notified-paths";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { notify } from "@/lib/core/notify/server/notify-service";
import type { Prisma } from "@/lib/db";
import { excerpt } from "@/lib/shared/excerpt";

/** Notifies an item's uploader and, with another wording, earlier commenters of a new comment; each person once. */
export async function notifyNewComment(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  comment: CommentDto,
): Promise<void> {
  const { mediaId } = comment;
  const item = await client.media.findUniqueOrThrow({
    where: { id: mediaId },
    select: { uploaderId: true, mediaType: true },
  });
  const earlier = await client.comment.findMany({
    where: { mediaId, userId: { not: actor.userId }, importedPersonId: null },
    select: { userId: true },
    distinct: ["userId"],
  });
  const what = item.mediaType === "video" ? "video" : "photo";
  const event = {
    kind: "comment",
    familyId: actor.familyId,
    actorId: actor.userId,
    message: excerpt(comment.text),
    url: pathToComments(mediaId),
    mediaId,
    eventKey: `comment:${comment.id}`,
  } as const;
  const uploader = item.uploaderId ? [item.uploaderId] : [];
  const others = earlier.flatMap(({ userId }) => (userId !== item.uploaderId && userId) || []);
  const name = comment.displayName;
  if (uploader.length > 0) {
    await notify({ ...event, title: `${name} commented on your ${what}` }, uploader, { client });
  }
  if (others.length > 0) {
    await notify({ ...event, title: `${name} also commented on a ${what}` }, others, { client });
  }
}
