import { type FoundPersonDto, maxFoundPeople } from "@/lib/album/media/schema";
import { type NamedPerson, peopleInSearch } from "@/lib/album/media/server/search-reading";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownPersonName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";

/** A person's name, and their group of faces if the family uses face recognition. */
export interface FamilyName extends NamedPerson {
  groupId: string | null;
}

/** The names of the family; none of another family. */
export async function listNames(actor: MemberActor): Promise<FamilyName[]> {
  return db.$queryRaw<FamilyName[]>`
    SELECT p.id, p.name, ${shownPersonName} AS "displayName", g.id AS "groupId"
    FROM "FamilyMember" p
    LEFT JOIN ("FaceGroup" g JOIN "RecognitionSettings" s ON s."familyId" = g."familyId" AND s.faces)
      ON g."memberId" = p.id AND g."familyId" = p."familyId" AND NOT g."isHidden" AND NOT p."neverRecognize"
    WHERE p."familyId" = ${actor.familyId}::uuid ORDER BY p.name, p.id`;
}

/** The people these words may refer to, those in the most pictures first. */
export async function listFoundPeople(actor: MemberActor, q = ""): Promise<FoundPersonDto[]> {
  if (q.includes("\u0000")) return [];
  const ids = q.trim() ? peopleInSearch(q, await listNames(actor)) : [];
  if (ids.length === 0) return [];
  // All tags minus those in the trash, which are few: no index lookup for every picture of a person.
  return db.$queryRaw<FoundPersonDto[]>`
    SELECT * FROM (
      SELECT p.id AS "memberId", ${shownPersonName} AS "displayName",
        (SELECT count(*) FROM "MediaTag" t WHERE t."memberId" = p.id)::int
          - (SELECT count(*) FROM "Media" gone JOIN "MediaTag" t ON t."mediaId" = gone.id
             WHERE gone."deletedAt" IS NOT NULL AND gone."familyId" = p."familyId"
               AND t."memberId" = p.id)::int AS "pictureCount",
        (SELECT f.id FROM "FaceGroup" g JOIN "Face" f ON f."groupId" = g.id
           JOIN "Media" m ON m.id = f."mediaId" AND m."deletedAt" IS NULL
           WHERE g."memberId" = p.id LIMIT 1) AS "faceId"
      FROM "FamilyMember" p WHERE p.id = ANY(${ids}::uuid[]) AND p."familyId" = ${actor.familyId}::uuid
    ) found ORDER BY "pictureCount" DESC, "displayName" LIMIT ${maxFoundPeople}`;
}
