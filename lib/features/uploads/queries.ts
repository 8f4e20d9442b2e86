import type { QueryClient } from "@tanstack/react-query";
import { updateMedia } from "@/lib/features/media/queries";
import type { UploadTarget } from "@/lib/features/uploads/upload-context";

/** The first elements of the keys under which the album's lists, counts and hashtags are kept. */
const albumKey = /^\/api\/(media|years|year-covers|hashtags)(\/|\?|$)/;

/**
 * Makes what was loaded of the album stale. What is on the screen is fetched again now; the rest is forgotten,
 * since by default (specification 9.2) nothing is fetched again on mount.
 */
export async function refreshAlbum(queryClient: QueryClient): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => albumKey.test(String(queryKey[0]));
  queryClient.removeQueries({ predicate, type: "inactive" });
  await queryClient.invalidateQueries({ predicate });
}

/** Files an item as wished now, where its upload was begun with another wish. @throws ApiError */
export async function requestMove(mediaId: string, began: UploadTarget, wished: UploadTarget): Promise<void> {
  const { year, month, description } = wished;
  const isAsBegun = began.year === year && began.month === month && began.description === description;
  if (!isAsBegun) await updateMedia(mediaId, { year, month, description });
}
