import { type DehydratedState, dehydrate, type InfiniteData, QueryClient } from "@tanstack/react-query";

/** What a server page already knows, passed to the browser's queries: pairs of query key and data. */
export function hydratedQueries(
  entries: readonly (readonly [readonly unknown[], unknown])[],
): DehydratedState {
  const queryClient = new QueryClient();
  for (const [queryKey, data] of entries) queryClient.setQueryData(queryKey, data);
  return dehydrate(queryClient);
}

/** The data of an infinite query, with its first page. */
export function firstPage<TPage>(page: TPage): InfiniteData<TPage, null> {
  return { pages: [page], pageParams: [null] };
}
