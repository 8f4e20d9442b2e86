import { queryOptions } from "@tanstack/react-query";
import type { SimilarCountsDto, SimilarDto } from "@/lib/album/similar/schema";
import { apiRequest } from "@/lib/http/api-client";

export const similarKey = (id: string) => [`/api/media/${id}/similar`] as const;

/** The pictures like one. */
export const similarOptions = (id: string) =>
  queryOptions<SimilarDto | null>({ queryKey: similarKey(id), staleTime: 60_000 });

/** How many are like each of these, by id; those without any are left out. */
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
