import { queryOptions } from "@tanstack/react-query";
import type { StackAction, StackDto } from "@/lib/album/stacks/schema";
import { apiRequest } from "@/lib/http/api-client";

export const stackKey = (id: string) => [`/api/media/${id}/stack`] as const;

/** The photos of a stack, by the id of its top photo. */
export const stackOptions = (topId: string) =>
  queryOptions<StackDto | null>({ queryKey: stackKey(topId), staleTime: 30_000, refetchOnMount: true });

/** The first photo is on top. */
export const createStack = (mediaIds: readonly string[]): Promise<StackDto> =>
  apiRequest("POST", "/api/media/stacks", { mediaIds });

export const changeStack = (id: string, action: StackAction): Promise<StackDto> =>
  apiRequest("PATCH", `/api/media/${id}/stack`, { action });
