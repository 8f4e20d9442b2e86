import { requireMediaFile } from "@/lib/album/media/server/file-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { AppError } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { readSmallFile } from "@/lib/platform/files/small-file";
import { getStorage } from "@/lib/platform/storage/storage";

/** Several times an ordinary thumbnail: an animated one is larger, so the browser fetches it after the page. */
const maxBytes = 32 * 1024;

type Shown = { id: string; derivatives: string };

/** A thumbnail as a data URL, after the same check as a request for it; null if the browser has to fetch it. */
async function readPicture(actor: MemberActor, { id, derivatives }: Shown): Promise<string | null> {
  if (derivatives !== "ready") return null;
  const { key, contentType } = await requireMediaFile(actor, "thumbnail", id);
  // Home doesn't wait for a bucket.
  const path = getStorage().localPath(key);
  const found = path ? await readSmallFile(path) : null;
  if (!found) return null;
  try {
    if (found.bytes.length > maxBytes) return null;
    return `data:${contentType};base64,${found.bytes.toString("base64")}`;
  } finally {
    found.giveBack();
  }
}

/**
 * Thumbnails to send inside a page, which saves its first view a round trip: data URLs by media id. A picture that
 * can't be read is left out.
 */
export async function readPagePictures(
  actor: MemberActor,
  items: readonly Shown[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    items.map(async (item) => {
      const url = await readPicture(actor, item).catch((error) => {
        // One that was deleted a moment ago is no error.
        if (!(error instanceof AppError)) logError(error, { mediaId: item.id });
        return null;
      });
      return url ? ([[item.id, url]] as const) : [];
    }),
  );
  return new Map(found.flat());
}
