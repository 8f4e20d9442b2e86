import { heartCountOf } from "@/lib/album/media/server/heart-count";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemoryCandidate } from "@/lib/album/memories/choose";
import type { Shot } from "@/lib/album/similar/likeness";
import { shotOf } from "@/lib/album/similar/server/shot";
import { Prisma } from "@/lib/generated/prisma/client";

export interface CandidateRow extends Omit<MemoryCandidate, "shot"> {
  width: number | null;
  height: number | null;
  differenceHash: bigint | null;
  sharpness: number | null;
  tone: number | null;
  isDark: boolean | null;
}

/** The columns a choice depends on, of "Media" m with `candidateJoins`, except when it was taken. */
export const candidateColumns = (familyId: string) => Prisma.sql`
  m.id, m."fileName", m.width, m.height, m."mediaType" = 'video' AS "isVideo",
  m.featured AS "isFeatured", m.description <> '' AS "hasDescription",
  x."mediaId" IS NOT NULL AND x."queuedAt" IS NULL AS "isMeasured", COALESCE(x."isPaper", false) AS "isPaper",
  f."cameraMake" IS NOT NULL AS "hasCamera", x."differenceHash", x.sharpness, x.tone, x."isDark",
  ${heartCountOf("m", familyId)} AS hearts,
  (SELECT count(*)::int FROM "Comment" c WHERE c."mediaId" = m.id) AS comments,
  ARRAY(SELECT t."memberId"::text FROM "MediaTag" t WHERE t."mediaId" = m.id) AS "memberIds"`;
export const candidateJoins = Prisma.sql`
  LEFT JOIN "MediaMeasures" x ON x."mediaId" = m.id AND x."familyId" = m."familyId"
  LEFT JOIN "MediaFacts" f ON f."mediaId" = m.id AND f."familyId" = m."familyId"`;

/** "Media" m can be shown, and isn't behind another photo. */
export const isCandidate = (familyId: string) =>
  Prisma.sql`${visibleMediaSql({ familyId })} AND m.derivatives = 'ready' AND m."coveredById" IS NULL`;

/** Nobody tagged in "Media" m is left out of the family's memories. */
export const withoutLeftOut = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM "MediaTag" t JOIN "FamilyMember" p ON p.id = t."memberId" AND p."familyId" = t."familyId"
  WHERE t."mediaId" = m.id AND p."leftOutOfMemories")`;

/**
 * Nor is anyone recognised in it whom the family leaves out. Not part of a day's choice, since naming a face doesn't
 * mark the day as changed; readers don't see those photos either way.
 */
export const withoutLeftOutFaces = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM "Face" f JOIN "FaceGroup" g ON g.id = f."groupId"
  JOIN "FamilyMember" p ON p.id = g."memberId" AND p."familyId" = g."familyId"
  WHERE f."mediaId" = m.id AND p."leftOutOfMemories")
  AND NOT EXISTS (
    SELECT 1 FROM "ImportedFace" i JOIN "FamilyMember" p ON p.id = i."memberId" AND p."familyId" = i."familyId"
    WHERE i."mediaId" = m.id AND p."leftOutOfMemories")`;

/** The values for comparing it with others; null if any is unknown. */
function shotOfRow(row: CandidateRow): Shot | null {
  const { id, fileName, takenAt, width, height, differenceHash, sharpness, tone, isDark } = row;
  if (!row.isMeasured || !width || !height || differenceHash === null) return null;
  if (sharpness === null || tone === null || isDark === null) return null;
  return shotOf({ id, fileName, takenAt, width, height, differenceHash, sharpness, tone, isDark });
}

export const candidateOf = <Row extends CandidateRow>(row: Row) => ({ ...row, shot: shotOfRow(row) });

/** The items of a family that can be chosen. @param which of "Media" m; also their order and number */
export async function readCandidates(
  client: Pick<Prisma.TransactionClient, "$queryRaw">,
  familyId: string,
  which: Prisma.Sql,
): Promise<MemoryCandidate[]> {
  const rows = await client.$queryRaw<CandidateRow[]>(Prisma.sql`
    SELECT COALESCE(m."takenAt", m."sortAt") AS "takenAt", ${candidateColumns(familyId)}
    FROM "Media" m ${candidateJoins}
    WHERE ${isCandidate(familyId)} AND ${which}`);
  return rows.map(candidateOf);
}
