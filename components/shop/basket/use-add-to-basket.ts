import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import { setAddedToast } from "@/components/shop/basket/basket-controller";
import { showBasketFull } from "@/components/shop/basket/basket-full-toast";
import { useBasketCache } from "@/components/shop/basket/use-basket-cache";
import { toast } from "@/components/ui/toast";
import { retryUnlessRefused } from "@/lib/http/api-error";
import { randomKey } from "@/lib/shared/random-key";
import { countPrints, describeReady, describeRoom } from "@/lib/shop/prints/basket-count";
import { addToBasket, isRefusedFor } from "@/lib/shop/prints/client/mutations";
import { quotaKey } from "@/lib/shop/prints/client/queries";
import type { QuotaDto } from "@/lib/shop/prints/schema";

/** Puts one print of a picture into the basket, and reports it (wordings of specification 8.5). */
export function useAddToBasket(mediaId: string): { add: () => void; isBusy: boolean } {
  const queryClient = useQueryClient();
  const cache = useBasketCache();
  const { mutate, isPending } = useMutation({
    retry: retryUnlessRefused,
    mutationFn: (key: string) => addToBasket(mediaId, key),
    onMutate: cache.hold,
    onSuccess: (item) => {
      cache.put(item);
      const prints = countPrints(cache.items());
      const quota = queryClient.getQueryData<QuotaDto | null>(quotaKey);
      const facts = [prints > 0 ? describeReady(prints) : "", quota ? describeRoom(prints, quota) : ""];
      const description = facts.filter(Boolean).join(" · ");
      setAddedToast(toast({ title: "Added to your basket", ...(description ? { description } : {}) }));
    },
    onError: (error) => {
      void cache.refresh();
      if (isRefusedFor(error, "quotaExceeded")) return showBasketFull(error);
      toastFailure("Failed to add item to basket", error, "Please check your connection and try again.");
    },
  });
  // The key is created with the press, so that the client's retries count as one press on the server.
  return { add: () => mutate(randomKey()), isBusy: isPending };
}
