import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ActivityFilters, ActivityLogDto } from "@/lib/core/activity/schema";
import { apiRequest } from "@/lib/http/api-client";

const path = "/api/super-admin/activity-log";

function queryOf(filters: ActivityFilters): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  );
}

/** Matching entries, latest first. */
export const activityOptions = (filters: ActivityFilters) =>
  infiniteQueryOptions({
    queryKey: [path, filters] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = queryOf(filters);
      if (pageParam) query.set("cursor", pageParam);
      return apiRequest<ActivityLogDto>("GET", `${path}?${query}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: ActivityLogDto) => last.nextCursor,
    staleTime: 5_000,
    refetchOnMount: true,
  });

/** Address of the same entries as a CSV file. */
export const activityExportPath = (filters: ActivityFilters): string => `${path}.csv?${queryOf(filters)}`;
