import { createHash } from "node:crypto";
import type { EntryFacts, ImportKind } from "@/lib/album/imports/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { Prisma } from "@/lib/generated/prisma/client";

export type Said = Pick<EntryFacts, "comments" | "hearts">;

/**
 * Others' comments and hearts come only with an admin's import, since anyone can write an archive that says what nobody
 * said. A whole album's, which are under people's accounts, come only with an owner's.
 */
export const mayBringWords = (actor: MemberActor, kind: ImportKind): boolean =>
  kind === "keepsake" ? actor.role === "owner" : may(actor, "comments.deleteAny");

/**
 * An id that is the same for the same comment or order, so that it is found however often it is imported.
 * @param at when it was made, if ids have to sort by that
 */
export function idOf(parts: readonly (string | number | null)[], at?: Date): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  const time = at && Math.max(at.getTime(), 0).toString(16).padStart(12, "0");
  const hex = time ? time + hash.slice(12) : hash;
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join("-");
}

const momentOf = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());

/** Adds new names. Existing ones keep what is known about them. */
async function addNames(
  client: Prisma.TransactionClient,
  familyId: string,
  { comments, hearts }: Said,
): Promise<void> {
  const names = [...new Set([...comments, ...hearts].map(({ name }) => name))].sort();
  await client.importedPerson.createMany({
    data: names.map((name) => ({ familyId, name })),
    skipDuplicates: true,
  });
}

/** Adds comments; those without a date keep their order, at the time of the photo. */
async function addComments(
  client: Prisma.TransactionClient,
  { familyId }: MemberActor,
  mediaId: string,
  comments: Said["comments"],
): Promise<void> {
  if (comments.length === 0) return;
  await client.$executeRaw`
    INSERT INTO "Comment" (id, "mediaId", "familyId", "userId", "importedPersonId", text, "createdAt", "editedAt")
    SELECT s.id, m.id, m."familyId", p."userId", CASE WHEN p."userId" IS NULL THEN i.id END, s.text, s.at,
      NULLIF(s."editedAt", '')::timestamptz
    FROM "Media" m
    CROSS JOIN LATERAL (
      SELECT given.id, given.name, given.text, given."editedAt",
        COALESCE(NULLIF(given.at, '')::timestamptz,
          m."sortAt" AT TIME ZONE 'UTC' + given.place * interval '1 millisecond') AS at
      FROM unnest(
        ${comments.map(({ name, atMs, text }, at) => idOf([mediaId, name, atMs ?? at, text]))}::uuid[],
        ${comments.map(({ name }) => name)}::text[], ${comments.map(({ text }) => text)}::text[],
        ${comments.map(({ atMs }) => momentOf(atMs))}::text[],
        ${comments.map(({ editedMs }) => momentOf(editedMs))}::text[]
      ) WITH ORDINALITY AS given(id, name, text, at, "editedAt", place)
    ) s
    JOIN "ImportedPerson" i ON i."familyId" = m."familyId" AND i.name = s.name
    LEFT JOIN "FamilyMember" p ON p.id = i."memberId" AND p."familyId" = i."familyId"
    WHERE m.id = ${mediaId}::uuid AND m."familyId" = ${familyId}::uuid
      AND NOT EXISTS (
        SELECT 1 FROM "Comment" c WHERE c."mediaId" = m.id AND c.text = s.text AND c."createdAt" = s.at)
    ON CONFLICT DO NOTHING`;
}

async function addHearts(
  client: Prisma.TransactionClient,
  { familyId }: MemberActor,
  mediaId: string,
  hearts: Said["hearts"],
): Promise<void> {
  if (hearts.length === 0) return;
  // Shared by both statements: one takes the hearts of people with accounts, the other all others.
  const given = Prisma.sql`
    SELECT i.id AS "personId", p."userId", m.id AS "mediaId", m."familyId",
      COALESCE(NULLIF(given.at, '')::timestamptz, m."sortAt" AT TIME ZONE 'UTC') AS "createdAt"
    FROM unnest(${hearts.map(({ name }) => name)}::text[], ${hearts.map(({ atMs }) => momentOf(atMs))}::text[])
      AS given(name, at)
    JOIN "ImportedPerson" i ON i."familyId" = ${familyId}::uuid AND i.name = given.name
    JOIN "Media" m ON m.id = ${mediaId}::uuid AND m."familyId" = i."familyId"
    LEFT JOIN "FamilyMember" p ON p.id = i."memberId" AND p."familyId" = i."familyId"`;
  await client.$executeRaw`
    INSERT INTO "Heart" ("userId", "mediaId", "familyId", "createdAt")
    SELECT "userId", "mediaId", "familyId", "createdAt" FROM (${given}) hearts WHERE "userId" IS NOT NULL
    ON CONFLICT DO NOTHING`;
  await client.$executeRaw`
    INSERT INTO "ImportedHeart" ("personId", "mediaId", "familyId", "createdAt")
    SELECT "personId", "mediaId", "familyId", "createdAt" FROM (${given}) hearts WHERE "userId" IS NULL
    ON CONFLICT DO NOTHING`;
}

/**
 * Adds others' comments and hearts to an item as the import's owner may (mayBringWords), under their names or, if they
 * are matched to someone with an account, as theirs. Nobody is notified. Existing ones aren't added again.
 */
export async function addWhatOthersSaid(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  mediaId: string,
  said: Said,
): Promise<void> {
  if (said.comments.length + said.hearts.length === 0) return;
  await addNames(client, actor.familyId, said);
  await addComments(client, actor, mediaId, said.comments);
  await addHearts(client, actor, mediaId, said.hearts);
}

/** Saves who the names in a source are here, for those that the person has chosen. */
export async function matchNames(
  client: Prisma.TransactionClient,
  familyId: string,
  people: readonly { name: string; memberId: string | null }[],
): Promise<void> {
  const chosen = [
    ...new Map(
      people.flatMap(({ name, memberId }) => (memberId === null ? [] : [[name, memberId] as const])),
    ),
  ];
  if (chosen.length === 0) return;
  await client.$executeRaw`
    INSERT INTO "ImportedPerson" (id, "familyId", name, "memberId")
    SELECT gen_random_uuid(), p."familyId", chosen.name, p.id
    FROM unnest(${chosen.map(([name]) => name)}::text[], ${chosen.map(([, memberId]) => memberId)}::uuid[])
      AS chosen(name, id)
    JOIN "FamilyMember" p ON p.id = chosen.id AND p."familyId" = ${familyId}::uuid
    ORDER BY chosen.name
    ON CONFLICT ("familyId", name) DO UPDATE SET "memberId" = EXCLUDED."memberId"`;
}
