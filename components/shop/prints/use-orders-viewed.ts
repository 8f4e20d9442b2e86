import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { markPrintOrdersViewed } from "@/lib/shop/prints/client/order-queries";
import { unviewedOrdersKey } from "@/lib/shop/prints/client/unviewed-orders-query";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";

/**
 * Reports to the server that the listed orders have been seen, which clears the header's badge.
 * @returns the ids of those that were new on this visit
 */
export function useOrdersViewed(
  orders: readonly AdminPrintOrderDto[] | null | undefined,
): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const isSending = useRef(false);
  const unviewed = (orders ?? [])
    .filter(({ viewedAt }) => viewedAt === null)
    .map(({ id }) => id)
    .join();

  useEffect(() => {
    if (!unviewed) return;
    setNewIds((before) => new Set([...before, ...unviewed.split(",")]));
    const mark = async () => {
      if (document.visibilityState === "hidden" || isSending.current) return;
      isSending.current = true;
      try {
        await markPrintOrdersViewed();
        // An answer still in transit may contain an older count.
        await queryClient.cancelQueries({ queryKey: unviewedOrdersKey });
        queryClient.setQueryData(unviewedOrdersKey, 0);
      } catch {
        // The badge stays lit, and the next visit tries again.
      }
      isSending.current = false;
    };
    void mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [unviewed, queryClient]);

  return newIds;
}
