import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { shownPersonName } from "@/lib/features/families/display-name";
import { type FoundPersonDto, maxFoundPeople } from "@/lib/features/media/schema";
import { matchingPeople } from "@/lib/shared/matching-people";

interface NamedPerson {
  id: string;
  name: string;
  displayName: string;
}

async function listNames(actor: MemberActor): Promise<NamedPerson[]> {
  return db.$queryRaw<NamedPerson[]>`
    SELECT p.id, p.name, ${shownPersonName} AS "displayName" FROM "FamilyMember" p
    WHERE p."familyId" = ${actor.familyId}::uuid ORDER BY p.name, p.id`;
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** One letter begins half of all names, and beside other words two are more often a word than a name. */
function mayBeName(word: string, words: readonly string[]): boolean {
  return !word.startsWith("#") && [...word].length >= (words.length === 1 ? 2 : 3);
}

/**
 * Whom of the family each of these words may mean: one of their names begins so.
 * @returns only words that may mean somebody, with the people's ids
 */
export async function peopleMeant(
  actor: MemberActor,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const meant = new Map<string, string[]>();
  const possible = words.filter((word) => mayBeName(word, words));
  if (possible.length === 0) return meant;
  const people = await listNames(actor);
  for (const word of possible) {
    const ids = matchingPeople(people, word).map(({ id }) => id);
    if (ids.length > 0) meant.set(word, ids);
  }
  return meant;
}

/** The people whose pictures somebody may look for with these words, who is on the most pictures first. */
export async function listFoundPeople(actor: MemberActor, q = ""): Promise<FoundPersonDto[]> {
  if (q.includes("\u0000")) return [];
  const meant = await peopleMeant(actor, wordsOf(q));
  const ids = [...new Set([...meant.values()].flat())];
  if (ids.length === 0) return [];
  // All tags but those in the trash, which are few: so no index has to be asked about every picture of somebody.
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
