import type { HeartDto, HeartedMediaDto } from "@/lib/album/hearts/schema";
import { heartCountOf } from "@/lib/album/media/server/heart-count";
import { requireVisibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** @throws AppError 404 */
export async function countHearts(actor: MemberActor, mediaId: string): Promise<number> {
  await requireVisibleMedia(actor, mediaId);
  const where = { mediaId };
  return (await db.heart.count({ where })) + (await db.importedHeart.count({ where }));
}

/**
 * Hearts the items that are visible. One statement: an item is checked as its heart is created, so a trashed item gets
 * none.
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

/** Removes the person's hearts from the visible items. @returns the items that had one */
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

const visibleItem = (actor: MemberActor, mediaId: string) =>
  Prisma.sql`SELECT m.id, m."familyId" FROM "Media" m WHERE m.id = ${mediaId}::uuid AND ${visibleMediaSql(actor)}`;

/** @returns null for an item that isn't visible; no date while another request is adding the same heart */
async function tryHeart(
  actor: MemberActor,
  mediaId: string,
): Promise<{ createdAt: Date | null; count: number } | null> {
  // One statement: it checks whether the item is visible as it creates the heart, which its count doesn't include yet.
  const [heart] = await queryPrepared<{ createdAt: Date | null; count: number }>(Prisma.sql`
    WITH item AS (${visibleItem(actor, mediaId)}),
    added AS (
      INSERT INTO "Heart" ("userId", "mediaId", "familyId") SELECT ${actor.userId}::uuid, id, "familyId" FROM item
      ON CONFLICT DO NOTHING RETURNING "createdAt"
    )
    SELECT COALESCE((SELECT "createdAt" FROM added),
             (SELECT "createdAt" FROM "Heart" WHERE "mediaId" = item.id AND "userId" = ${actor.userId}::uuid
                AND "familyId" = item."familyId")) AS "createdAt",
           ${heartCountOf("item", actor.familyId)} + (SELECT count(*) FROM added)::int AS count
    FROM item`);
  return heart ?? null;
}

/** A second heart changes nothing. @throws AppError 404 */
export async function addHeart(actor: MemberActor, mediaId: string): Promise<HeartDto> {
  if (!isUuid(mediaId)) throw notFound();
  const heart = await tryHeart(actor, mediaId);
  // By now the other request's heart can be read, unless it has been removed again: then this one adds it.
  const { createdAt, count } = (heart?.createdAt === null ? await tryHeart(actor, mediaId) : heart) ?? {};
  if (!createdAt || count === undefined) throw notFound();
  return { mediaId, userId: actor.userId, createdAt: createdAt.toISOString(), count };
}

/** Removing a heart that isn't there is fine. @returns the remaining hearts @throws AppError 404 */
export async function removeHeart(actor: MemberActor, mediaId: string): Promise<number> {
  if (!isUuid(mediaId)) throw notFound();
  const [left] = await queryPrepared<{ count: number }>(Prisma.sql`
    WITH item AS (${visibleItem(actor, mediaId)}),
    removed AS (
      DELETE FROM "Heart" h USING item WHERE h."mediaId" = item.id AND h."userId" = ${actor.userId}::uuid AND h."familyId" = item."familyId"
      RETURNING h."mediaId"
    )
    SELECT ${heartCountOf("item", actor.familyId)} - (SELECT count(*) FROM removed)::int AS count
    FROM item`);
  if (!left) throw notFound();
  return left.count;
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
