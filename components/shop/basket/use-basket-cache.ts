import { useQueryClient } from "@tanstack/react-query";
import { basketKey, quotaKey } from "@/lib/shop/prints/client/queries";
import type { BasketItemDto } from "@/lib/shop/prints/schema";

/** The basket as this browser shows it. */
export function useBasketCache() {
  const queryClient = useQueryClient();
  const change = (to: (items: BasketItemDto[]) => BasketItemDto[]) =>
    queryClient.setQueryData<BasketItemDto[]>(basketKey, (items) => items && to(items));
  return {
    /** What is asked for just now would undo what is shown before it is saved. */
    hold: () => queryClient.cancelQueries({ queryKey: basketKey }),
    change,
    /** Puts what the server answered in its place, or at the end. */
    put: (item: BasketItemDto) =>
      change((items) =>
        items.some(({ id }) => id === item.id)
          ? items.map((before) => (before.id === item.id ? item : before))
          : [...items, item],
      ),
    empty: () => queryClient.setQueryData<BasketItemDto[]>(basketKey, []),
    /** Asks the server how things stand. */
    refresh: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: basketKey }),
        queryClient.invalidateQueries({ queryKey: quotaKey }),
      ]);
    },
    items: () => queryClient.getQueryData<BasketItemDto[]>(basketKey) ?? [],
  };
}
