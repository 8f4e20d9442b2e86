import { type LockedAlbum, lockAlbum } from "@/lib/album/albums/server/locked-album";
import { positionGap } from "@/lib/album/albums/server/positions";
import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import type { FeedQuery, MediaPageDto } from "@/lib/album/media/schema";
import { countHidden, type Feed, readPage } from "@/lib/album/media/server/browse-service";
import type { FeedOrder } from "@/lib/album/media/server/feed-page";
import {
  batchTransaction,
  idsWith,
  listVisibleIds,
  lockItems,
  type Outcomes,
} from "@/lib/album/media/server/locked-items-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const itemPageSize = 60;

/** By date, oldest first; items without a month come first in their year. */
const byDate: FeedOrder<{ filedMonth?: number; sortAt: Date; id: string }> = {
  by: [Prisma.sql`i."filedMonth"`, Prisma.sql`i."sortAt"`, Prisma.sql`i."mediaId"`],
  at: ({ month, at, id }) => Prisma.sql`${month}::int, ${at}::timestamp, ${id}::uuid`,
  place: ({ filedMonth = 0, sortAt, id }) => ({ month: filedMonth, at: sortAt, id }),
  isAscending: true,
};

/** The cursor carries a position in place of a time: both are whole numbers. */
const byHand: FeedOrder<{ position?: number; id: string }> = {
  by: [Prisma.sql`i.position`, Prisma.sql`i."mediaId"`],
  at: ({ at, id }) => Prisma.sql`${at.getTime()}::bigint, ${id}::uuid`,
  place: ({ position = 0, id }) => ({ month: 0, at: new Date(position), id }),
  isAscending: true,
};

const isIn = (id: Prisma.Sql, albumId: string) =>
  Prisma.sql`EXISTS (SELECT 1 FROM "AlbumItem" a WHERE a."mediaId" = ${id} AND a."albumId" = ${albumId}::uuid)`;

/** A page of an album in its order. @throws AppError 404 */
export async function listAlbumItems(
  actor: MemberActor,
  albumId: string,
  query: FeedQuery,
): Promise<MediaPageDto> {
  const feed = await albumFeed(actor, albumId);
  if (!feed) throw notFound();
  return readPage(actor, feed, query);
}

/** An album's items in its order; null for one that isn't the family's. */
export async function albumFeed(actor: MemberActor, albumId: string): Promise<Feed | null> {
  const album = await db.album.findFirst({
    where: { id: albumId, familyId: actor.familyId },
    select: { id: true, order: true },
  });
  if (!album) return null;
  const { id, order } = album;
  return {
    ...(order === "date" ? byDate : byHand),
    join: Prisma.sql`JOIN "AlbumItem" i ON i."mediaId" = m.id AND i."familyId" = m."familyId"`,
    where: Prisma.sql`i."albumId" = ${id}::uuid AND i."isShown"`,
    extra: Prisma.sql`, i."filedMonth", i.position::float8 AS position`,
    total: Prisma.sql`(SELECT "itemCount" FROM "Album" WHERE id = ${id}::uuid)`,
    hasTop: (top) => isIn(top, id),
    hidden: countHidden(
      actor,
      Prisma.sql`${isIn(Prisma.sql`c.id`, id)} AND ${isIn(Prisma.sql`c."coveredById"`, id)}`,
    ),
    pageSize: itemPageSize,
  };
}

/** Appends the items that aren't in the album yet, in the order given. @returns the ones that were added */
async function addLocked(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { id }: LockedAlbum,
  mediaIds: readonly string[],
): Promise<string[]> {
  const added = await client.$queryRaw<{ mediaId: string }[]>`
    INSERT INTO "AlbumItem"
      ("albumId", "mediaId", "familyId", "addedById", position, "isShown", "filedMonth", "sortAt")
    SELECT ${id}::uuid, m.id, m."familyId", ${actor.userId}::uuid,
           (SELECT COALESCE(max(position), 0) FROM "AlbumItem" WHERE "albumId" = ${id}::uuid)
             + chosen.place * ${positionGap}::bigint,
           true, m.year * 100 + m.month, m."sortAt"
    FROM unnest(${[...mediaIds]}::uuid[]) WITH ORDINALITY AS chosen(id, place)
    JOIN "Media" m ON m.id = chosen.id AND m."familyId" = ${actor.familyId}::uuid AND m."deletedAt" IS NULL
    ON CONFLICT DO NOTHING
    RETURNING "mediaId"`;
  if (added.length > 0) {
    await client.album.update({ where: { id }, data: { activeAt: new Date() }, select: { id: true } });
  }
  return added.map(({ mediaId }) => mediaId);
}

/**
 * Adds items that the transaction has locked or created, as part of it.
 * @throws AppError 404, 403
 */
export async function addToAlbum(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  albumId: string,
  mediaIds: readonly string[],
): Promise<void> {
  await addLocked(client, actor, await lockAlbum(client, actor, albumId, "mayAdd"), mediaIds);
}

type AddRefusal = "already_there";

/** Adds items to an album. Adding again changes nothing. @throws AppError 404, 403 */
export async function addAlbumItems(
  actor: MemberActor,
  albumId: string,
  ids: readonly string[],
): Promise<BatchAnswerDto> {
  const outcomes: Outcomes<AddRefusal> = new Map();
  await db.$transaction(async (client) => {
    // Locked, and before the album, so that one side or the other notices an item that is trashed meanwhile.
    const shown = (await lockItems(client, actor, ids)).filter(({ isShown }) => isShown);
    const album = await lockAlbum(client, actor, albumId, "mayAdd");
    const known = new Set(shown.map(({ id }) => id));
    const inOrder = ids.filter((id) => known.has(id));
    for (const id of inOrder) outcomes.set(id, "already_there");
    for (const id of await addLocked(client, actor, album, inOrder)) outcomes.set(id, "changed");
  }, batchTransaction);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<AddRefusal>(outcomes.values(), ids.length, {
      already_there: ["is already in the album", "are already in the album"],
    }),
  };
}

type RemoveRefusal = "not_yours" | "not_in_album";

/**
 * Removes items from an album: the person's own additions, even if they can't add any more, or any if they can edit
 * it. They stay in their months.
 * @throws AppError 404
 */
export async function removeAlbumItems(
  actor: MemberActor,
  albumId: string,
  ids: readonly string[],
): Promise<BatchAnswerDto> {
  const visible = await listVisibleIds(actor, ids);
  const outcomes: Outcomes<RemoveRefusal> = new Map(visible.map((id) => [id, "not_in_album"] as const));
  await db.$transaction(async (client) => {
    const album = await lockAlbum(client, actor, albumId, "maySee");
    const held = await client.$queryRaw<{ mediaId: string; isOwn: boolean }[]>`
      SELECT "mediaId", "addedById" IS NOT DISTINCT FROM ${actor.userId}::uuid AS "isOwn" FROM "AlbumItem"
      WHERE "albumId" = ${album.id}::uuid AND "mediaId" = ANY(${ids.filter(isUuid)}::uuid[]) AND "isShown"`;
    for (const { mediaId, isOwn } of held) {
      outcomes.set(mediaId, isOwn || album.mayEdit ? "changed" : "not_yours");
    }
    await client.albumItem.deleteMany({
      where: { albumId: album.id, mediaId: { in: idsWith(outcomes, "changed") } },
    });
  }, batchTransaction);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<RemoveRefusal>(outcomes.values(), ids.length, {
      not_yours: [
        "was added by someone else, who can take it out",
        "were added by other people, who can take them out",
      ],
      not_in_album: ["wasn't in the album", "weren't in the album"],
    }),
  };
}
