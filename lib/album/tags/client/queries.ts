import { queryOptions } from "@tanstack/react-query";
import type { SuggestionsDto } from "@/lib/album/tags/schema";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Sets who is in an item, replacing the whole set. @returns the people now in it */
export function setTags(mediaId: string, memberIds: readonly string[]): Promise<FamilyMemberDto[]> {
  return apiRequest("PUT", `/api/media/${mediaId}/tags`, { memberIds });
}

/** The page with a person's photos; without an id, your own. */
export const taggedPath = (memberId?: string) =>
  memberId ? `/tagged?member=${encodeURIComponent(memberId)}` : "/tagged";

export const suggestionsKey = (mediaId: string) => [`/api/media/${mediaId}/suggestions`] as const;

/** The people and hashtags suggested for a picture. */
export const suggestionsOptions = (mediaId: string) =>
  queryOptions<SuggestionsDto | null>({
    queryKey: suggestionsKey(mediaId),
    staleTime: 30_000,
    refetchOnMount: true,
  });
