import { shownName } from "@/lib/features/families/display-name";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { Prisma } from "@/lib/generated/prisma/client";
import type { DerivativeState, MediaType } from "@/lib/generated/prisma/enums";

/** A media row as the one statement below reads it, for the person who asks. */
export interface MediaRow {
  id: string;
  fileName: string;
  mediaType: MediaType;
  mimeType: string;
  year: number;
  month: number;
  description: string;
  uploadDate: Date;
  takenAt: Date | null;
  sortAt: Date;
  storagePath: string;
  sha256: string;
  featured: boolean;
  bytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  thumbHash: string | null;
  derivatives: DerivativeState;
  playable: DerivativeState;
  deletedAt: Date | null;
  uploaderId: string | null;
  uploaderName: string | null;
  heartCount: number;
  isHearted: boolean;
}

/**
 * The columns of MediaRow; `m` is the Media row. One statement instead of one a relation. No EXISTS for isHearted:
 * PostgreSQL may answer that by reading all of a person's hearts, where 20 looks into the index will do.
 */
export function mediaColumns(userId: string): Prisma.Sql {
  return Prisma.sql`
    m.id, m."fileName", m."mediaType"::text AS "mediaType", m."mimeType", m.year, m.month, m.description,
    m."uploadDate", m."takenAt", m."sortAt", m."storagePath", m.sha256, m.featured, m.bytes, m.width, m.height,
    m."durationMs", m."thumbHash", m.derivatives::text AS derivatives, m.playable::text AS playable, m."deletedAt",
    m."uploaderId",
    (SELECT ${shownName} FROM "User" u
       LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = m."familyId"
       WHERE u.id = m."uploaderId") AS "uploaderName",
    (SELECT count(*)::int FROM "Heart" h WHERE h."mediaId" = m.id) AS "heartCount",
    COALESCE((SELECT true FROM "Heart" h WHERE h."mediaId" = m.id AND h."userId" = ${userId}::uuid), false)
      AS "isHearted"`;
}

/** A camera's wall clock: no zone on the wire. */
const wallClock = (date: Date) => date.toISOString().slice(0, 19);

export function mediaItemDto(row: MediaRow): MediaItemDto {
  return {
    id: row.id,
    fileName: row.fileName,
    fileType: row.mediaType,
    mediaType: row.mediaType,
    mimeType: row.mimeType,
    year: row.year,
    month: row.month,
    description: row.description,
    uploadDate: row.uploadDate.toISOString(),
    takenAt: row.takenAt ? wallClock(row.takenAt) : null,
    storagePath: row.storagePath,
    featured: row.featured,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    thumbHash: row.thumbHash,
    derivatives: row.derivatives === "none" ? "ready" : row.derivatives,
    playable: row.mediaType === "video" && row.playable === "none" ? "pending" : row.playable,
    uploadedBy: row.uploaderId ? { id: row.uploaderId, name: row.uploaderName ?? "Someone" } : null,
    heartCount: row.heartCount,
    isHearted: row.isHearted,
  };
}
