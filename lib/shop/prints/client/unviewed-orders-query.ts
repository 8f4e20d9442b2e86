import { queryOptions } from "@tanstack/react-query";

/** Specification 9.1. */
export const printOrderPollMs = 30_000;

export const unviewedOrdersKey = ["/api/admin/print-orders/unviewed-count"] as const;

/** Polled every 30 s while the tab is visible, and at once when it becomes visible again. */
export const unviewedOrdersOptions = (initialCount: number) =>
  queryOptions<number | null>({
    queryKey: unviewedOrdersKey,
    initialData: initialCount,
    refetchInterval: printOrderPollMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  });
