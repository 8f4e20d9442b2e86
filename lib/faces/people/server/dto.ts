import { shownPersonName } from "@/lib/core/names/server/display-name";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { Prisma } from "@/lib/generated/prisma/client";

/** How many faces of a group are considered for its cover: a large group has thousands. */
const coverCandidates = 60;

/** A group as `groupColumns` reads it and as the API returns it. */
export type FaceGroupRow = FaceGroupDto;

/** The columns of FaceGroupRow; `g` is the FaceGroup row, `p` the person's, left joined. */
export const groupColumns = Prisma.sql`
  g.id, ${shownPersonName} AS name, g."memberId", g."faceCount", g."isHidden",
  (SELECT f.id FROM (SELECT id, "mediaId", width * height * score AS worth FROM "Face"
     WHERE "groupId" = g.id LIMIT ${coverCandidates}) f
   JOIN "Media" m ON m.id = f."mediaId" AND m."deletedAt" IS NULL
   ORDER BY f.worth DESC, f.id LIMIT 1) AS "coverFaceId"`;
