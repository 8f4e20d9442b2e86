import { queryOptions } from "@tanstack/react-query";
import type { NotificationCountDto } from "@/lib/notify/notifications/schema";

/** Specification 9.1. */
export const notificationPollMs = 30_000;

export const countKey = (userId: string) => [`/api/notifications/count/${userId}`] as const;
export const adminCountKey = (userId: string) => [`/api/admin-notifications/count/${userId}`] as const;

/** Polled every 30 s while the tab is visible, and at once when it becomes visible again. */
function polled(queryKey: readonly [string], initialCount: number) {
  return queryOptions<NotificationCountDto | null>({
    queryKey,
    initialData: { count: initialCount },
    refetchInterval: notificationPollMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  });
}

export const countOptions = (userId: string, initialCount: number) => polled(countKey(userId), initialCount);
export const adminCountOptions = (userId: string, initialCount: number) =>
  polled(adminCountKey(userId), initialCount);
