import { queryOptions } from "@tanstack/react-query";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";

const refreshMs = 60_000;

/** Refreshed every 60 seconds while the tab is visible (specification 9.1). */
export const quotaNotificationsOptions = () =>
  queryOptions<QuotaNotificationsDto | null>({
    queryKey: ["/api/quota/notifications"],
    staleTime: 30_000,
    refetchOnMount: true,
    refetchInterval: refreshMs,
  });
