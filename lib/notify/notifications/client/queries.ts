import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import { adminCountKey, countKey } from "@/lib/notify/notifications/client/count-queries";
import type { NotificationPageDto } from "@/lib/notify/notifications/schema";

export const notificationsKey = ["/api/notifications"] as const;

/** The person's notifications, newest first; asked anew whenever they are to be seen. */
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

/** Marks these, of any kind, as read. */
export function markRead(userId: string, ids: readonly string[]): Promise<unknown> {
  return apiRequest("POST", `/api/notifications/mark-read/${userId}`, { ids });
}

/** Marks everything as read, what the admins wrote too, and puts the bell's badge out. */
export async function markAllRead(queryClient: QueryClient, userId: string): Promise<void> {
  await Promise.all([
    apiRequest("POST", `/api/notifications/mark-read/${userId}`),
    apiRequest("POST", `/api/admin-notifications/${userId}/mark-read`),
  ]);
  for (const queryKey of [countKey(userId), adminCountKey(userId)]) {
    // An answer on its way may have been counted before.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { count: 0 });
  }
}
