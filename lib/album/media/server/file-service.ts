import { readEdits } from "@/lib/album/media/picture-edits";
import { type StreamQuality, streamQuery } from "@/lib/album/media/schema";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import {
  fileSelect,
  forgetMediaFile,
  getCachedMediaFile,
  loadMediaFile,
  type MediaFileRow,
} from "@/lib/album/media/server/file-cache";
import { type DerivativeKind, derivativeKey, shownKey } from "@/lib/album/media/server/storage-keys";
import { restorableBy } from "@/lib/album/media/server/trash-rule";
import { type Actor, isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import {
  AppError,
  badInput,
  familySuspended,
  noFamily,
  notFound,
  notSignedIn,
  unavailable,
} from "@/lib/http/errors";
import { batched } from "@/lib/platform/batched";
import { getStorage } from "@/lib/platform/storage/storage";
import { downloadName } from "@/lib/shared/download-name";
import { fileTypeOf } from "@/lib/shared/file-types";
import type { PictureEdits } from "@/lib/shared/picture-edits";
import { isUuid } from "@/lib/shared/uuid";

/**
 * `poster` is a clip's, `stream` a clip's or that of a photo with a clip, `sphere` a 360° photo's; a clip's thumbnail
 * and medium show its poster. `unedited` is the medium image of the original.
 */
export type MediaFileKind = "thumbnail" | "medium" | "sphere" | "poster" | "stream" | "original" | "unedited";

type PictureKind = Exclude<MediaFileKind, "stream" | "original" | "unedited">;

export interface MediaFile {
  key: string;
  contentType: string;
  /** Strong, quoted. */
  etag: string;
  /** Only for the original: the name to save it under. */
  downloadName?: string;
}

const findRow = (mediaId: string) => loadMediaFile(mediaId, () => readRow(mediaId));

const columns = Object.keys(fileSelect)
  .map((column) => `"${column}"`)
  .join(", ");
const columnsSql = Prisma.raw(columns);

// Scrolling through a month requests hundreds of photos, many of them in the same turn of the event loop.
const readRow = batched(async (ids: string[]) => {
  // PostgreSQL makes a new plan for every list, which takes longer than finding one photo, but caches the plan for one.
  const isAsked = ids.length === 1 ? Prisma.sql`id = ${ids[0]}::uuid` : Prisma.sql`id = ANY(${ids}::uuid[])`;
  const rows = await queryPrepared<MediaFileRow>(
    Prisma.sql`SELECT ${columnsSql} FROM "Media" WHERE ${isAsked}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
});

const canSee = (actor: MemberActor, row: MediaFileRow | null): row is MediaFileRow =>
  row !== null && row.familyId === actor.familyId && row.deletedAt === null;

async function requireRow(actor: MemberActor, mediaId: string): Promise<MediaFileRow> {
  const row = await findRow(mediaId.toLowerCase());
  if (!canSee(actor, row)) throw notFound();
  return row;
}

/** @throws AppError 400 */
function qualityIn(query: unknown): StreamQuality | undefined {
  const parsed = streamQuery.safeParse(query);
  if (!parsed.success) throw badInput("quality", parsed.error.issues[0]?.message ?? "");
  return parsed.data.quality;
}

const failed = () =>
  new AppError(
    "derivative_failed",
    422,
    "This file can't be shown. The original is safe and can be downloaded; an admin can try again.",
  );

async function withDerivatives(row: MediaFileRow): Promise<MediaFileRow> {
  if (row.derivatives === "ready") return row;
  if (row.derivatives === "pending") await deriveMedia(row.id);
  forgetMediaFile(row.id);
  const now = await findRow(row.id);
  // Erased, or a video that is now its photo's clip.
  if (!now) throw notFound();
  if (now.derivatives !== "ready") throw failed();
  return now;
}

/** Includes the version: an edited picture is a different file. */
function shown(row: MediaFileRow, kind: "thumbnail" | "medium", contentType: string): MediaFile {
  const version = row.editVersion > 0 ? `-${row.editVersion}` : "";
  return {
    key: shownKey(row, kind),
    contentType,
    etag: `"${row.sha256.slice(0, 24)}-${kind}${version}"`,
  };
}

/** Independent of the edits. */
function unchanging(row: MediaFileRow, kind: DerivativeKind, contentType: string): MediaFile {
  return {
    key: derivativeKey(row.familyId, row.id, kind),
    contentType,
    etag: `"${row.sha256.slice(0, 24)}-${kind}"`,
  };
}

/** The original's medium image may be of another type than the edited one's: transparent parts may be cropped. */
async function uneditedOf(row: MediaFileRow): Promise<MediaFile> {
  if (row.mediaType !== "image") throw notFound();
  const { mediumType, edits } = await withDerivatives(row);
  const file = unchanging(row, "medium", mediumType ?? "image/jpeg");
  if (edits === null) return file;
  const pieces: Buffer[] = [];
  for await (const piece of await getStorage().read(file.key, { start: 0, end: 3 })) pieces.push(piece);
  const isWebp = Buffer.concat(pieces).toString("latin1") === "RIFF";
  return { ...file, contentType: isWebp ? "image/webp" : "image/jpeg" };
}

const original = (row: Pick<MediaFileRow, "storagePath" | "mimeType" | "sha256">): MediaFile => ({
  key: row.storagePath,
  contentType: row.mimeType,
  etag: `"${row.sha256}"`,
});

const savedName = ({ fileName, mimeType }: Pick<MediaFileRow, "fileName" | "mimeType">) =>
  downloadName(fileName, fileTypeOf(mimeType)?.extension ?? "bin");

/** The clip of a Live Photo, as a download. The caller checks access. @throws AppError 404 */
export async function requireClip(mediaId: string): Promise<MediaFile> {
  const clip = await db.mediaClip.findUnique({
    where: { mediaId },
    select: { storagePath: true, mimeType: true, sha256: true, fileName: true },
  });
  if (!clip) throw notFound();
  return { ...original(clip), downloadName: savedName(clip) };
}

/** The caller checks access. */
export function pictureOf(row: MediaFileRow, kind: PictureKind): MediaFile {
  if (kind === "sphere") return unchanging(row, "sphere", "image/jpeg");
  if (kind === "medium") return shown(row, "medium", row.mediumType ?? "image/jpeg");
  return shown(row, "thumbnail", "image/webp");
}

/**
 * Decides whether this person gets this file: the single rule behind the media path and the route handlers.
 * @param query of a stream: see `streamQuery`
 * @throws AppError 400, 401, 403, 404 (also another family's), 422 if it can't be shown, 503 while a clip is prepared
 */
export async function requireMediaFile(
  actor: Actor | null,
  kind: MediaFileKind,
  mediaId: string,
  query: unknown = {},
): Promise<MediaFile> {
  if (!actor) throw notSignedIn();
  if (!isMember(actor)) throw actor.suspendedFamilyId ? familySuspended() : noFamily();
  // Requests to the media server don't pass the guard, which refuses anything else.
  if (!isUuid(mediaId)) throw notFound();
  const quality = kind === "stream" ? qualityIn(query) : undefined;
  const row = await requireRow(actor, mediaId);
  if (kind === "original") return { ...original(row), downloadName: savedName(row) };
  if (kind === "unedited") return uneditedOf(row);
  if (kind === "poster" && row.mediaType !== "video") throw notFound();
  // The picture of the sphere is the unedited photo's.
  if (kind === "sphere" && (row.panorama === null || row.edits !== null)) throw notFound();
  if (kind === "stream" && !hasClip(row)) throw notFound();
  return kind === "stream" ? streamOf(row, quality) : pictureOf(await withDerivatives(row), kind);
}

/** What an edited photo's download is made from. @throws AppError 404, also if it isn't edited */
export async function requireEditedPhoto(
  actor: MemberActor,
  mediaId: string,
): Promise<{ file: MediaFile; edits: PictureEdits }> {
  const row = await requireRow(actor, mediaId);
  const edits = readEdits(row.edits);
  if (!edits) throw notFound();
  const file = {
    key: row.storagePath,
    contentType: "image/jpeg",
    etag: `"${row.sha256.slice(0, 24)}-edited-${row.editVersion}"`,
    downloadName: downloadName(row.fileName, "jpg"),
  };
  return { file, edits };
}

const isCachedKind = (kind: MediaFileKind) => kind === "thumbnail" || kind === "medium" || kind === "poster";

/** The same decision for a picture, if nothing has to be looked up or made for it; else null. */
export function getCachedPicture(actor: Actor, kind: MediaFileKind, mediaId: string): MediaFile | null {
  if (!isMember(actor) || !isCachedKind(kind)) return null;
  const row = getCachedMediaFile(mediaId);
  if (!canSee(actor, row) || row.derivatives !== "ready") return null;
  return kind === "poster" && row.mediaType !== "video" ? null : pictureOf(row, kind);
}

/** Videos, and photos with a clip in them. */
const hasClip = ({ mediaType, playable }: MediaFileRow) => mediaType === "video" || playable !== "none";

function rendition(row: MediaFileRow, kind: "playable" | "playable-small"): MediaFile {
  const state = kind === "playable" ? row.playable : row.playableSmall;
  if (state === "ready") return unchanging(row, kind, "video/mp4");
  if (state === "failed") throw failed();
  throw unavailable("rendition_pending", "This video is being prepared. It will play in a moment.", 5);
}

/**
 * Always a rendition, which has no metadata: an original reveals where, when and by whom it was taken. Of two, exactly
 * the requested one: a player that fetches it in parts must not get parts of the other.
 */
function streamOf(row: MediaFileRow, quality?: StreamQuality): MediaFile {
  const isSmall =
    quality === "360"
      ? row.playableSmall !== "none"
      : quality === undefined && row.playable !== "ready" && row.playableSmall === "ready";
  return rendition(row, isSmall ? "playable-small" : "playable");
}

/**
 * A file of an item that is hidden while a report about it is pending: `picture` is the medium image. The caller checks
 * access.
 * @throws AppError 404, 422 if it can't be shown, 503 while a clip is prepared
 */
export async function getHiddenFile(row: MediaFileRow, kind: "picture" | "stream"): Promise<MediaFile> {
  if (kind === "picture") return pictureOf(await withDerivatives(row), "medium");
  if (!hasClip(row)) throw notFound();
  return streamOf(row);
}

/** The thumbnail of an item in the trash, for anyone who may restore it. @throws AppError 404, 422 */
export async function requireTrashThumbnail(actor: MemberActor, mediaId: string): Promise<MediaFile> {
  const row = await db.media.findFirst({
    where: {
      id: mediaId,
      familyId: actor.familyId,
      deletedAt: { not: null },
      ...restorableBy(actor),
    },
    select: fileSelect,
  });
  if (!row) throw notFound();
  return shown(await withDerivatives(row), "thumbnail", "image/webp");
}
