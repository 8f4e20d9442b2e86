import type { HeartDto, HeartedMediaDto } from "@/lib/album/hearts/schema";
import { requireVisibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** @throws AppError 404 */
export async function countHearts(actor: MemberActor, mediaId: string): Promise<number> {
  await requireVisibleMedia(actor, mediaId);
  return db.heart.count({ where: { mediaId } });
}

/**
 * Hearts those items that are visible. One statement: an item is checked as its heart is created, so a trashed item
 * takes none.
 * @returns those that the person had not hearted before
 */
export async function heartItems(
  actor: MemberActor,
  ids: readonly string[],
  client: Prisma.TransactionClient = db,
): Promise<string[]> {
  const added = await client.$queryRaw<{ mediaId: string }[]>`
    INSERT INTO "Heart" ("userId", "mediaId", "familyId")
    SELECT ${actor.userId}::uuid, m.id, m."familyId" FROM "Media" m
    WHERE m.id = ANY(${ids.filter(isUuid)}::uuid[]) AND ${visibleMediaSql(actor)}
    ORDER BY m.id
    ON CONFLICT DO NOTHING
    RETURNING "mediaId"`;
  return added.map(({ mediaId }) => mediaId);
}

/** Removes the person's hearts from the visible ones of these items. @returns those that had one */
export async function unheartItems(
  actor: MemberActor,
  ids: readonly string[],
  client: Prisma.TransactionClient = db,
): Promise<string[]> {
  const removed = await client.$queryRaw<{ mediaId: string }[]>`
    DELETE FROM "Heart" h USING "Media" m
    WHERE h."userId" = ${actor.userId}::uuid AND h."mediaId" = ANY(${ids.filter(isUuid)}::uuid[])
      AND h."familyId" = ${actor.familyId}::uuid AND m.id = h."mediaId" AND m."deletedAt" IS NULL
    RETURNING h."mediaId"`;
  return removed.map(({ mediaId }) => mediaId);
}

/** A second heart changes nothing. @throws AppError 404 */
export async function addHeart(actor: MemberActor, mediaId: string): Promise<HeartDto> {
  if (!isUuid(mediaId)) throw notFound();
  await heartItems(actor, [mediaId]);
  const count = await countHearts(actor, mediaId);
  const heart = await db.heart.findUnique({
    where: { userId_mediaId: { userId: actor.userId, mediaId } },
    select: { createdAt: true },
  });
  if (!heart) throw notFound();
  return { mediaId, userId: actor.userId, createdAt: heart.createdAt.toISOString(), count };
}

/** Removing a heart that isn't there is fine. @returns the hearts left @throws AppError 404 */
export async function removeHeart(actor: MemberActor, mediaId: string): Promise<number> {
  await requireVisibleMedia(actor, mediaId);
  await unheartItems(actor, [mediaId]);
  return db.heart.count({ where: { mediaId } });
}

/** What the person hearted in this family, most recent first. */
export async function listHeartedMedia(actor: MemberActor): Promise<HeartedMediaDto[]> {
  const hearts = await db.heart.findMany({
    where: { userId: actor.userId, familyId: actor.familyId, media: { deletedAt: null } },
    select: { mediaId: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { mediaId: "desc" }],
  });
  return hearts.map((heart) => ({ mediaId: heart.mediaId, createdAt: heart.createdAt.toISOString() }));
}
