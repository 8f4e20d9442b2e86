import { queryOptions } from "@tanstack/react-query";

/** Specification 9.1. */
export const printOrderPollMs = 30_000;

export const unviewedOrdersKey = ["/api/admin/print-orders/unviewed-count"] as const;

/** Asked every 30 s while the tab can be seen, and at once when it is seen again. */
export const unviewedOrdersOptions = (initialCount: number) =>
  queryOptions<number | null>({
    queryKey: unviewedOrdersKey,
    initialData: initialCount,
    refetchInterval: printOrderPollMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  });
