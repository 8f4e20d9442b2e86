import { queryOptions } from "@tanstack/react-query";
import { queryFetch } from "@/lib/http/api-client";
import type { BasketItemDto, PrintSuggestionsDto, QuotaDto } from "@/lib/shop/prints/schema";

export const basketKey = ["/api/basket/items"] as const;
export const quotaKey = ["/api/user/quota"] as const;
export const printSuggestionsKey = ["/api/print/suggestions"] as const;
export const printOrdersKey = ["/api/print-orders"] as const;

/** Specification 9.2. */
export const basketStaleMs = 30_000;

/** What is in the basket; empty for visitors who aren't signed in (specification 7.7). */
export const basketOptions = () =>
  queryOptions<BasketItemDto[]>({
    queryKey: basketKey,
    queryFn: async (context) => ((await queryFetch(context)) as BasketItemDto[] | null) ?? [],
    staleTime: basketStaleMs,
    refetchOnMount: true,
  });

/** The free prints of this month; null for visitors who aren't signed in (specification 7.7). */
export const quotaOptions = () =>
  queryOptions<QuotaDto | null>({ queryKey: quotaKey, staleTime: basketStaleMs, refetchOnMount: true });

/** What could be printed with the remaining prints; null for visitors who aren't signed in. */
export const printSuggestionsOptions = () =>
  queryOptions<PrintSuggestionsDto | null>({
    queryKey: printSuggestionsKey,
    staleTime: basketStaleMs,
    refetchOnMount: true,
  });
