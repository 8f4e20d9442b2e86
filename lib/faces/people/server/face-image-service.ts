import type { MediaFile } from "@/lib/album/media/server/file-service";
import { shownKey } from "@/lib/album/media/server/storage-keys";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { FaceImageCache } from "@/lib/faces/people/server/face-image-cache";
import { AppError, notFound } from "@/lib/http/errors";
import { cropFace, faceCropPixels } from "@/lib/platform/images/face-crop";
import { ImageError } from "@/lib/platform/images/image-error";
import { shareOf } from "@/lib/platform/siblings";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";

const megabyte = 1024 * 1024;
/** Crops of the people page, at 5 to 10 KB each. */
const cache = new FaceImageCache({ maxBytes: shareOf(8 * megabyte, 2 * megabyte), maxAgeMs: 10 * 60_000 });

const faceSelect = {
  id: true,
  left: true,
  top: true,
  width: true,
  height: true,
  media: {
    select: {
      id: true,
      familyId: true,
      mediaType: true,
      storagePath: true,
      mediumType: true,
      derivatives: true,
      edits: true,
      editVersion: true,
    },
  },
} as const;

async function readObject(key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await getStorage().read(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export interface FaceImage {
  file: MediaFile;
  /** Made on demand: a browser that has the picture already doesn't need it. */
  bytes: () => Promise<Buffer>;
}

/**
 * A face as a small square picture, for anyone who can see the picture it is in. The family is checked every time: an
 * erased face disappears at once, whatever is cached.
 * @throws AppError 404; 422 if it can't be shown
 */
export async function requireFaceImage(actor: MemberActor, faceId: string): Promise<FaceImage> {
  const face = await db.face.findFirst({
    where: { id: faceId, media: visibleMedia(actor) },
    select: faceSelect,
  });
  if (face?.media.derivatives !== "ready") throw notFound();
  const { media, id, ...box } = face;
  // A transparent or animated picture has a WebP as its medium image, which we don't decode again unless it is edited.
  const key =
    media.mediumType === "image/jpeg" || media.mediaType === "video" || media.edits !== null
      ? shownKey(media, "medium")
      : media.storagePath;
  // An edit makes a different picture, on which the face has another place once it has been found again.
  const name = [id, media.editVersion, ...[box.left, box.top].map((at) => Math.round(at * 10_000))].join("-");
  return {
    file: { key, contentType: "image/jpeg", etag: `"face-${name}-${faceCropPixels}"` },
    bytes: () =>
      cache
        .get(name, async () => cropFace(await readObject(key), box))
        .catch((error) => {
          if (error instanceof StorageError && error.code === "missing") throw notFound();
          if (!(error instanceof ImageError)) throw error;
          throw new AppError("derivative_failed", 422, "This face can't be shown.", { cause: error });
        }),
  };
}
