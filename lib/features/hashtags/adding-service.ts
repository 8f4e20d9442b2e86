import type { MemberActor } from "@/lib/auth/actor";
import { may } from "@/lib/auth/permissions";
import { db } from "@/lib/db";
import { addHashtag, hasHashtag } from "@/lib/features/uploads/description-hashtags";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";
import { isUuid } from "@/lib/shared/uuid";

/**
 * Writes a hashtag at the end of the descriptions that do not hold it. Pictures that are not the family's, that the
 * person may not change, or whose description is full stay as they are.
 * @param typed with or without its #
 * @returns how many descriptions were changed
 */
export async function addHashtagToMedia(
  actor: MemberActor,
  typed: string,
  mediaIds: readonly string[],
): Promise<{ changed: number }> {
  const hashtag = typed.replace(/^#/, "");
  const ids = [...new Set(mediaIds.filter(isUuid))];
  const mayEditAny = may(actor, "media.editAny");
  return db.$transaction(async (client) => {
    // Held in one order until the end: nothing that somebody writes meanwhile is lost, and nobody waits in a circle.
    const items = await client.$queryRaw<{ id: string; description: string }[]>`
      SELECT id, description FROM "Media"
      WHERE id = ANY(${ids}::uuid[]) AND "familyId" = ${actor.familyId}::uuid AND "deletedAt" IS NULL
        AND (${mayEditAny} OR "uploaderId" = ${actor.userId}::uuid)
      ORDER BY id FOR NO KEY UPDATE`;
    const changes = items
      .filter(({ description }) => !hasHashtag(description, hashtag))
      .map(({ id, description }) => ({ id, description: addHashtag(description, hashtag).trimEnd() }))
      .filter(({ description }) => description.length <= maxDescriptionLength);
    const changedIds = changes.map(({ id }) => id);
    const descriptions = changes.map(({ description }) => description);
    await client.$executeRaw`
      UPDATE "Media" SET description = changed.description
      FROM unnest(${changedIds}::uuid[], ${descriptions}::text[]) AS changed(id, description)
      WHERE "Media".id = changed.id`;
    await client.mediaHashtag.createMany({
      data: changedIds.map((mediaId) => ({
        mediaId,
        familyId: actor.familyId,
        hashtag: hashtag.toLowerCase(),
      })),
      skipDuplicates: true,
    });
    return { changed: changes.length };
  });
}
