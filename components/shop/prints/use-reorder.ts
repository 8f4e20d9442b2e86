import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useAction } from "@/components/forms/use-action";
import { toast } from "@/components/ui/toast";
import { counted } from "@/lib/shared/counted";
import { randomKey } from "@/lib/shared/random-key";
import { invalidatePrints, reorderPrints } from "@/lib/shop/prints/client/order-queries";

/** Puts an order's pictures into the basket again, and reports the outcome. */
export function useReorder(orderId: string) {
  const queryClient = useQueryClient();
  // Reused until an answer arrives, so that a retry after a lost one adds nothing twice.
  const key = useRef<string | null>(null);

  return useAction(
    async () => {
      key.current ??= randomKey();
      const { added, skipped } = await reorderPrints(orderId, key.current);
      key.current = null;
      await invalidatePrints(queryClient);
      const left = `${counted(skipped, "photo")} could not be added: no longer in the album, or no free prints are left.`;
      toast(
        added > 0
          ? {
              title: `${counted(added, "print")} added to your basket`,
              ...(skipped > 0 ? { description: left } : {}),
            }
          : { title: "Nothing was added to your basket", description: left },
      );
    },
    { failureTitle: "It could not be ordered again" },
  );
}
