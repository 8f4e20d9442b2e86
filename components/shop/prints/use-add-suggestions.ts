import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import { useAction } from "@/components/forms/use-action";
import { showBasketFull } from "@/components/shop/basket/basket-full-toast";
import { useBasketCache } from "@/components/shop/basket/use-basket-cache";
import { toast } from "@/components/ui/toast";
import { counted } from "@/lib/shared/counted";
import { randomKey } from "@/lib/shared/random-key";
import { countPrints, describeReady, describeRoom } from "@/lib/shop/prints/basket-count";
import { addToBasket, isRefusedFor } from "@/lib/shop/prints/client/mutations";
import { quotaKey } from "@/lib/shop/prints/client/queries";
import type { QuotaDto } from "@/lib/shop/prints/schema";

/** Puts one print of each suggested picture into the basket, and reports the basket's state. */
export function useAddSuggestions() {
  const queryClient = useQueryClient();
  const cache = useBasketCache();
  // Reused until an answer arrives, so that a retry after a lost one adds nothing twice.
  const keys = useRef(new Map<string, string>());

  const { run, busyWith } = useAction(async (ids: readonly string[]) => {
    let added = 0;
    try {
      await cache.hold();
      for (const id of ids) {
        const key = keys.current.get(id) ?? randomKey();
        keys.current.set(id, key);
        cache.put(await addToBasket(id, key));
        keys.current.delete(id);
        added += 1;
      }
      const prints = countPrints(cache.items());
      const quota = queryClient.getQueryData<QuotaDto | null>(quotaKey);
      const facts = [
        prints > 0 ? describeReady(prints) : "",
        quota ? describeRoom(prints, quota) : "",
      ].filter(Boolean);
      toast({
        title: added === 1 ? "Added to your basket" : `${counted(added, "photo")} added to your basket`,
        ...(facts.length > 0 ? { description: facts.join(" · ") } : {}),
      });
    } catch (error) {
      void cache.refresh();
      if (isRefusedFor(error, "quotaExceeded")) showBasketFull(error);
      else
        toastFailure(
          added > 0 ? `Only ${counted(added, "photo")} added to your basket` : "Failed to add item to basket",
          error,
          "Please check your connection and try again.",
        );
    }
  });

  return { add: run, busy: busyWith ? (busyWith.length === 1 && busyWith[0]) || "all" : null };
}
