import type { SimilarCopiesDto } from "@/lib/album/imports/schema";
import { requireImport } from "@/lib/album/imports/server/service";
import { countSimilar } from "@/lib/album/similar/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { isUuid } from "@/lib/shared/uuid";

const entriesAtOnce = 200;
/** How many batches are searched for one answer. */
const maxRounds = 10;
const itemsOfPage = 24;

/**
 * Photos that an import added and that look like others in the album: a copy that a messenger made smaller, or one of
 * a burst. One of each set. Photos are compared some time after they were added.
 * @throws AppError 404
 */
export async function listSimilarCopies(
  actor: MemberActor,
  importId: string,
  cursor?: string,
): Promise<SimilarCopiesDto> {
  await requireImport(actor, importId);
  const found = new Map<string, string>();
  let after = cursor !== undefined && isUuid(cursor) ? cursor : null;
  for (let round = 0; round < maxRounds && found.size < itemsOfPage; round++) {
    const entries = await db.importEntry.findMany({
      where: {
        importId,
        familyId: actor.familyId,
        state: "added",
        mediaId: { not: null },
        ...(after === null ? {} : { id: { gt: after } }),
      },
      select: { id: true, mediaId: true },
      orderBy: { id: "asc" },
      take: entriesAtOnce,
    });
    const ids = entries.flatMap(({ mediaId }) => mediaId ?? []);
    if (ids.length > 0) {
      const { similar } = await countSimilar(actor, { ids });
      for (const { id, bestId } of similar) if (!found.has(bestId)) found.set(bestId, id);
    }
    after = entries.length < entriesAtOnce ? null : (entries.at(-1)?.id ?? null);
    if (after === null) break;
  }
  return { mediaIds: [...found.values()], nextCursor: after };
}
