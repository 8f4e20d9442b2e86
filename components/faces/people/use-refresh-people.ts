import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isTaggedKey } from "@/lib/album/media/client/queries";
import { groupKey, isPeopleKey } from "@/lib/faces/people/client/queries";
import { refreshQueries } from "@/lib/http/refresh-queries";

/**
 * Refetches everything about who is in pictures; cached data that no page shows is dropped.
 * @returns a function; `goneId`: a group that was merged into another and should no longer be fetched
 */
export function useRefreshPeople(): (goneId?: string) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (goneId) => {
      const gone = goneId && groupKey(goneId)[0];
      const predicate = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
        key !== gone && (isPeopleKey(key) || isTaggedKey(key));
      await refreshQueries(queryClient, { predicate });
    },
    [queryClient],
  );
}
