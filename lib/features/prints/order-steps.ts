import type { PrintOrderStatusName } from "@/lib/features/prints/schema";

/** What may follow upon what; an order never goes back. */
export const orderSteps: Record<PrintOrderStatusName, readonly PrintOrderStatusName[]> = {
  placed: ["in_production", "dispatched", "delivered", "cancelled"],
  in_production: ["dispatched", "delivered", "cancelled"],
  dispatched: ["delivered"],
  delivered: [],
  cancelled: [],
};
