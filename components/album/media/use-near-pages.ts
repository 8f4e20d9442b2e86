import { hashKey, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { NearPages, type ReadPage } from "@/lib/album/media/client/near-pages";

/** The pages of a feed that stay loaded: those near what is in view. */
export function useNearPages(queryKey: QueryKey, readPage: ReadPage, data: unknown): NearPages {
  const queryClient = useQueryClient();
  const latest = useRef(readPage);
  latest.current = readPage;
  const hash = hashKey(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key is a new array on every render
  const near = useMemo(
    () => new NearPages(queryClient, queryKey, (param, signal) => latest.current(param, signal)),
    [queryClient, hash],
  );
  useEffect(() => () => near.stop(), [near]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads on when there is other data
  useEffect(() => near.readForgotten(), [near, data]);
  return near;
}
