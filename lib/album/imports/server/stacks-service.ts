import type { EntryJob } from "@/lib/album/imports/server/entry-rows";
import { lockStacks, writeStack } from "@/lib/album/stacks/server/locked-stacks";
import { may } from "@/lib/core/auth/server/permissions";
import { db } from "@/lib/db";

interface ImportedStack {
  topId: string;
  covered: string[];
  isDecided: boolean;
}

/** The stacks of the source whose photos are here now. */
function findStacks({ importId, actor: { familyId } }: EntryJob): Promise<ImportedStack[]> {
  return db.$queryRaw`
    WITH entry AS (
      SELECT m.id AS "mediaId", COALESCE(e.facts #>> '{exact,sourceId}', e.facts ->> 'remoteId') AS "sourceId",
        e.facts ->> 'coveredBy' AS "coveredBy", e.facts ->> 'isStackDecided' = 'true' AS "isDecided"
      FROM "ImportEntry" e JOIN "Media" m ON m.id = e."mediaId" AND m."familyId" = e."familyId"
      WHERE e."importId" = ${importId}::uuid AND e."familyId" = ${familyId}::uuid
        -- What was here before can have been decided here.
        AND (e.state = 'added' OR (e.state = 'known' AND NOT m."isStackDecided"))
    )
    SELECT top."mediaId" AS "topId", array_agg(DISTINCT covered."mediaId"::text) AS covered,
      bool_or(covered."isDecided") AS "isDecided"
    FROM entry covered JOIN entry top ON top."sourceId" = covered."coveredBy"
    WHERE covered."mediaId" <> top."mediaId" GROUP BY top."mediaId" ORDER BY top."mediaId"`;
}

/**
 * Stacks photos as they were at their source, unless someone here has decided otherwise, or the import's owner couldn't
 * stack them. Repeating it changes nothing.
 */
export async function restoreStacks(job: EntryJob): Promise<void> {
  const { actor } = job;
  for (const { topId, covered, isDecided } of await findStacks(job)) {
    await db.$transaction(async (client) => {
      const rows = await lockStacks(client, actor, [topId, ...covered]);
      const isStacked = rows.every(({ id, coveredById }) => (id === topId ? null : topId) === coveredById);
      const isOpen = rows.every(({ coveredById, isDecided: isHere }) => !(isHere && coveredById !== null));
      const mayStack = rows.every(
        ({ isOwn, isPhoto, isShown }) => isPhoto && isShown && (isOwn || may(actor, "media.editAny")),
      );
      if (isStacked || !isOpen || !mayStack) return;
      await writeStack(
        client,
        actor,
        topId,
        rows.map(({ id }) => id),
        isDecided,
      );
    });
  }
}
