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
}

/** The columns of CommentRow and where they come from; a WHERE on `c` follows. */
export const commentColumns = Prisma.sql`
  c.id, c."mediaId", c."userId", u.username, ${shownAuthorName} AS "displayName", c.text,
  c."createdAt", c."editedAt"
  FROM "Comment" c LEFT JOIN "User" u ON u.id = c."userId"
  LEFT JOIN "ImportedPerson" i ON i.id = c."importedPersonId" AND i."familyId" = c."familyId"
  LEFT JOIN "FamilyMember" p ON p."familyId" = c."familyId" AND (p."userId" = u.id OR p.id = i."memberId")`;

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
