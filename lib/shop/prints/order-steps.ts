import type { PrintOrderStatusName } from "@/lib/shop/prints/schema";

/** Of orders that can't be undone any more: others see no others. */
export const goneOut = { heldUntil: null } as const;

/** What may follow upon what; an order never goes back. */
export const orderSteps: Record<PrintOrderStatusName, readonly PrintOrderStatusName[]> = {
  placed: ["in_production", "dispatched", "delivered", "cancelled"],
  in_production: ["dispatched", "delivered", "cancelled"],
  dispatched: ["delivered"],
  delivered: [],
  cancelled: [],
};
