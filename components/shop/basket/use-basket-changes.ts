import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { showBasketFull } from "@/components/shop/basket/basket-full-toast";
import { useBasketCache } from "@/components/shop/basket/use-basket-cache";
import { toast } from "@/components/ui/toast";
import { retryUnlessRefused } from "@/lib/http/api-error";
import {
  clearBasket,
  isRefusedFor,
  removeFromBasket,
  setQuantity,
  updateBasketItem,
} from "@/lib/shop/prints/client/mutations";
import type { BasketItemDto, BasketItemUpdate } from "@/lib/shop/prints/schema";

const mutationKey = ["change the basket"];
/** Presses are sent one after the other, so the last one counts. */
const shared = { mutationKey, scope: { id: "basket" }, retry: retryUnlessRefused };

const connectionMessage = "Please check your connection and try again.";

/** The changes to the basket's contents (wordings of specification 8.5). Shown immediately, reverted if refused. */
export function useBasketChanges() {
  const queryClient = useQueryClient();
  const cache = useBasketCache();
  // While another press is pending, its guess is newer than this answer.
  const isLast = () => queryClient.isMutating({ mutationKey }) <= 1;
  const onSettled = () => {
    if (isLast()) void cache.refresh();
  };

  const quantity = useMutation({
    ...shared,
    mutationFn: ({ id, quantity }: { id: string; quantity: number }) => setQuantity(id, quantity),
    onMutate: async ({ id, quantity }) => {
      await cache.hold();
      cache.change((items) => items.map((item) => (item.id === id ? { ...item, quantity } : item)));
    },
    onSuccess: (item) => {
      if (isLast()) cache.put(item);
    },
    onError: (error) => {
      void cache.refresh();
      if (isRefusedFor(error, "quotaExceeded")) return showBasketFull(error);
      toast({ title: "Update failed - Could not update quantity", variant: "danger" });
    },
  });

  const removal = useMutation({
    ...shared,
    mutationFn: removeFromBasket,
    onMutate: async (id: string) => {
      await cache.hold();
      cache.change((items) => items.filter((item) => item.id !== id));
    },
    onError: (error) => toastFailure("Failed to remove item", error, connectionMessage),
    onSettled,
  });

  const print = useMutation({
    ...shared,
    mutationFn: ({ id, change }: { id: string; change: BasketItemUpdate }) => updateBasketItem(id, change),
    // A press for more or fewer may be queued behind this one: the quantity on show stays.
    onSuccess: (item: BasketItemDto) =>
      cache.change((items) =>
        items.map((shown) => (shown.id === item.id ? { ...item, quantity: shown.quantity } : shown)),
      ),
    onError: (error) => {
      void cache.refresh();
      toastFailure("That could not be changed", error, connectionMessage);
    },
  });

  const clearing = useMutation({
    ...shared,
    mutationFn: clearBasket,
    onSuccess: cache.empty,
    onError: (error) => toastFailure("Failed to clear basket", error, connectionMessage),
  });

  return {
    setQuantity: (id: string, to: number) => quantity.mutate({ id, quantity: to }),
    remove: (id: string) => removal.mutate(id),
    changePrint: (id: string, change: BasketItemUpdate) => print.mutate({ id, change }),
    clear: (onDone: () => void) => clearing.mutate(undefined, { onSuccess: onDone }),
    isClearing: clearing.isPending,
    /** A change that an order must wait for is in progress. */
    isSaving: useIsMutating({ mutationKey }) > 0,
  };
}

export type BasketChanges = ReturnType<typeof useBasketChanges>;
