import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Refetches what a page shows, and drops what no page shows, so that it is fetched when it is shown: outdated data isn't
 * fetched again then (specification 9.2).
 */
export async function refreshQueries(
  queryClient: QueryClient,
  queries: Pick<QueryFilters, "queryKey" | "predicate">,
): Promise<void> {
  queryClient.removeQueries({ ...queries, type: "inactive" });
  await queryClient.invalidateQueries(queries);
}
