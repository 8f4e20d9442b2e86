import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sayBasketIsFull } from "@/components/basket/basket-full-toast";
import { useBasketCache } from "@/components/basket/use-basket-cache";
import { toast } from "@/components/ui/toast";
import { countPrints, readyWords, roomWords } from "@/lib/features/prints/basket-state";
import { isRefusedFor, quotaKey, requestAddToBasket } from "@/lib/features/prints/queries";
import type { QuotaDto } from "@/lib/features/prints/schema";
import { errorMessage } from "@/lib/http/api-error";
import { counted } from "@/lib/shared/counted";
import { randomKey } from "@/lib/shared/random-key";

/** Puts suggested pictures into the basket, one print of each, and says how the basket stands. */
export function useAddSuggestions() {
  const queryClient = useQueryClient();
  const cache = useBasketCache();
  const [busy, setBusy] = useState<"all" | string | null>(null);
  // Kept until an answer came: pressed again after a lost one, nothing is added twice.
  const keys = useRef(new Map<string, string>());

  async function add(ids: readonly string[]) {
    setBusy(ids.length === 1 ? (ids[0] ?? null) : "all");
    let added = 0;
    try {
      await cache.hold();
      for (const id of ids) {
        const key = keys.current.get(id) ?? randomKey();
        keys.current.set(id, key);
        cache.put(await requestAddToBasket(id, key));
        keys.current.delete(id);
        added += 1;
      }
      const prints = countPrints(cache.items());
      const quota = queryClient.getQueryData<QuotaDto | null>(quotaKey);
      const facts = [prints > 0 ? readyWords(prints) : "", quota ? roomWords(prints, quota) : ""].filter(
        Boolean,
      );
      toast({
        title: added === 1 ? "Added to your basket" : `${counted(added, "photo")} added to your basket`,
        ...(facts.length > 0 ? { description: facts.join(" · ") } : {}),
      });
    } catch (error) {
      void cache.refresh();
      if (isRefusedFor(error, "quotaExceeded")) sayBasketIsFull(error);
      else
        toast({
          title:
            added > 0
              ? `Only ${counted(added, "photo")} added to your basket`
              : "Failed to add item to basket",
          description: errorMessage(error, "Please check your connection and try again."),
          variant: "danger",
        });
    }
    setBusy(null);
  }

  return { add, busy };
}
