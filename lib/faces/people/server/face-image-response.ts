import { planFile } from "@/lib/album/media/server/file-plan";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireFaceImage } from "@/lib/faces/people/server/face-image-service";

/** A face as the response of a route handler, with the headers of every private picture. */
export async function faceImageResponse(
  request: Request,
  actor: MemberActor,
  faceId: string,
): Promise<Response> {
  const { file, bytes } = await requireFaceImage(actor, faceId);
  const header = (name: string) => request.headers.get(name);
  const known = planFile(file, 0, header);
  if (known.status === 304) return new Response(null, { status: 304, headers: known.headers });
  const picture = await bytes();
  const { status, headers, range } = planFile(file, picture.length, header);
  const body = range && request.method !== "HEAD" ? picture.subarray(range.start, range.end + 1) : null;
  return new Response(body && new Uint8Array(body), { status, headers });
}
