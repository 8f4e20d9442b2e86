import type { CommentDto } from "@/lib/album/comments/schema";
import { pathToComments } from "@/lib/album/media/server/notified-paths";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { notify } from "@/lib/core/notify/server/notify-service";
import type { Prisma } from "@/lib/db";
import { formatDuration } from "@/lib/shared/duration";
import { excerpt } from "@/lib/shared/excerpt";

/** A comment in one line: its text, or a voice note's duration. */
export const noticeOf = ({ text, recording }: Pick<CommentDto, "text" | "recording">): string =>
  text === "" && recording ? `Voice note, ${formatDuration(recording.durationMs)}` : excerpt(text);

/** Notifies an item's uploader and, in different words, earlier commenters of a new comment; each person once. */
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
    message: noticeOf(comment),
    url: pathToComments(mediaId),
    mediaId,
    eventKey: `comment:${comment.id}`,
  } as const;
  const uploader = item.uploaderId ? [item.uploaderId] : [];
  const others = earlier.flatMap(({ userId }) => (userId !== item.uploaderId && userId) || []);
  const name = comment.displayName;
  const isSpoken = comment.recording !== null;
  if (uploader.length > 0) {
    const title = isSpoken
      ? `${name} left a voice note on your ${what}`
      : `${name} commented on your ${what}`;
    await notify({ ...event, title }, uploader, { client });
  }
  if (others.length > 0) {
    const title = isSpoken
      ? `${name} also left a voice note on a ${what}`
      : `${name} also commented on a ${what}`;
    await notify({ ...event, title }, others, { client });
  }
}
