import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { db } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";

/**
 * Remakes an item's thumbnail and medium image. The existing ones stay if the original is gone or can't be read: an old
 * picture is better than none.
 * @returns whether they were made; true for an item that is gone
 */
export async function rebuildThumbnails(mediaId: string): Promise<boolean> {
  const media = await db.media.findUnique({
    where: { id: mediaId },
    select: { storagePath: true, derivatives: true },
  });
  if (!media) return true;
  if ((await getStorage().stat(media.storagePath)) === null) return false;
  await db.media.updateMany({
    where: { id: mediaId },
    data: { derivatives: "pending", deriveAttempts: 0 },
  });
  forgetMediaFile(mediaId);
  try {
    const state = await deriveMedia(mediaId);
    if (state === "failed" && media.derivatives === "ready") await restoreReady(mediaId, "failed");
    return state === "ready";
  } catch (error) {
    if (media.derivatives === "ready") await restoreReady(mediaId, "pending");
    // An unreachable storage says nothing about the item: the job waits for it.
    if (error instanceof StorageError && error.code !== "missing") throw error;
    logError(error, { mediaId });
    return false;
  }
}

async function restoreReady(mediaId: string, state: "failed" | "pending"): Promise<void> {
  await db.media.updateMany({ where: { id: mediaId, derivatives: state }, data: { derivatives: "ready" } });
  forgetMediaFile(mediaId);
}
