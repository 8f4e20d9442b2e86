import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { UploadTarget } from "@/lib/features/uploads/upload-context";
import { apiRequest } from "@/lib/http/api-client";
import { recentHashtagsShown } from "@/lib/shared/upload-limits";

/** The family's last used hashtags, each with its #, at most 8 (specification 2.9). */
export const recentHashtagsQuery = () =>
  queryOptions({
    queryKey: ["hashtags", "recent"],
    queryFn: async ({ signal }): Promise<string[]> => {
      const answer = await apiRequest<{ hashtags?: string[] }>("GET", "/api/hashtags/recent", undefined, {
        signal,
      });
      return (answer.hashtags ?? []).slice(0, recentHashtagsShown);
    },
  });

/**
 * Makes what was loaded about the album stale. What is on the screen is fetched again now; the rest is
 * forgotten, since the defaults (specification 9.2) never fetch again on mount.
 */
export async function refreshAlbum(queryClient: QueryClient): Promise<void> {
  for (const queryKey of [["media"], ["hashtags"]]) {
    queryClient.removeQueries({ queryKey, type: "inactive" });
    await queryClient.invalidateQueries({ queryKey });
  }
}

/**
 * Files an item as wished now, where its upload was begun with another wish.
 * @throws ApiError
 */
export async function requestMove(mediaId: string, began: UploadTarget, wished: UploadTarget): Promise<void> {
  const { year, month, description } = wished;
  const isAsBegun = began.year === year && began.month === month && began.description === description;
  if (!isAsBegun)
    await apiRequest("PATCH", `/api/media/${encodeURIComponent(mediaId)}`, { year, month, description });
}
