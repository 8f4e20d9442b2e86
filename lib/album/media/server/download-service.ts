import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { DownloadQuery } from "@/lib/album/media/schema";
import { planFile } from "@/lib/album/media/server/file-plan";
import { fileResponse } from "@/lib/album/media/server/file-response";
import {
  type MediaFile,
  requireClip,
  requireEditedPhoto,
  requireMediaFile,
} from "@/lib/album/media/server/file-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { AppError, notFound } from "@/lib/http/errors";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeEditedPicture } from "@/lib/platform/images/print-image";
import { pictureWithoutPlace } from "@/lib/platform/images/without-place";
import { shareOf } from "@/lib/platform/siblings";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { VideoError, type VideoOptions, VideoUnavailableError } from "@/lib/platform/video/ffmpeg";
import { copyWithoutPlace } from "@/lib/platform/video/without-place";
import { fileTypeOf } from "@/lib/shared/file-types";
import type { PictureEdits } from "@/lib/shared/picture-edits";
import { KeyedSemaphore, Semaphore } from "@/lib/shared/semaphore";

/** Each one copies a whole file. */
const copying = new Semaphore(shareOf(2));
/** One at a time per person, so that someone who requests many delays nobody else. */
const making = new KeyedSemaphore(1);

/** nginx's log status for a client that has disconnected. */
const clientClosedRequest = 499;

interface Content {
  bytes: number;
  stream: () => Readable;
}

async function pictureContent(path: string): Promise<Content> {
  const picture = await pictureWithoutPlace(path);
  return { bytes: picture.length, stream: () => Readable.from([picture]) };
}

/** The copy is unlinked here, so it disappears once it has been sent. */
function clipContent(path: string, extension: string, options: VideoOptions): Promise<Content> {
  return withTemporaryFile(extension, async (copy) => {
    await copyWithoutPlace(path, copy, extension, options);
    const file: FileHandle = await open(copy);
    const { size } = await file.stat();
    return { bytes: size, stream: () => file.createReadStream() };
  });
}

/** @throws AppError 404, 422; the signal's reason when aborted */
export async function contentWithoutPlace(
  { key, contentType }: MediaFile,
  options: VideoOptions = {},
): Promise<Content> {
  if (!(await getStorage().stat(key))) throw notFound();
  const type = fileTypeOf(contentType);
  try {
    return await getStorage().withLocalFile(key, (path) =>
      copying.run(() =>
        type?.mediaType === "video" ? clipContent(path, type.extension, options) : pictureContent(path),
      ),
    );
  } catch (error) {
    const isRefusal =
      error instanceof ImageError || error instanceof VideoError || error instanceof VideoUnavailableError;
    if (!isRefusal) throw error;
    throw new AppError(
      "place_not_removed",
      422,
      "We couldn't remove the place from this file, so it wasn't downloaded.",
    );
  }
}

/** An edited photo as it is shown, with all its pixels and without metadata. @throws AppError 404, 422 */
async function editedContent({ key }: MediaFile, edits: PictureEdits): Promise<Content> {
  try {
    const picture = await getStorage().withLocalFile(key, (path) => makeEditedPicture(path, edits));
    return { bytes: picture.length, stream: () => Readable.from([picture]) };
  } catch (error) {
    if (error instanceof StorageError && error.code === "missing") throw notFound();
    if (!(error instanceof ImageError)) throw error;
    throw new AppError("derivative_failed", 422, "This photo can't be made. Its original can be downloaded.");
  }
}

/**
 * For content that is made for each download and so has no ranges. It isn't made if the client has it already or has
 * disconnected.
 */
async function madeResponse(
  request: Request,
  actor: MemberActor,
  file: MediaFile,
  make: () => Promise<Content>,
): Promise<Response> {
  const asked = (name: string) => (name === "if-none-match" ? request.headers.get(name) : null);
  const respond = (content: Content | null) => {
    const { status, headers } = planFile(file, content?.bytes ?? 0, asked);
    headers["Accept-Ranges"] = "none";
    if (!content) delete headers["Content-Length"];
    const body = content && (Readable.toWeb(content.stream()) as ReadableStream);
    return new Response(body, { status, headers });
  };
  const unmade = respond(null);
  if (unmade.status === 304 || request.method === "HEAD") return unmade;
  const { signal } = request;
  const made = making.run(actor.userId, async () => (signal.aborted ? null : make()));
  const content = await made.catch((error: unknown) => {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  });
  return content ? respond(content) : new Response(null, { status: clientClosedRequest });
}

/** An edited photo as it is shown: a JPEG with all its pixels. @throws AppError 404 if it isn't edited, 422 */
export async function downloadEdited(
  request: Request,
  actor: MemberActor,
  mediaId: string,
): Promise<Response> {
  const { file, edits } = await requireEditedPhoto(actor, mediaId);
  return madeResponse(request, actor, file, () => editedContent(file, edits));
}

/**
 * The original, or the clip of a Live Photo, with or without its location. Children always get it without: what they
 * pass on must not reveal where the family lives. That copy is made for each download, so it has no ranges.
 * @throws AppError 404, 422
 */
export async function downloadResponse(
  request: Request,
  actor: MemberActor,
  mediaId: string,
  { place, part }: DownloadQuery,
): Promise<Response> {
  const photo = await requireMediaFile(actor, "original", mediaId);
  const file = part === "clip" ? await requireClip(mediaId) : photo;
  return fileDownload(request, actor, file, place);
}

async function fileDownload(
  request: Request,
  actor: MemberActor,
  file: MediaFile,
  place: "without" | undefined,
): Promise<Response> {
  if (!actor.isChild && place === undefined) return fileResponse(request, file);
  const etag = file.etag.replace(/"$/, '-without-place"');
  return madeResponse(request, actor, { ...file, etag }, () =>
    contentWithoutPlace(file, { signal: request.signal }),
  );
}
