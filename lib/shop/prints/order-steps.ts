import type { PrintOrderStatusName } from "@/lib/shop/prints/schema";

/** For orders that can no longer be undone: other people see only these. */
export const releasedOrders = { heldUntil: null } as const;

/** The states that can follow; an order never goes back. */
export const orderSteps: Record<PrintOrderStatusName, readonly PrintOrderStatusName[]> = {
  placed: ["in_production", "dispatched", "delivered", "cancelled"],
  in_production: ["dispatched", "delivered", "cancelled"],
  dispatched: ["delivered"],
  delivered: [],
  cancelled: [],
};
