import type { EntryFacts } from "@/lib/album/imports/schema";
import type { EntryJob } from "@/lib/album/imports/server/entry-rows";
import type { Prisma } from "@/lib/db";

/**
 * Tags the family's people in an item: in an owner's import of a whole album, by the person and at the time it states;
 * otherwise by the import's owner, now. Nobody is notified of being in a photo from ten years ago.
 */
export async function tagPeople(
  client: Prisma.TransactionClient,
  { actor, memberOf, accountOf, bringsWords }: EntryJob,
  mediaId: string,
  { people, exact }: EntryFacts,
): Promise<void> {
  const said = new Map(bringsWords ? exact?.tags.map((tag) => [tag.name, tag]) : []);
  const tags = new Map(
    people.flatMap((name) => {
      const memberId = memberOf.get(name);
      if (memberId === undefined) return [];
      const tag = said.get(name);
      const by = tag ? (accountOf.get(tag.by ?? "") ?? null) : actor.userId;
      return [[memberId, { by, at: new Date(Math.min(tag?.atMs ?? Date.now(), Date.now())) }] as const];
    }),
  );
  if (tags.size === 0) return;
  const given = [...tags.values()];
  await client.$executeRaw`
    INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId", "taggedById", "createdAt")
    SELECT ${mediaId}::uuid, p.id, p."familyId", given.by, given.at
    FROM unnest(${[...tags.keys()]}::uuid[], ${given.map(({ by }) => by)}::uuid[],
      ${given.map(({ at }) => at.toISOString())}::timestamptz[]) AS given(id, by, at)
    JOIN "FamilyMember" p ON p.id = given.id AND p."familyId" = ${actor.familyId}::uuid
    FOR KEY SHARE OF p
    ON CONFLICT DO NOTHING`;
}

/**
 * Stores where people are in a new photo, until the family's own recognition finds their faces there: what a face looks
 * like doesn't leave a family. Nothing is stored if someone whose face must never be computed is in it too; they are
 * tagged by now.
 */
export async function placeFaces(
  client: Prisma.TransactionClient,
  { actor, memberOf }: EntryJob,
  mediaId: string,
  { exact }: EntryFacts,
): Promise<void> {
  const faces = (exact?.faces ?? []).flatMap(({ name, ...place }) => {
    const memberId = memberOf.get(name);
    return memberId === undefined ? [] : [{ memberId, ...place }];
  });
  if (faces.length === 0) return;
  // Marking someone at this moment waits for this, and then erases these.
  await client.$executeRaw`
    WITH knowable AS (
      SELECT p.id FROM "FamilyMember" p
      WHERE p.id = ANY(${faces.map(({ memberId }) => memberId)}::uuid[]) AND p."familyId" = ${actor.familyId}::uuid
        AND NOT p."neverRecognize" ORDER BY p.id FOR SHARE
    )
    INSERT INTO "ImportedFace" (id, "mediaId", "memberId", "familyId", "left", top, width, height, "isByHand")
    SELECT gen_random_uuid(), ${mediaId}::uuid, p.id, ${actor.familyId}::uuid, given."left", given.top, given.width, given.height, given."isByHand"
    FROM unnest(${faces.map(({ memberId }) => memberId)}::uuid[], ${faces.map(({ left }) => left)}::real[],
      ${faces.map(({ top }) => top)}::real[], ${faces.map(({ width }) => width)}::real[],
      ${faces.map(({ height }) => height)}::real[], ${faces.map(({ isByHand }) => isByHand)}::boolean[])
      AS given("memberId", "left", top, width, height, "isByHand")
    JOIN knowable p ON p.id = given."memberId"
    WHERE NOT EXISTS (
      SELECT 1 FROM "MediaTag" t JOIN "FamilyMember" marked ON marked.id = t."memberId"
      WHERE t."mediaId" = ${mediaId}::uuid AND marked."neverRecognize")`;
}
