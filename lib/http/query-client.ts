import { QueryClient } from "@tanstack/react-query";
import { queryFetch } from "@/lib/http/api-client";

const minuteMs = 60_000;

/** A query client with the defaults of specification 9.2. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: queryFetch,
        staleTime: 10 * minuteMs,
        gcTime: 15 * minuteMs,
        retry: 1,
        retryDelay: 1000,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: {
        // Without a connection a write fails, and isn't sent once nobody waits for it any more.
        networkMode: "always",
        retry: 2,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 5000),
      },
    },
  });
}
