import { type DehydratedState, dehydrate, type InfiniteData, QueryClient } from "@tanstack/react-query";

/** What a server page already knows, to be handed to the browser's queries: pairs of query key and data. */
export function hydratedQueries(
  entries: readonly (readonly [readonly unknown[], unknown])[],
): DehydratedState {
  const queryClient = new QueryClient();
  for (const [queryKey, data] of entries) queryClient.setQueryData(queryKey, data);
  return dehydrate(queryClient);
}

/** An endless query's data that holds its first page. */
export function firstPage<TPage>(page: TPage): InfiniteData<TPage, null> {
  return { pages: [page], pageParams: [null] };
}
