import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import { adminCountKey, countKey } from "@/lib/notify/notifications/client/count-queries";
import type { NotificationPageDto } from "@/lib/notify/notifications/schema";

export const notificationsKey = ["/api/notifications"] as const;

/** The person's notifications, newest first; fetched again whenever they come into view. */
export const notificationsOptions = () =>
  infiniteQueryOptions({
    queryKey: notificationsKey,
    queryFn: ({ pageParam, signal }) =>
      apiRequest<NotificationPageDto>(
        "GET",
        pageParam ? `${notificationsKey[0]}?cursor=${encodeURIComponent(pageParam)}` : notificationsKey[0],
        undefined,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: NotificationPageDto) => last.nextCursor,
    staleTime: 5_000,
    refetchOnMount: true,
  });

/** Marks these as read, of any kind. */
export function markRead(userId: string, ids: readonly string[]): Promise<unknown> {
  return apiRequest("POST", `/api/notifications/mark-read/${userId}`, { ids });
}

/** Marks everything as read, including admins' messages, and clears the bell's badge. */
export async function markAllRead(queryClient: QueryClient, userId: string): Promise<void> {
  await Promise.all([
    apiRequest("POST", `/api/notifications/mark-read/${userId}`),
    apiRequest("POST", `/api/admin-notifications/${userId}/mark-read`),
  ]);
  for (const queryKey of [countKey(userId), adminCountKey(userId)]) {
    // A response on its way may have an earlier count.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { count: 0 });
  }
}
