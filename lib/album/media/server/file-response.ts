import { Readable } from "node:stream";
import { planFile } from "@/lib/album/media/server/file-plan";
import { type MediaFile, type MediaFileKind, requireMediaFile } from "@/lib/album/media/server/file-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { notFound } from "@/lib/http/errors";
import { getStorage } from "@/lib/platform/storage/storage";

/** A file as the response of a route handler. @throws AppError 404 when its object is gone */
export async function fileResponse(request: Request, file: MediaFile): Promise<Response> {
  const stat = await getStorage().stat(file.key);
  if (!stat) throw notFound();
  const plan = planFile(file, stat.bytes, (name) => request.headers.get(name));
  if (!plan.range || request.method === "HEAD") {
    return new Response(null, { status: plan.status, headers: plan.headers });
  }
  const stream = await getStorage().read(file.key, plan.range);
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    status: plan.status,
    headers: plan.headers,
  });
}

/** Serves a picture or clip to anyone who may see it: the media path's response, through Next. */
export async function mediaResponse(
  request: Request,
  actor: Actor | null,
  kind: MediaFileKind,
  mediaId: string,
  query?: unknown,
): Promise<Response> {
  return fileResponse(request, await requireMediaFile(actor, kind, mediaId, query));
}
