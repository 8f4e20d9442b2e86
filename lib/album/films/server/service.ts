import type { CreateFilmInput, FilmDto } from "@/lib/album/films/schema";
import { enqueueFilm } from "@/lib/album/films/server/making-service";
import { requireSubject } from "@/lib/album/films/server/proposal-service";
import { removeFilms } from "@/lib/album/films/server/removal-service";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { getMediaItem } from "@/lib/album/media/server/browse-service";
import { fileResponse } from "@/lib/album/media/server/file-response";
import { filmKey } from "@/lib/album/media/server/storage-keys";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { createMedia, requireUploaded, storeOriginal } from "@/lib/album/uploads/server/ingest-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireGrownUp } from "@/lib/core/auth/server/grown-ups";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { withLock } from "@/lib/platform/locks";
import { getStorage } from "@/lib/platform/storage/storage";
import { canDecodeClips, findVideoTools } from "@/lib/platform/video/ffmpeg";
import { isUniqueViolation } from "@/lib/shared/database-errors";
import { dayInZone } from "@/lib/shared/day-in-zone";
import { safeFileName } from "@/lib/shared/safe-file-name";
import { isUuid } from "@/lib/shared/uuid";

/** Making one keeps the processor busy for a minute. */
const filmsPerPerson = { name: "films", points: 20, seconds: 3600 };

const filmSelect = {
  id: true,
  kind: true,
  memberId: true,
  title: true,
  state: true,
  mediaIds: true,
  doneCount: true,
  durationMs: true,
  bytes: true,
  failure: true,
  createdAt: true,
  mediaId: true,
  member: { select: { id: true } },
  media: { select: { deletedAt: true } },
} as const;
type FilmRow = Prisma.FilmGetPayload<{ select: typeof filmSelect }>;

const ownFilms = ({ userId, familyId }: MemberActor) => ({ madeById: userId, familyId });

function filmDto(row: FilmRow): FilmDto {
  const { id, kind, memberId, title, state, mediaIds, doneCount, durationMs, bytes, failure, createdAt } =
    row;
  const isReady = state === "ready";
  return {
    id,
    kind,
    memberId,
    title,
    state,
    progress: isReady ? 100 : Math.min(99, Math.floor((doneCount / mediaIds.length) * 100)),
    pictureCount: mediaIds.length,
    durationMs,
    bytes: Number(bytes),
    failure,
    createdAt: createdAt.toISOString(),
    url: isReady ? `/api/films/${id}/file` : null,
    // One in the trash can be shared again.
    mediaId: row.media && row.media.deletedAt === null ? row.mediaId : null,
  };
}

/** The person's films in this family, latest first. @throws AppError 403 for a child */
export async function listFilms(actor: MemberActor): Promise<FilmDto[]> {
  requireGrownUp(actor);
  const rows = await db.film.findMany({
    where: ownFilms(actor),
    select: filmSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 50,
  });
  return rows.map(filmDto);
}

async function requireFilm(actor: MemberActor, id: string): Promise<FilmRow> {
  requireGrownUp(actor);
  const row = isUuid(id)
    ? await db.film.findFirst({ where: { ...ownFilms(actor), id }, select: filmSelect })
    : null;
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 403, 404 */
export const getFilm = async (actor: MemberActor, id: string): Promise<FilmDto> =>
  filmDto(await requireFilm(actor, id));

/** @throws AppError 503 */
async function requireFilmMaker(): Promise<void> {
  if ((await findVideoTools()) && (await canDecodeClips())) return;
  throw new AppError("films_unavailable", 503, "This server can't make films.");
}

/** @throws AppError 404 for an item that the family can't see */
async function requirePictures(actor: MemberActor, mediaIds: readonly string[]): Promise<void> {
  const count = mediaIds.every(isUuid)
    ? await db.media.count({ where: { ...visibleMedia(actor), id: { in: [...mediaIds] } } })
    : 0;
  if (count < mediaIds.length) throw notFound();
}

/**
 * Starts making a film. A family has one made at a time.
 * @throws AppError 403 for a child, 404, 409 while one is being made, 422, 429, 503
 */
export async function createFilm(actor: MemberActor, input: CreateFilmInput): Promise<FilmDto> {
  requireGrownUp(actor);
  await requireSubject(actor, input);
  await requirePictures(actor, input.mediaIds);
  await requireFilmMaker();
  await consumeRateLimit(filmsPerPerson, actor.userId);
  const { familyId, userId } = actor;
  try {
    const row = await db.$transaction(async (client) => {
      const created = await client.film.create({
        data: { familyId, madeById: userId, ...input },
        select: filmSelect,
      });
      await enqueueFilm(created.id, { client });
      return created;
    });
    return filmDto(row);
  } catch (error) {
    // The partial unique index decides who goes first.
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "film_under_way",
      409,
      "Your family is making a film at the moment. You can start yours when it's ready.",
    );
  }
}

/** Removes a film, or stops making it. A copy added to the album stays there. @throws AppError 403, 404 */
export async function deleteFilm(actor: MemberActor, id: string): Promise<void> {
  const { familyId, userId } = actor;
  requireGrownUp(actor);
  if (!isUuid(id)) throw notFound();
  const removed = await db.$transaction((client) =>
    removeFilms(
      client,
      Sql.sql`f.id = ${id}::uuid AND f."familyId" = ${familyId}::uuid AND f."madeById" = ${userId}::uuid`,
    ),
  );
  if (removed === 0) throw notFound();
}

/** @throws AppError 403, 404, 409 until it is ready, 410 if its file is gone, as after restoring a backup */
async function requireReadyFilm(actor: MemberActor, id: string): Promise<FilmRow> {
  const row = await requireFilm(actor, id);
  if (row.state !== "ready") {
    throw new AppError("film_not_ready", 409, "This film isn't ready yet.");
  }
  if (!(await getStorage().stat(filmKey(actor.familyId, row.id)))) {
    throw new AppError("film_gone", 410, "This film isn't here any more. Please make it again.");
  }
  return row;
}

const fileNameOf = ({ title }: Pick<FilmRow, "title">) => `${safeFileName(title)}.mp4`;

/** The film, to watch or download. @throws AppError 403, 404, 409, 410 */
export async function filmResponse(
  request: Request,
  actor: MemberActor,
  id: string,
  isDownload: boolean,
): Promise<Response> {
  const row = await requireReadyFilm(actor, id);
  return fileResponse(request, {
    key: filmKey(actor.familyId, row.id),
    contentType: "video/mp4",
    etag: `"film-${row.id}"`,
    ...(isDownload ? { downloadName: fileNameOf(row) } : {}),
  });
}

/** The item that a film was added to the album as, or one with the same bytes; null if there is none. */
async function findShared(actor: MemberActor, row: FilmRow, refusal?: unknown): Promise<MediaItemDto | null> {
  const details = refusal instanceof AppError ? refusal.details : undefined;
  const { existingId } = (details?.duplicate ?? {}) as { existingId?: string };
  const id = existingId ?? row.mediaId;
  return id ? getMediaItem(actor, id) : null;
}

async function addToAlbum(actor: MemberActor, row: FilmRow): Promise<MediaItemDto> {
  const { familyId } = actor;
  const source = await getStorage().read(filmKey(familyId, row.id));
  const original = await storeOriginal(familyId, source, "file");
  const today = new Date(dayInZone(new Date(), (await getUserSettings(actor)).timeZone ?? undefined));
  const filed = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 };
  const facts = { ...filed, fileName: fileNameOf(row), description: row.title };
  const id = await createMedia(actor, original, facts, async (client, mediaId) => {
    await client.film.updateMany({ where: { ...ownFilms(actor), id: row.id }, data: { mediaId } });
  });
  return requireUploaded(actor, id);
}

/**
 * Adds a film to the album, as a video of today. Repeating it returns the same item.
 * @throws AppError 403, 404, 409, 410, 413, 422 if the family's storage is full, 507
 */
export async function shareFilm(actor: MemberActor, id: string): Promise<MediaItemDto> {
  const film = await requireReadyFilm(actor, id);
  return withLock(`share film:${film.id}`, { wait: true }, async () => {
    const row = await requireFilm(actor, film.id);
    const known = await findShared(actor, row);
    if (known) return known;
    try {
      return await addToAlbum(actor, row);
    } catch (error) {
      // The same photos make the same film.
      const same = await findShared(actor, row, error);
      if (!same) throw error;
      await db.film.updateMany({ where: { ...ownFilms(actor), id: row.id }, data: { mediaId: same.id } });
      return same;
    }
  });
}
