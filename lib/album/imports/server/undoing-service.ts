import { removeEmptyAlbums } from "@/lib/album/imports/server/album-membership";
import { removeArchives } from "@/lib/album/imports/server/ending-service";
import { ImportPausedError } from "@/lib/album/imports/server/entry-service";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { removeRestored } from "@/lib/album/imports/server/restored-service";
import { trashItems } from "@/lib/album/media/server/locked-items-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";

const itemsAtOnce = 200;

/** For "Media" m: its clip, if it is a Live Photo, came with this import too. */
const hasOnlyPartsOf = (importId: string) => Prisma.sql`
  coalesce((
    SELECT EXISTS (SELECT 1 FROM "ImportEntry" e WHERE e.id = c.id AND e."importId" = ${importId}::uuid)
    FROM "MediaClip" c WHERE c."mediaId" = m.id), true)`;

/**
 * Moves what an import added to the trash, and removes the notices and print orders that came with it, and nothing
 * else: what was in the album before stays, with whatever the import gave it. A Live Photo stays if either part was
 * there before.
 * @returns whether it is done
 */
export async function undoSome(
  row: { id: string; familyId: string; undoneById: string | null },
  until: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const actor = await importActor(row.undoneById, row.familyId);
  if (!actor) throw new ImportPausedError("not_member");
  let after: string | undefined;
  for (;;) {
    const added = await db.importEntry.findMany({
      where: {
        importId: row.id,
        state: "added",
        media: { familyId: row.familyId, deletedAt: null },
        ...(after === undefined ? {} : { id: { gt: after } }),
      },
      select: { id: true, mediaId: true },
      orderBy: { id: "asc" },
      take: itemsAtOnce,
    });
    after = added.at(-1)?.id;
    if (after === undefined) break;
    // A clip's entry refers to its photo, which can have been there before.
    const own = added.filter(({ id, mediaId }) => mediaId === id);
    const ids = own.map(({ id }) => id);
    await trashItems(actor, ids, hasOnlyPartsOf(row.id));
    if (signal?.aborted || Date.now() > until) return false;
  }
  await db.$transaction(async (client) => {
    const { count } = await client.import.updateMany({
      where: { id: row.id, state: "undoing" },
      data: { state: "undone", reason: null, finishedAt: new Date() },
    });
    if (count === 0) return;
    await removeArchives(client, row.id);
    const { familyId, undoneById: actorId } = row;
    const { albumIds, restoredIds } = await client.import.findUniqueOrThrow({
      where: { id: row.id },
      select: { albumIds: true, restoredIds: true },
    });
    await removeEmptyAlbums(client, { familyId, albumIds });
    await removeRestored(client, { familyId, restoredIds });
    await recordActivity({ action: "import.undone", actorId, familyId }, client);
  });
  return true;
}
