import { infiniteQueryOptions } from "@tanstack/react-query";
import { endless, faceFeedKey, gridPageSize } from "@/lib/album/media/client/queries";
import type {
  BatchSuggestionsDto,
  FaceGroupDto,
  GroupPageDto,
  MovedFaceDto,
  PeoplePageDto,
} from "@/lib/faces/people/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Groups per page: enough for nearly every family's people at once. */
export const groupsPageSize = 120;

export const groupsKey = ({ isHidden }: { isHidden: boolean }) =>
  [isHidden ? "/api/people?hidden=true" : "/api/people"] as const;
export const groupKey = faceFeedKey;

/** Whether the response under this key says who is in pictures. */
export const isPeopleKey = (key: unknown) =>
  typeof key === "string" && (/^\/api\/people(?:\/|\?|$)/.test(key) || key.endsWith("/suggestions"));

/** The family's groups of faces, largest first; or the hidden ones. */
export const groupsOptions = ({ isHidden }: { isHidden: boolean }) =>
  infiniteQueryOptions({
    queryKey: groupsKey({ isHidden }),
    queryFn: ({ pageParam, signal }) => {
      const parameters = new URLSearchParams({ limit: String(groupsPageSize) });
      if (isHidden) parameters.set("hidden", "true");
      if (pageParam) parameters.set("cursor", pageParam);
      return apiRequest<PeoplePageDto>("GET", `/api/people?${parameters}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: PeoplePageDto) => last.nextCursor,
    staleTime: 30_000,
    refetchOnMount: true,
  });

/** The pictures of a group. */
export const groupOptions = (groupId: string) => endless<GroupPageDto>(groupKey(groupId), gridPageSize);

export const groupPath = (groupId: string) => `/people/${groupId}`;

export interface GroupChange {
  memberId?: string | null;
  newPersonName?: string;
  isHidden?: boolean;
}

/** @returns the updated group; the other one if it was merged into that */
export function requestGroupChange(groupId: string, change: GroupChange): Promise<FaceGroupDto> {
  return apiRequest("PUT", `/api/people/${groupId}`, change);
}

export function requestMerge(groupId: string, intoId: string): Promise<FaceGroupDto> {
  return apiRequest("POST", `/api/people/${groupId}/merge`, { intoId });
}

/** @param groupId null: “Not this person” */
export function requestPlaceFace(faceId: string, groupId: string | null): Promise<MovedFaceDto> {
  return apiRequest("PUT", `/api/people/faces/${faceId}`, { groupId });
}

/** @param mediaIds only these pictures; all of the group's if omitted */
export function requestTagGroup(groupId: string, mediaIds?: readonly string[]): Promise<{ tagged: number }> {
  return apiRequest("POST", `/api/people/${groupId}/tags`, mediaIds ? { mediaIds } : {});
}

/** The first of the group's pictures, with the number still to be tagged. */
export function fetchGroup(groupId: string): Promise<GroupPageDto> {
  return apiRequest("GET", `/api/people/${groupId}?limit=1`);
}

export function requestBatchSuggestions(mediaIds: readonly string[]): Promise<BatchSuggestionsDto> {
  return apiRequest("POST", "/api/people/suggestions", { mediaIds });
}
