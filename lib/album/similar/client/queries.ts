import { queryOptions } from "@tanstack/react-query";
import type { SimilarCountsDto, SimilarDto } from "@/lib/album/similar/schema";
import { apiRequest } from "@/lib/http/api-client";

export const similarKey = (id: string) => [`/api/media/${id}/similar`] as const;

/** The pictures similar to this one. */
export const similarOptions = (id: string) =>
  queryOptions<SimilarDto | null>({ queryKey: similarKey(id), staleTime: 60_000 });

/** How many are similar to each of these, by id; items without any are omitted. */
export async function countSimilar(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<SimilarCountsDto["similar"]> {
  const { similar } = await apiRequest<SimilarCountsDto>(
    "POST",
    "/api/media/similar-counts",
    { ids },
    { signal },
  );
  return similar;
}
