import type { ArrangeAlbumInput } from "@/lib/album/albums/schema";
import { lockAlbum } from "@/lib/album/albums/server/locked-album";
import { numberAgain, positionGap } from "@/lib/album/albums/server/positions";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const notInAlbum = (field: string) =>
  new AppError("not_in_album", 422, "This is no longer in the album. Please look again.", { field });

interface Gap {
  /** The position before the gap; null at the beginning. */
  lower: number | null;
  /** The position after it; null at the end. */
  upper: number | null;
}

/** The gap before an item, or at the end, ignoring the items being moved. */
async function findGap(
  client: Prisma.TransactionClient,
  albumId: string,
  moved: readonly string[],
  beforeId: string | null,
): Promise<Gap> {
  const [gap] = await client.$queryRaw<Gap[]>`
    SELECT next.position::float8 AS upper, (
      SELECT max(i.position)::float8 FROM "AlbumItem" i
      WHERE i."albumId" = ${albumId}::uuid AND i."mediaId" <> ALL(${[...moved]}::uuid[])
        AND (next."mediaId" IS NULL OR (i.position, i."mediaId") < (next.position, next."mediaId"))
    ) AS lower
    FROM (SELECT 1) one LEFT JOIN "AlbumItem" next
      ON next."albumId" = ${albumId}::uuid AND next."mediaId" = ${beforeId}::uuid AND next."isShown"`;
  return gap ?? { lower: null, upper: null };
}

/** Whole numbers between the two ends, evenly spaced; null if there is no room. */
function positionsIn({ lower, upper }: Gap, count: number): number[] | null {
  const start = lower ?? (upper === null ? 0 : upper - positionGap * (count + 1));
  const end = upper ?? start + positionGap * (count + 1);
  const step = Math.floor((end - start) / (count + 1));
  return step < 1 ? null : Array.from({ length: count }, (_, index) => start + step * (index + 1));
}

/**
 * Moves items in front of another, or to the end, in the order given; items that have left the album meanwhile are
 * ignored. Concurrent moves are serialised.
 * @throws AppError 404, 403, 409 if the album is sorted by date, 422 with the field mediaIds or beforeId
 */
export async function arrangeAlbum(
  actor: MemberActor,
  albumId: string,
  { mediaIds, beforeId }: ArrangeAlbumInput,
): Promise<void> {
  await db.$transaction(async (client) => {
    const { id, order } = await lockAlbum(client, actor, albumId, "mayAdd");
    if (order === "date") {
      const message = "This album is sorted by date. To arrange it, sort it by hand first.";
      throw new AppError("sorted_by_date", 409, message);
    }
    const held = await client.albumItem.findMany({
      where: { albumId: id, mediaId: { in: mediaIds.filter(isUuid) }, isShown: true },
      select: { mediaId: true },
    });
    const known = new Set(held.map(({ mediaId }) => mediaId));
    const moved = mediaIds.filter((mediaId) => known.has(mediaId));
    if (moved.length === 0) throw notInAlbum("mediaIds");
    if (beforeId !== null && !isUuid(beforeId)) throw notInAlbum("beforeId");

    let gap = await findGap(client, id, moved, beforeId);
    if (beforeId !== null && gap.upper === null) throw notInAlbum("beforeId");
    let positions = positionsIn(gap, moved.length);
    if (!positions) {
      await numberAgain(client, id);
      gap = await findGap(client, id, moved, beforeId);
      positions = positionsIn(gap, moved.length);
    }
    await client.$executeRaw`
      UPDATE "AlbumItem" i SET position = moved.position
      FROM unnest(${moved}::uuid[], ${positions ?? []}::bigint[]) AS moved(id, position)
      WHERE i."albumId" = ${id}::uuid AND i."mediaId" = moved.id`;
  });
}
