import { queryOptions } from "@tanstack/react-query";
import { detailKey, factsKey } from "@/lib/album/media/client/queries";
import type { MediaDetailDto, MediaFactsDto } from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";

export function fetchMediaDetail(id: string, signal?: AbortSignal): Promise<MediaDetailDto> {
  return apiRequest<MediaDetailDto>("GET", `/api/media/${id}`, undefined, signal ? { signal } : {});
}

const preparingPollMs = 3000;

const isAwaitingVideo = (item: MediaDetailDto | null | undefined) =>
  item?.playable === "pending" || (item?.playableSmall === "pending" && item.playable !== "ready");

/** One item and who hearted it; polled every 3 s while its clip is being prepared. */
export const detailOptions = (id: string) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => fetchMediaDetail(id, signal),
    staleTime: 30_000,
    refetchOnMount: true,
    refetchInterval: ({ state }) => (isAwaitingVideo(state.data) ? preparingPollMs : false),
  });

/** What an item was taken with, and where. Nobody asked for it, so a failure is silent. */
export const factsOptions = (id: string) =>
  queryOptions<MediaFactsDto | null>({
    queryKey: factsKey(id),
    staleTime: 30_000,
    refetchOnMount: true,
    retry: false,
  });
