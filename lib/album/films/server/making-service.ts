import { z } from "zod";
import {
  type FilmKind,
  fewestPictures,
  maxFilms,
  secondsEach,
  titlePictures,
} from "@/lib/album/films/limits";
import { captionOf } from "@/lib/album/films/server/proposal-service";
import { removeFilms } from "@/lib/album/films/server/removal-service";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { filmKey, shownKey } from "@/lib/album/media/server/storage-keys";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { logError } from "@/lib/http/log";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { makeFilmFrame, makeTitleFrame } from "@/lib/platform/images/film-frame";
import { ImageError } from "@/lib/platform/images/image-error";
import { declareTask, type JobOptions } from "@/lib/platform/queue/task";
import { workAlone } from "@/lib/platform/queue/work-alone";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { VideoUnavailableError } from "@/lib/platform/video/ffmpeg";
import { filmSize, framesPerSecond, makeFilm } from "@/lib/platform/video/film";

/** After the jobs that people in the album wait for. */
const priority = 20;
const maxAttempts = 3;

/** Makes a film, with `runFilm`. */
export const filmTask = declareTask("films.make", z.object({ filmId: z.uuid() }));

export async function enqueueFilm(filmId: string, { client, runAt }: JobOptions = {}): Promise<void> {
  await filmTask.enqueue({ filmId }, { jobKey: `${filmTask.name}:${filmId}`, priority, runAt }, client);
}

/** Puts films that a stopped server left behind back into the queue. */
export async function requeueFilms(): Promise<void> {
  const open = await db.film.findMany({ where: { state: "making" }, select: { id: true }, take: 1_000 });
  for (const { id } of open) await enqueueFilm(id);
}

const filmSelect = {
  id: true,
  familyId: true,
  madeById: true,
  kind: true,
  title: true,
  mediaIds: true,
  attempts: true,
  member: { select: { birthDate: true } },
} as const;
type FilmRow = Prisma.FilmGetPayload<{ select: typeof filmSelect }>;

const pictureSelect = {
  id: true,
  familyId: true,
  edits: true,
  editVersion: true,
  takenAt: true,
  year: true,
  month: true,
  yearPrecision: true,
} as const;
type PictureRow = Prisma.MediaGetPayload<{ select: typeof pictureSelect }>;

/** The film's pictures that the family can see now, in their order. */
async function listPictures({ familyId, mediaIds }: FilmRow): Promise<PictureRow[]> {
  const rows = await db.media.findMany({
    where: { ...visibleMedia({ familyId }), id: { in: mediaIds }, derivatives: "ready" },
    select: pictureSelect,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return mediaIds.flatMap((id) => byId.get(id) ?? []);
}

/** Its pictures have been deleted, or can't be read. */
class TooFewPicturesError extends Error {}
/** The film is no longer wanted. */
class FilmCancelledError extends Error {}

const dateOf = (date: Date | null | undefined) => date?.toISOString().slice(0, 10) ?? null;

/** @throws FilmCancelledError */
async function noteProgress(id: string, doneCount: number): Promise<void> {
  const { count } = await db.film.updateMany({ where: { id, state: "making" }, data: { doneCount } });
  if (count === 0) throw new FilmCancelledError();
}

/** A month is shown on its first picture only, an age on each. */
function captions({ kind, member }: FilmRow, pictures: readonly PictureRow[]): string[] {
  const all = pictures.map((picture) =>
    captionOf({ kind }, dateOf(member?.birthDate), { ...picture, takenAt: wallClock(picture.takenAt) }),
  );
  return kind === "growing" ? all : all.map((caption, at) => (caption === all[at - 1] ? "" : caption));
}

const wallClock = (date: Date | null) => date?.toISOString().slice(0, 19) ?? null;

/** The film's pictures as frames, skipping those whose file is lost or damaged. @throws TooFewPicturesError */
async function* framesOf(row: FilmRow, pictures: readonly PictureRow[]): AsyncGenerator<Buffer> {
  let frames = 0;
  const title = { heading: row.title, lead: "", appName: env.APP_NAME };
  const titleFrame = await makeTitleFrame(title, filmSize);
  for (let shown = 0; shown < titlePictures[row.kind]; shown++) yield titleFrame;
  const written = captions(row, pictures);
  for (const [at, picture] of pictures.entries()) {
    await noteProgress(row.id, at);
    try {
      yield await getStorage().withLocalFile(shownKey(picture, "medium"), (file) =>
        makeFilmFrame(file, filmSize, written[at] ?? ""),
      );
      frames += 1;
    } catch (error) {
      if (!(error instanceof ImageError) && !(error instanceof StorageError && error.code === "missing"))
        throw error;
    }
  }
  if (frames < fewestPictures) throw new TooFewPicturesError();
}

const failures = {
  photosGone: "Too few of its photos are still in the album.",
  noVideos: "This server can't make films: it has no ffmpeg.",
  failed: "Something went wrong. Please try again.",
} as const;

async function fail(id: string, why: keyof typeof failures): Promise<void> {
  await db.film.updateMany({
    where: { id, state: "making" },
    data: { state: "failed", failure: failures[why] },
  });
}

const framesEach = (kind: FilmKind) => Math.round(secondsEach[kind] * framesPerSecond);

async function make(row: FilmRow, pictures: readonly PictureRow[], signal?: AbortSignal): Promise<void> {
  const { id, familyId, kind } = row;
  await withTemporaryFile("mp4", async (file) => {
    const made = await makeFilm(framesOf(row, pictures), framesEach(kind), file, signal ? { signal } : {});
    await noteProgress(id, pictures.length);
    await getStorage().replace(filmKey(familyId, id), { file });
    const { count } = await db.film.updateMany({
      where: { id, state: "making" },
      data: { state: "ready", durationMs: made.durationMs, bytes: made.bytes, readyAt: new Date() },
    });
    if (count === 0) throw new FilmCancelledError();
  });
}

/** Removes its maker's oldest films beyond the limit. */
async function removeBeyondLimit({ familyId, madeById }: FilmRow): Promise<void> {
  await db.$transaction((client) =>
    removeFilms(
      client,
      Sql.sql`f.id IN (
        SELECT id FROM "Film" WHERE "familyId" = ${familyId}::uuid AND "madeById" = ${madeById}::uuid AND state = 'ready'
        ORDER BY "readyAt" DESC, id DESC OFFSET ${maxFilms})`,
    ),
  );
}

/** @throws errors worth another attempt */
export async function runFilm(filmId: string, signal?: AbortSignal): Promise<void> {
  const enqueueAgain = (runAt?: Date) => enqueueFilm(filmId, { runAt });
  await workAlone(`film:${filmId}`, enqueueAgain, async () => {
    // Counted up front, so that a film that crashes its worker uses up an attempt.
    const [row] = await db.film.updateManyAndReturn({
      where: { id: filmId, state: "making" },
      data: { attempts: { increment: 1 } },
      select: filmSelect,
    });
    if (!row) return;
    if (row.attempts > maxAttempts || !(await importActor(row.madeById, row.familyId))) {
      await fail(filmId, "failed");
      return;
    }
    try {
      const pictures = await listPictures(row);
      await make(row, pictures, signal);
      await removeBeyondLimit(row);
    } catch (error) {
      await giveUp(row, error, signal);
    }
  });
}

/** @throws errors worth another attempt */
async function giveUp(row: FilmRow, error: unknown, signal?: AbortSignal): Promise<void> {
  const { id, familyId, attempts } = row;
  if (error instanceof FilmCancelledError) {
    // Another worker may have finished it: if the database ends the connection that holds a worker's lock, both go on.
    const isReady = (await db.film.count({ where: { id, state: "ready" } })) > 0;
    if (!isReady) await getStorage().delete(filmKey(familyId, id));
    return;
  }
  if (error instanceof TooFewPicturesError) return fail(id, "photosGone");
  if (error instanceof VideoUnavailableError) return fail(id, "noVideos");
  if (signal?.aborted) {
    // The worker is stopping, so this doesn't count as an attempt.
    await db.film.updateMany({ where: { id, state: "making" }, data: { attempts: { decrement: 1 } } });
    throw error;
  }
  if (attempts < maxAttempts) throw error;
  logError(error, { filmId: id });
  await fail(id, "failed");
}
