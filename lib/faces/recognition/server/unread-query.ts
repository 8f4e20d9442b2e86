import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { RecognitionChoice } from "@/lib/faces/recognition/server/settings-service";
import { Prisma } from "@/lib/generated/prisma/client";

/** How often a picture that kills or interrupts its reader is tried. */
export const maxReadAttempts = 3;

/** Someone whose face must never be computed is on the picture. */
export const showsMarkedPerson = Prisma.sql`EXISTS (
  SELECT 1 FROM "MediaTag" t JOIN "FamilyMember" p ON p.id = t."memberId"
  WHERE t."mediaId" = m.id AND p."neverRecognize")`;

/** The family's pictures that still have to be analysed. */
export const unanalyzedPictures = (
  familyId: string,
  { faces, labels }: RecognitionChoice,
): Prisma.Sql => Prisma.sql`
  FROM "Media" m LEFT JOIN "MediaRecognition" r ON r."mediaId" = m.id
  WHERE ${visibleMediaSql({ familyId })} AND m.derivatives = 'ready'
    AND COALESCE(r.attempts, 0) < ${maxReadAttempts}
    AND ((${labels} AND r."labelsReadAt" IS NULL)
      OR (${faces} AND r."facesReadAt" IS NULL AND NOT ${showsMarkedPerson}))`;
