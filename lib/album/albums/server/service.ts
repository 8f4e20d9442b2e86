import type {
  AlbumDetailDto,
  AlbumPageDto,
  AlbumsQuery,
  CreateAlbumInput,
  UpdateAlbumInput,
} from "@/lib/album/albums/schema";
import { type AlbumRow, albumColumns, albumDto } from "@/lib/album/albums/server/dto";
import { lockAlbum } from "@/lib/album/albums/server/locked-album";
import { numberByDate } from "@/lib/album/albums/server/positions";
import { type FeedOrder, pageClauses, pageLimit, pageOf } from "@/lib/album/media/server/feed-page";
import { unknownPerson } from "@/lib/album/tags/server/service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownName } from "@/lib/core/names/server/display-name";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { likeText } from "@/lib/shared/like-text";
import { isUuid } from "@/lib/shared/uuid";

const albumPageSize = 24;
/** The most words of a search; the rest are ignored. */
const maxWords = 8;
/** More than anyone can think of titles for. */
const albumsPerPerson = { name: "albums", points: 60, seconds: 60 };

/** Latest additions first. */
const albumOrder: FeedOrder<AlbumRow> = {
  by: [Prisma.sql`a."activeAt"`, Prisma.sql`a.id`],
  at: ({ at, id }) => Prisma.sql`${at}::timestamptz, ${id}::uuid`,
  place: ({ activeAt, albumId }) => ({ month: 0, at: activeAt, id: albumId }),
};

function conditionsOf({ familyId }: MemberActor, { q, mediaId }: AlbumsQuery): Prisma.Sql {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  const found = words.map(
    (word) => Prisma.sql`lower(a.title || ' ' || a.story) LIKE ${`%${likeText(word)}%`}`,
  );
  const holding =
    mediaId === undefined
      ? []
      : [
          Prisma.sql`EXISTS (SELECT 1 FROM "AlbumItem" i WHERE i."albumId" = a.id AND i."familyId" = a."familyId"
            AND i."mediaId" = ${isUuid(mediaId) ? mediaId : null}::uuid AND i."isShown")`,
        ];
  return Prisma.join([Prisma.sql`a."familyId" = ${familyId}::uuid`, ...found, ...holding], " AND ");
}

/** The family's albums, latest additions first. */
export async function listAlbums(actor: MemberActor, query: AlbumsQuery): Promise<AlbumPageDto> {
  const limit = query.limit ?? albumPageSize;
  const where = conditionsOf(actor, query);
  const total = Prisma.sql`(SELECT count(*)::int FROM "Album" a WHERE ${where})`;
  const { within, order } = pageClauses(albumOrder, query);
  const rows = await queryPrepared<AlbumRow & { total: number }>(Prisma.sql`
    SELECT ${total} AS total, ${albumColumns(actor)} WHERE ${where} ${within} ORDER BY ${order} ${pageLimit(limit)}`);
  const { page, hasMore, nextCursor } = pageOf(rows, limit, albumOrder, query);
  return {
    items: page.map((row) => albumDto(actor, row)),
    pagination: { total: rows[0]?.total ?? 0, limit, offset: 0, hasMore },
    nextCursor,
  };
}

/** One album with its contributors; null if it is missing or another family's: both look the same. */
export async function getAlbum(
  actor: MemberActor,
  id: string,
  client?: Prisma.TransactionClient,
): Promise<AlbumDetailDto | null> {
  if (!isUuid(id)) return null;
  // Planning takes longer than reading, so the statements are prepared, except in a transaction.
  const read = <T extends object>(sql: Prisma.Sql) =>
    client ? client.$queryRaw<T[]>(sql) : queryPrepared<T>(sql);
  const [row] = await read<AlbumRow>(Prisma.sql`
    SELECT ${albumColumns(actor)} WHERE a.id = ${id}::uuid AND a."familyId" = ${actor.familyId}::uuid`);
  if (!row) return null;
  const contributors = await read<AlbumDetailDto["contributors"][number]>(Prisma.sql`
    SELECT u.id, ${shownName} AS name FROM "AlbumContributor" c JOIN "User" u ON u.id = c."userId"
    LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = c."familyId"
    WHERE c."albumId" = ${row.albumId}::uuid ORDER BY name, u.id`);
  return { ...albumDto(actor, row), contributors };
}

/** @throws AppError 404 */
export async function requireAlbum(
  actor: MemberActor,
  id: string,
  client?: Prisma.TransactionClient,
): Promise<AlbumDetailDto> {
  const album = await getAlbum(actor, id, client);
  if (!album) throw notFound();
  return album;
}

/** Sets who can add, replacing the whole set. @throws AppError 422 for someone outside the family */
async function setContributors(
  client: Prisma.TransactionClient,
  { familyId }: MemberActor,
  albumId: string,
  userIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  if (!ids.every(isUuid)) throw unknownPerson("contributorIds");
  await client.$executeRaw`DELETE FROM "AlbumContributor" WHERE "albumId" = ${albumId}::uuid AND "userId" <> ALL(${ids}::uuid[])`;
  const members = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "Membership" WHERE "familyId" = ${familyId}::uuid AND "userId" = ANY(${ids}::uuid[]) FOR KEY SHARE`;
  if (members.length < ids.length) throw unknownPerson("contributorIds");
  await client.$executeRaw`
    INSERT INTO "AlbumContributor" ("albumId", "userId", "familyId")
    SELECT ${albumId}::uuid, chosen.id, ${familyId}::uuid FROM unnest(${ids}::uuid[]) AS chosen(id)
    ON CONFLICT DO NOTHING`;
}

/** @throws AppError 422 with the field contributorIds, 429 */
export async function createAlbum(
  actor: MemberActor,
  { contributorIds, ...fields }: CreateAlbumInput,
): Promise<AlbumDetailDto> {
  await consumeRateLimit(albumsPerPerson, actor.userId);
  const { userId, familyId } = actor;
  return db.$transaction(async (client) => {
    const { id } = await client.album.create({
      data: { ...fields, familyId, createdById: userId },
      select: { id: true },
    });
    await setContributors(client, actor, id, contributorIds);
    await recordActivity({ action: "album.created", actorId: userId, familyId }, client);
    return requireAlbum(actor, id, client);
  });
}

/** Sets one of the shown items as the cover, or none. @throws AppError 422 with the field coverId */
async function setCover(
  client: Prisma.TransactionClient,
  albumId: string,
  coverId: string | null,
): Promise<void> {
  await client.albumItem.updateMany({ where: { albumId, isCover: true }, data: { isCover: false } });
  if (coverId === null) return;
  const { count } = await client.albumItem.updateMany({
    where: { albumId, mediaId: coverId, isShown: true },
    data: { isCover: true },
  });
  if (count > 0) return;
  throw new AppError("not_in_album", 422, "The cover has to be one of the album's photos or videos.", {
    field: "coverId",
  });
}

/** @throws AppError 404, 403, 422 with the field coverId or contributorIds */
export async function updateAlbum(
  actor: MemberActor,
  id: string,
  { coverId, contributorIds, ...fields }: UpdateAlbumInput,
): Promise<AlbumDetailDto> {
  return db.$transaction(async (client) => {
    const album = await lockAlbum(client, actor, id, "mayEdit");
    // An album created by hand has its positions from what was added to it.
    const isArranged = album.isArranged || album.order === "hand";
    // The manual order starts out as the date order.
    if (fields.order === "hand" && !isArranged) await numberByDate(client, album.id);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const data = { ...Object.fromEntries(given), isArranged: isArranged || fields.order === "hand" };
    await client.album.update({ where: { id: album.id }, data, select: { id: true } });
    if (coverId !== undefined) {
      if (coverId !== null && !isUuid(coverId)) throw notFound();
      await setCover(client, album.id, coverId);
    }
    if (contributorIds) await setContributors(client, actor, album.id, contributorIds);
    return requireAlbum(actor, album.id, client);
  });
}

/** Deletes an album; its items stay in their months. @throws AppError 404, 403 */
export async function deleteAlbum(actor: MemberActor, id: string): Promise<void> {
  const { userId, familyId } = actor;
  await db.$transaction(async (client) => {
    const album = await lockAlbum(client, actor, id, "mayEdit");
    await client.album.delete({ where: { id: album.id }, select: { id: true } });
    await recordActivity({ action: "album.deleted", actorId: userId, familyId }, client);
  });
}
