import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAuth } from "@/components/session/session-auth-provider";
import type { YearCoverDto } from "@/lib/album/media/schema";

/** Long enough for the page's own pictures to load. */
const startAfterMs = 1500;

/** Preloading at start-up (specification 7.4), once the page has loaded; its code is fetched then too. */
export function usePreloadedAlbum(years: readonly YearCoverDto[] | null | undefined): void {
  const queryClient = useQueryClient();
  const userId = useAuth().user?.id;
  const isReady = Boolean(userId && years && years.length > 0);
  useEffect(() => {
    if (!isReady || !userId) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const { preloadAlbum } = await import("@/lib/album/media/client/preload");
      if (!stop.signal.aborted) await preloadAlbum(queryClient, userId, stop.signal);
    }, startAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isReady, userId, queryClient]);
}
