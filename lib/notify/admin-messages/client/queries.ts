import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type {
  AdminMessageDto,
  AdminMessagePageDto,
  SendMessageInput,
} from "@/lib/notify/admin-messages/schema";

export const adminMessagesKey = ["/api/admin-notifications"] as const;

/** Sent messages, latest first. */
export const adminMessagesOptions = () =>
  infiniteQueryOptions({
    queryKey: adminMessagesKey,
    queryFn: ({ pageParam, signal }) =>
      apiRequest<AdminMessagePageDto>(
        "GET",
        pageParam ? `${adminMessagesKey[0]}?cursor=${encodeURIComponent(pageParam)}` : adminMessagesKey[0],
        undefined,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: AdminMessagePageDto) => last.nextCursor,
    staleTime: 5_000,
    refetchOnMount: true,
  });

/** @param key identifies the attempt: retries with the same key send the message only once */
export function sendAdminMessage(input: SendMessageInput, key: string): Promise<AdminMessageDto> {
  return apiRequest("POST", adminMessagesKey[0], input, { headers: { "Idempotency-Key": key } });
}
