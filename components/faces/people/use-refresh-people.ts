import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isTaggedKey } from "@/lib/album/media/client/queries";
import { groupKey, isPeopleKey } from "@/lib/faces/people/client/queries";

/**
 * Asks again for everything that tells who is in pictures; what no page shows is forgotten.
 * @returns a function; `goneId`: a group that is part of another one now, and that nobody should ask for any more
 */
export function useRefreshPeople(): (goneId?: string) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (goneId) => {
      const gone = goneId && groupKey(goneId)[0];
      const predicate = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
        key !== gone && (isPeopleKey(key) || isTaggedKey(key));
      queryClient.removeQueries({ predicate, type: "inactive" });
      await queryClient.invalidateQueries({ predicate });
    },
    [queryClient],
  );
}
