import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { countSimilar } from "@/lib/album/similar/client/queries";
import type { SimilarCountsDto } from "@/lib/album/similar/schema";

/** A page of results: requested at once. */
const idsPerRequest = 60;
/** The pictures load first. */
const waitMs = 400;

export type SimilarCount = SimilarCountsDto["similar"][number];

/** The number of items similar to each of these; requested after the page is shown, without delaying it. */
export function useSimilarCounts(items: readonly MediaItemDto[]): ReadonlyMap<string, SimilarCount> {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  const pages = useMemo(() => {
    const ids = items.filter(({ mediaType }) => mediaType === "image").map(({ id }) => id);
    return Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, page) =>
      ids.slice(page * idsPerRequest, (page + 1) * idsPerRequest),
    );
  }, [items]);
  const answers = useQueries({
    queries: pages.map((ids) => ({
      queryKey: ["/api/media/similar-counts", ids.join()] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => countSimilar(ids, signal),
      enabled: isShown,
      staleTime: 60_000,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(
    () => new Map(answers.flatMap((similar) => (similar ?? []).map((one) => [one.id, one] as const))),
    [answers],
  );
}

/** The items without those whose better version is among them. */
export function withoutLesser(
  items: readonly MediaItemDto[],
  counts: ReadonlyMap<string, SimilarCount>,
): MediaItemDto[] {
  const shown = new Set(items.map(({ id }) => id));
  return items.filter(({ id }) => {
    const bestId = counts.get(id)?.bestId ?? id;
    return bestId === id || !shown.has(bestId);
  });
}
