import { infiniteQueryOptions } from "@tanstack/react-query";
import type { VoiceDraft } from "@/lib/album/comments/client/voice-recording";
import type { CommentDto, CommentPageDto } from "@/lib/album/comments/schema";
import { apiRequest } from "@/lib/http/api-client";
import { commentPageSize } from "@/lib/shared/comment-limits";

/** How often the list is fetched again, to show what others write meanwhile. */
const refreshMs = 30_000;

export const commentsKey = (mediaId: string) => [`/api/media/${mediaId}/comments`] as const;

/** The comments on an item, oldest first; refetched whenever they come into view. */
export const commentsOptions = (mediaId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(mediaId),
    queryFn: ({ queryKey, pageParam, signal }) =>
      apiRequest<CommentPageDto>(
        "GET",
        `${queryKey[0]}?limit=${commentPageSize}&offset=${pageParam}`,
        undefined,
        {
          signal,
        },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ pagination }: CommentPageDto) =>
      pagination.hasMore ? pagination.offset + pagination.limit : null,
    staleTime: 0,
    refetchOnMount: "always",
    refetchInterval: refreshMs,
  });

/** @param key the same for every attempt, so that the comment is only written once */
export function createComment(mediaId: string, text: string, key: string): Promise<CommentDto> {
  return apiRequest(
    "POST",
    `/api/media/${mediaId}/comments`,
    { text },
    { headers: { "Idempotency-Key": key } },
  );
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** A draft that is resent after a failure stays the same voice note: perhaps only the response was lost. */
export async function createVoiceNote(mediaId: string, { blob, text, key }: VoiceDraft): Promise<CommentDto> {
  const recording = await toBase64(blob);
  const headers = { "Idempotency-Key": key };
  return apiRequest("POST", `/api/media/${mediaId}/voice-notes`, { recording, text }, { headers });
}

export function updateComment(id: string, text: string): Promise<CommentDto> {
  return apiRequest("PATCH", `/api/comments/${id}`, { text });
}

export function deleteComment(id: string): Promise<unknown> {
  return apiRequest("DELETE", `/api/comments/${id}`);
}
