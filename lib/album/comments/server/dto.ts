import type { CommentDto } from "@/lib/album/comments/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { shownAuthorName } from "@/lib/core/names/server/display-name";
import { Prisma } from "@/lib/generated/prisma/client";

export interface CommentRow {
  id: string;
  mediaId: string;
  userId: string | null;
  username: string | null;
  displayName: string;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
  durationMs: number | null;
  waveform: number[] | null;
}

/** The columns of CommentRow and their FROM clause; a WHERE on `c` follows. */
export const commentColumns = Prisma.sql`
  c.id, c."mediaId", c."userId", u.username, ${shownAuthorName} AS "displayName", c.text,
  c."createdAt", c."editedAt", r."durationMs", r.waveform
  FROM "Comment" c LEFT JOIN "User" u ON u.id = c."userId"
  LEFT JOIN "CommentRecording" r ON r."commentId" = c.id AND r."familyId" = c."familyId"
  LEFT JOIN "ImportedPerson" i ON i.id = c."importedPersonId" AND i."familyId" = c."familyId"
  LEFT JOIN "FamilyMember" p ON p."familyId" = c."familyId" AND (p."userId" = u.id OR p.id = i."memberId")`;

function recordingOf({ id, durationMs, waveform }: CommentRow): CommentDto["recording"] {
  if (durationMs === null) return null;
  return { url: `/api/comments/${id}/recording`, durationMs, waveform: waveform ?? [] };
}

export function commentDto(actor: MemberActor, row: CommentRow): CommentDto {
  const isOwn = row.userId === actor.userId;
  return {
    id: row.id,
    mediaId: row.mediaId,
    userId: row.userId,
    username: row.username,
    displayName: row.displayName,
    text: row.text,
    recording: recordingOf(row),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    mayEdit: isOwn,
    mayDelete: isOwn || may(actor, "comments.deleteAny"),
  };
}
