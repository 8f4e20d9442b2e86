import { shownPersonName } from "@/lib/core/names/server/display-name";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { Prisma } from "@/lib/generated/prisma/client";

/** So many faces of a group are looked at for the one that stands for it: a large group has thousands. */
const coverCandidates = 60;

/** A group as `groupColumns` reads it; it is what leaves the server. */
export type FaceGroupRow = FaceGroupDto;

/** The columns of FaceGroupRow; `g` is the FaceGroup row, `p` the person's, joined from the left. */
export const groupColumns = Prisma.sql`
  g.id, ${shownPersonName} AS name, g."memberId", g."faceCount", g."isHidden",
  (SELECT f.id FROM (SELECT id, "mediaId", width * height * score AS worth FROM "Face"
     WHERE "groupId" = g.id LIMIT ${coverCandidates}) f
   JOIN "Media" m ON m.id = f."mediaId" AND m."deletedAt" IS NULL
   ORDER BY f.worth DESC, f.id LIMIT 1) AS "coverFaceId"`;
