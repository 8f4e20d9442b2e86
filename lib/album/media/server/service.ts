import {
  type MediaDetailDto,
  type MediaItemDto,
  type TrashItemDto,
  trashDays,
  type UpdateMediaInput,
} from "@/lib/album/media/schema";
import { getMediaItem, requireMediaDetail } from "@/lib/album/media/server/browse-service";
import { enqueueDerive, enqueueRenditions } from "@/lib/album/media/server/derivatives-service";
import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import {
  alreadyInAlbum,
  describeItems,
  fileReported,
  moveItems,
  requireEditable,
  restoreItems,
  trashItems,
} from "@/lib/album/media/server/locked-items-service";
import { inAWhile, removeFiles, removeFilesTask } from "@/lib/album/media/server/removal-service";
import { requireYear } from "@/lib/album/media/server/require-year";
import { derivativeKeys } from "@/lib/album/media/server/storage-keys";
import { awaitsDecision, restorableSql } from "@/lib/album/media/server/trash-rule";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { forbidden, notFound } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { lockInTransaction } from "@/lib/platform/locks";
import { dayMs } from "@/lib/shared/units";

/** The item, or the same 404 as for one that doesn't exist. */
async function requireItem(actor: MemberActor, id: string): Promise<MediaItemDto> {
  const item = await getMediaItem(actor, id);
  if (!item) throw notFound();
  return item;
}

/** An item restored from the trash may be older than the album: it can stay where it is. */
async function isOfYear(
  client: Prisma.TransactionClient,
  id: string,
  year: number | undefined,
): Promise<boolean> {
  return year !== undefined && (await client.media.count({ where: { id, year } })) > 0;
}

/** Changes description, year or month; for the uploader or an admin. @throws AppError 400, 403, 404 */
export async function updateMedia(
  actor: MemberActor,
  id: string,
  { description, ...month }: UpdateMediaInput,
): Promise<MediaDetailDto> {
  await db.$transaction(async (client) => {
    const held = await requireEditable(client, actor, id);
    if (!(await isOfYear(client, held, month.year))) requireYear(actor, month.year);
    await moveItems(client, actor, [held], month);
    if (description !== undefined) await describeItems(client, actor, [{ id: held, description }]);
  });
  return requireMediaDetail(actor, id);
}

/** Moves to the trash for 30 days; for the uploader or an admin, children only their own. @throws AppError 403, 404 */
export async function deleteMedia(actor: MemberActor, id: string): Promise<void> {
  const [outcome] = (await trashItems(actor, [id])).values();
  if (outcome === "not_yours") throw forbidden("Only the uploader or an admin can delete this.");
  if (outcome !== "changed") throw notFound();
}

/** A member's own items, or all for an admin; last deleted first. */
export async function listTrash(actor: MemberActor): Promise<TrashItemDto[]> {
  const rows = await db.$queryRaw<MediaRow[]>`
    SELECT ${mediaColumns(actor)} FROM "Media" m
    WHERE m."familyId" = ${actor.familyId}::uuid AND m."deletedAt" IS NOT NULL AND ${restorableSql(actor)}
    ORDER BY m."deletedAt" DESC, m.id DESC LIMIT 1000`;
  return rows.map((row) => {
    const deletedAt = row.deletedAt ?? new Date();
    return {
      ...mediaItemDto(row),
      deletedAt: deletedAt.toISOString(),
      purgeAt: new Date(deletedAt.getTime() + trashDays * dayMs).toISOString(),
    };
  });
}

/**
 * Restores from the trash. For an item that is no longer in the trash, returns the item.
 * @throws AppError 404; 409 when the same bytes were uploaded again meanwhile, or are reported
 */
export async function restoreMedia(actor: MemberActor, id: string): Promise<MediaItemDto> {
  const [outcome] = (await restoreItems(actor, [id])).values();
  if (!outcome) throw notFound();
  if (outcome === "already_in_album") throw alreadyInAlbum();
  if (outcome === "reported") throw fileReported();
  return requireItem(actor, id);
}

/** Makes an item its month's cover, or no longer; one per month. @throws AppError 404 */
export async function setFeatured(actor: MemberActor, id: string, featured: boolean): Promise<MediaItemDto> {
  const item = await requireItem(actor, id);
  await db.$transaction(async (client) => {
    // If two covers are chosen at once, the second request waits here, then takes over.
    await lockInTransaction(client, `cover:${actor.familyId}:${item.year}:${item.month}`);
    if (featured) {
      await client.media.updateMany({
        where: { familyId: actor.familyId, year: item.year, month: item.month, featured: true },
        data: { featured: false },
      });
    }
    await client.media.updateMany({
      where: { id, ...visibleMedia(actor), year: item.year, month: item.month },
      data: { featured },
    });
  });
  return requireItem(actor, id);
}

/** Retries failed derivatives. Others are left alone. @throws AppError 404 */
export async function retryDerivatives(actor: MemberActor, id: string): Promise<MediaItemDto> {
  await requireItem(actor, id);
  await db.$transaction(async (client) => {
    const images = await client.media.updateMany({
      where: { id, familyId: actor.familyId, derivatives: "failed" },
      data: { derivatives: "pending", deriveAttempts: 0, derivativeError: null },
    });
    const renditions = await client.media.updateMany({
      where: { id, familyId: actor.familyId, playable: "failed" },
      data: { playable: "pending", transcodeAttempts: 0, derivativeError: null },
    });
    const small = await client.media.updateMany({
      where: { id, familyId: actor.familyId, playableSmall: "failed" },
      data: { playableSmall: "pending", smallAttempts: 0, derivativeError: null },
    });
    if (images.count > 0) await enqueueDerive(id, client);
    if (renditions.count + small.count === 0) return;
    const media = await client.media.findUniqueOrThrow({
      where: { id },
      select: { id: true, playable: true, playableSmall: true },
    });
    await enqueueRenditions(media, client);
  });
  forgetMediaFile(id);
  return requireItem(actor, id);
}

interface GoneMedia {
  id: string;
  familyId: string;
  storagePath: string;
  clipPath: string | null;
}

/** Columns of "Media" m that is being deleted. Its clip's row is deleted with it, after this is read. */
const goneColumns = Sql.sql`m.id, m."familyId", m."storagePath",
  (SELECT c."storagePath" FROM "MediaClip" c WHERE c."mediaId" = m.id) AS "clipPath"`;

const keysOf = ({ id, familyId, storagePath, clipPath }: GoneMedia) => [
  storagePath,
  ...(clipPath ? [clipPath] : []),
  ...derivativeKeys(familyId, id),
];

/**
 * Permanently deletes what has been in the trash for 30 days. The rows go first, with the removal of the files queued
 * in the same transaction: no row is ever left without its file.
 * @returns how many
 */
export async function purgeTrash(now = new Date()): Promise<number> {
  return db.$transaction(async (client) => {
    const gone = await client.$queryRaw<GoneMedia[]>`
      DELETE FROM "Media" m WHERE m.id IN (
        SELECT m.id FROM "Media" m WHERE m."deletedAt" < ${new Date(now.getTime() - trashDays * dayMs)}
          AND NOT ${awaitsDecision}
        ORDER BY m."deletedAt" LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING ${goneColumns}`;
    for (const media of gone) await removeFilesTask.enqueue({ keys: keysOf(media) }, {}, client);
    return gone.length;
  });
}

/**
 * Permanently deletes one item in the trash, for anyone who may restore it. One statement decides between this and a
 * restore at the same time. The files are removed before the response; the queued job removes what is left if the
 * storage is down or a backup still needs them.
 * @throws AppError 404
 */
export async function eraseMedia(actor: MemberActor, id: string): Promise<void> {
  const keys = await db.$transaction(async (client) => {
    const [gone] = await client.$queryRaw<GoneMedia[]>`
      DELETE FROM "Media" m
      WHERE m.id = ${id}::uuid AND m."familyId" = ${actor.familyId}::uuid AND m."deletedAt" IS NOT NULL
        AND ${restorableSql(actor)}
      RETURNING ${goneColumns}`;
    if (!gone) throw notFound();
    await removeFilesTask.enqueue({ keys: keysOf(gone) }, { runAt: inAWhile() }, client);
    return keysOf(gone);
  });
  forgetMediaFile(id);
  await removeFiles(keys).catch((error) => logError(error, { mediaId: id }));
}
