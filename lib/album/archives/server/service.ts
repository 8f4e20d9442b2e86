import type { AlbumDto } from "@/lib/album/albums/schema";
import { requireAlbum } from "@/lib/album/albums/server/service";
import {
  type ArchiveDto,
  type ArchiveEntries,
  archiveHours,
  type CreateArchiveInput,
  maxArchiveFiles,
  maxArchives,
} from "@/lib/album/archives/schema";
import {
  type ArchivedFile,
  type ArchivedItem,
  archiveDigest,
  archiveEntries,
  archiveLayout,
} from "@/lib/album/archives/server/contents";
import { storedSizes } from "@/lib/album/archives/server/stored-sizes";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { lockInTransaction } from "@/lib/platform/locks";
import { counted, numberText } from "@/lib/shared/counted";
import { formatMonth } from "@/lib/shared/months";
import { safeFileName } from "@/lib/shared/safe-file-name";
import { isUuid } from "@/lib/shared/uuid";

const archivesPerPerson = { name: "archive", points: 120, seconds: 3600 };

interface Clip extends ArchivedFile {
  storagePath: string;
}
type Item = Omit<ArchivedItem, "clip"> & { storagePath: string; clip: Clip | null };

/** The requested items that this person can see, oldest first: the order in the ZIP. */
function findItems(
  actor: MemberActor,
  { mediaIds, withStacks, year, month }: CreateArchiveInput,
  album: AlbumDto | null,
): Promise<Item[]> {
  const ofMonth = month === undefined ? Sql.empty : Sql.sql`AND m.month = ${month}`;
  const chosen = album
    ? Sql.sql`m.id IN (SELECT i."mediaId" FROM "AlbumItem" i
        WHERE i."albumId" = ${album.id}::uuid AND i."familyId" = ${actor.familyId}::uuid)`
    : mediaIds
      ? Sql.sql`(m.id = ANY(${mediaIds.filter(isUuid)}::uuid[])
          OR ${withStacks === true} AND m."coveredById" = ANY(${mediaIds.filter(isUuid)}::uuid[]))`
      : Sql.sql`m.year = ${year} ${ofMonth}`;
  return db.$queryRaw<Item[]>`
    SELECT m.id, m."fileName", m."mimeType", m.bytes::float8 AS bytes, m.month, m."takenAt", m."uploadDate", m."storagePath",
      CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'fileName', c."fileName", 'mimeType', c."mimeType",
        'bytes', c.bytes, 'storagePath', c."storagePath") END AS clip
    FROM "Media" m LEFT JOIN "MediaClip" c ON c."mediaId" = m.id
    WHERE ${visibleMediaSql(actor)} AND ${chosen}
    ORDER BY m.year, m.month, m."sortAt", m.id LIMIT ${maxArchiveFiles + 1}`;
}

type Outcome = "changed" | "file_missing" | "clip_missing";

/** Leaves out missing and incomplete files: one lost file must not keep a family from the rest of its year. */
async function withFiles(found: readonly Item[]): Promise<{ items: Item[]; outcomes: Outcome[] }> {
  const files = found.flatMap(({ storagePath, clip }) => [storagePath, ...(clip ? [clip.storagePath] : [])]);
  const sizes = await storedSizes(files);
  const isWhole = ({ storagePath, bytes }: Item | Clip) => sizes.get(storagePath) === bytes;
  const items: Item[] = [];
  const outcomes = found.map((item): Outcome => {
    if (!isWhole(item)) return "file_missing";
    const hasLostClip = item.clip !== null && !isWhole(item.clip);
    items.push(hasLostClip ? { ...item, clip: null } : item);
    return hasLostClip ? "clip_missing" : "changed";
  });
  return { items, outcomes };
}

const countFiles = (items: readonly Item[]) => items.length + items.filter(({ clip }) => clip).length;

function tooMany({ month, year }: CreateArchiveInput): AppError {
  const isYear = year !== undefined && month === undefined;
  return new AppError(
    "too_many_files",
    422,
    `That's more than ${numberText(maxArchiveFiles)} photos and videos. ` +
      (isYear ? "Please download them month by month." : "Please choose some of them."),
    { field: isYear ? "year" : year === undefined ? "albumId" : "month" },
  );
}

/** "The Okafors - July 2024.zip" */
async function archiveName(
  { familyId }: MemberActor,
  { year, month }: CreateArchiveInput,
  { album, count }: { album: AlbumDto | null; count: number },
): Promise<string> {
  const { name } = await db.family.findUniqueOrThrow({ where: { id: familyId }, select: { name: true } });
  const family = safeFileName(name);
  if (album) return `${family} - ${safeFileName(album.title)}.zip`;
  if (year === undefined) return `${family} - ${counted(count, "file")}.zip`;
  return `${family} - ${month === undefined ? year : formatMonth({ year, month })}.zip`;
}

/** The same files give the same ZIP, whose download may have begun. Removes the oldest ZIPs beyond the limit. */
async function saveArchive(
  client: Prisma.TransactionClient,
  { userId, familyId }: MemberActor,
  { entries, fileName, bytes }: { entries: ArchiveEntries; fileName: string; bytes: number },
): Promise<string> {
  // The second of two concurrent calls has to count the first.
  await lockInTransaction(client, `archives:${userId}`);
  const digest = archiveDigest(entries);
  const expiresAt = new Date(Date.now() + archiveHours * 3_600_000);
  const { id } = await client.mediaArchive.upsert({
    where: { userId_familyId_digest: { userId, familyId, digest } },
    create: { userId, familyId, digest, fileName, bytes, entries, expiresAt },
    update: { fileName, expiresAt },
    select: { id: true },
  });
  await client.$executeRaw`
    DELETE FROM "MediaArchive" WHERE id IN (
      SELECT id FROM "MediaArchive" WHERE "userId" = ${userId}::uuid
      ORDER BY "expiresAt" DESC, id DESC OFFSET ${maxArchives})`;
  return id;
}

/**
 * Records what someone wants as one ZIP: a selection, or an album, month or year as the family sees it now. Nothing is
 * read or packed until it is fetched.
 * @throws AppError 404 if there is nothing to pack, 422 too_many_files, 429
 */
export async function createArchive(actor: MemberActor, input: CreateArchiveInput): Promise<ArchiveDto> {
  await consumeRateLimit(archivesPerPerson, actor.userId);
  const album = input.albumId === undefined ? null : await requireAlbum(actor, input.albumId);
  const found = await findItems(actor, input, album);
  if (countFiles(found) > maxArchiveFiles) throw tooMany(input);
  const { items, outcomes } = await withFiles(found);
  if (items.length === 0) throw notFound();
  const entries = archiveEntries(items, input.year !== undefined && input.month === undefined);
  const bytes = archiveLayout(entries).length;
  const fileName = await archiveName(actor, input, { album, count: entries.length });
  const id = await db.$transaction((client) => saveArchive(client, actor, { entries, fileName, bytes }));
  return {
    id,
    url: `/api/media/archives/${id}`,
    fileName,
    bytes,
    count: entries.length,
    refusals: refusalsOf<"file_missing" | "clip_missing">(outcomes, input.mediaIds?.length ?? found.length, {
      file_missing: [
        "has lost its file, so it isn't in the download",
        "have lost their files, so they aren't in the download",
      ],
      clip_missing: [
        "has lost its clip, so the download has only the photo",
        "have lost their clips, so the download has only the photos",
      ],
    }),
  };
}

/** Removes archives that have expired. */
export async function removeExpiredArchives(now = new Date()): Promise<void> {
  await db.mediaArchive.deleteMany({ where: { expiresAt: { lt: now } } });
}
