import { useQueryClient } from "@tanstack/react-query";
import { basketKey, quotaKey } from "@/lib/shop/prints/client/queries";
import type { BasketItemDto } from "@/lib/shop/prints/schema";

/** This browser's copy of the basket. */
export function useBasketCache() {
  const queryClient = useQueryClient();
  const change = (to: (items: BasketItemDto[]) => BasketItemDto[]) =>
    queryClient.setQueryData<BasketItemDto[]>(basketKey, (items) => items && to(items));
  return {
    /** The answer to an earlier request would overwrite an optimistic change. */
    hold: () => queryClient.cancelQueries({ queryKey: basketKey }),
    change,
    /** Replaces the item with the server's answer, or appends it. */
    put: (item: BasketItemDto) =>
      change((items) =>
        items.some(({ id }) => id === item.id)
          ? items.map((before) => (before.id === item.id ? item : before))
          : [...items, item],
      ),
    empty: () => queryClient.setQueryData<BasketItemDto[]>(basketKey, []),
    /** Refetches the basket from the server. */
    refresh: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: basketKey }),
        queryClient.invalidateQueries({ queryKey: quotaKey }),
      ]);
    },
    items: () => queryClient.getQueryData<BasketItemDto[]>(basketKey) ?? [],
  };
}
