import type { CommentDto } from "@/lib/album/comments/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { shownName } from "@/lib/core/names/server/display-name";
import { Prisma } from "@/lib/generated/prisma/client";

export interface CommentRow {
  id: string;
  mediaId: string;
  userId: string;
  username: string;
  displayName: string;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
}

/** The columns of CommentRow and where they come from; a WHERE on `c` follows. */
export const commentColumns = Prisma.sql`
  c.id, c."mediaId", c."userId", u.username, ${shownName} AS "displayName", c.text,
  c."createdAt", c."editedAt"
  FROM "Comment" c JOIN "User" u ON u.id = c."userId"
  LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = c."familyId"`;

export function commentDto(actor: MemberActor, row: CommentRow): CommentDto {
  const isOwn = row.userId === actor.userId;
  return {
    id: row.id,
    mediaId: row.mediaId,
    userId: row.userId,
    username: row.username,
    displayName: row.displayName,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    mayEdit: isOwn,
    mayDelete: isOwn || may(actor, "comments.deleteAny"),
  };
}
