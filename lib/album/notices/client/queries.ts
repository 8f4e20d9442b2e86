import { queryOptions } from "@tanstack/react-query";
import type {
  CreateNoticeInput,
  NoticeDto,
  NoticeLikesDto,
  UpdateNoticeInput,
} from "@/lib/album/notices/schema";
import { apiRequest } from "@/lib/http/api-client";

export const noticesKey = ["/api/notices"] as const;
export const noticeLikesKey = (id: string) => [`/api/notices/${id}/likes`] as const;

/** The notice board. */
export const noticesOptions = () =>
  queryOptions<NoticeDto[] | null>({ queryKey: noticesKey, staleTime: 30_000, refetchOnMount: true });

/** Who likes a notice; fetched again whenever it comes into view. */
export const noticeLikesOptions = (id: string) =>
  queryOptions<NoticeLikesDto | null>({
    queryKey: noticeLikesKey(id),
    staleTime: 0,
    refetchOnMount: "always",
  });

/** @param key the same for every attempt, so that the server creates only one notice */
export function createNotice(notice: CreateNoticeInput, key: string): Promise<NoticeDto> {
  return apiRequest("POST", "/api/notices", notice, { headers: { "Idempotency-Key": key } });
}

export function updateNotice(id: string, notice: UpdateNoticeInput): Promise<NoticeDto> {
  return apiRequest("PUT", `/api/notices/${id}`, notice);
}

export async function deleteNotice(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/notices/${id}`);
}

/** @param key the same for every attempt, so that a retry doesn't remove the like again */
export function toggleNoticeLike(id: string, key: string): Promise<NoticeLikesDto> {
  return apiRequest("POST", `/api/notices/${id}/like`, undefined, { headers: { "Idempotency-Key": key } });
}
