import type { MediaItemDto } from "@/lib/album/media/schema";
import { heartCountOf } from "@/lib/album/media/server/heart-count";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownName } from "@/lib/core/names/server/display-name";
import { type Media, Prisma } from "@/lib/generated/prisma/client";
import type { Panorama } from "@/lib/shared/panorama";

/** Sent as they are stored: add a new column here and to the response schema, nowhere else. */
const dtoColumns = [
  "id",
  "fileName",
  "mediaType",
  "mimeType",
  "year",
  "month",
  "yearPrecision",
  "description",
  "storagePath",
  "featured",
  "bytes",
  "width",
  "height",
  "durationMs",
  "thumbHash",
  "panorama",
  "playableSmall",
  "editVersion",
] as const satisfies (keyof Media & keyof MediaItemDto)[];
type DtoColumn = (typeof dtoColumns)[number];

/** The columns every list reads from "Media", and no more: reading the rows is half of a list's cost on the server. */
const ownColumns = [
  ...dtoColumns,
  "uploadDate",
  "takenAt",
  "derivatives",
  "playable",
  "deletedAt",
  "uploaderId",
  "coveredById",
] as const satisfies (keyof Media)[];
/** A 64-bit number would arrive as text or as a bigint; a file's size fits into JavaScript's numbers. */
const columnSql = (name: string) => (name === "bytes" ? 'm.bytes::float8 AS "bytes"' : `m."${name}"`);
const ownColumnsSql = Prisma.raw(ownColumns.map(columnSql).join(", "));

/** A media row as read by the statement below, for the caller. */
export interface MediaRow extends Omit<Pick<Media, (typeof ownColumns)[number]>, "bytes" | "panorama"> {
  bytes: number;
  panorama: Panorama | null;
  isEdited: boolean;
  uploaderName: string | null;
  heartCount: number;
  isHearted: boolean;
  /** How many others are on the same tile. */
  stackedCount: number;
}

/**
 * The columns of MediaRow; `m` is the Media row. One statement instead of one per relation. No EXISTS for isHearted:
 * PostgreSQL may answer it by reading all of a person's hearts, when 20 index lookups will do.
 */
export function mediaColumns({ userId, familyId }: Pick<MemberActor, "userId" | "familyId">): Prisma.Sql {
  return Prisma.sql`
    ${ownColumnsSql},
    m.edits IS NOT NULL AS "isEdited",
    (SELECT ${shownName} FROM "User" u
       LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = m."familyId"
       WHERE u.id = m."uploaderId") AS "uploaderName",
    ${heartCountOf("m", familyId)} AS "heartCount",
    COALESCE((SELECT true FROM "Heart" h
      WHERE h."mediaId" = m.id AND h."userId" = ${userId}::uuid AND h."familyId" = ${familyId}::uuid), false)
      AS "isHearted",
    (SELECT count(*)::int FROM "Media" s
      WHERE s."familyId" = ${familyId}::uuid AND s."coveredById" = COALESCE(m."coveredById", m.id)
        AND s."deletedAt" IS NULL) AS "stackedCount"`;
}

/** A camera's wall clock has no time zone on the wire. */
const wallClock = (date: Date) => date.toISOString().slice(0, 19);

/** A loop, because it runs for every item of long lists and `Object.fromEntries` takes three times as long. */
function storedValues(row: MediaRow): Pick<MediaRow, DtoColumn> {
  const values: Partial<Record<DtoColumn, unknown>> = {};
  for (const name of dtoColumns) values[name] = row[name];
  return values as Pick<MediaRow, DtoColumn>;
}

export function mediaItemDto(row: MediaRow): MediaItemDto {
  return {
    ...storedValues(row),
    fileType: row.mediaType,
    panorama: row.isEdited ? null : row.panorama,
    isEdited: row.isEdited,
    uploadDate: row.uploadDate.toISOString(),
    takenAt: row.takenAt ? wallClock(row.takenAt) : null,
    derivatives: row.derivatives === "none" ? "ready" : row.derivatives,
    playable: row.mediaType === "video" && row.playable === "none" ? "pending" : row.playable,
    uploadedBy: row.uploaderId ? { id: row.uploaderId, name: row.uploaderName ?? "Someone" } : null,
    heartCount: row.heartCount,
    isHearted: row.isHearted,
    stack:
      row.stackedCount > 0 && !row.deletedAt
        ? { topId: row.coveredById ?? row.id, count: row.stackedCount + 1 }
        : null,
  };
}
