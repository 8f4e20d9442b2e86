import type { GiftOrderStatusName } from "@/lib/shop/gifts/schema";

/** The steps an admin can take next. Paid orders aren't cancelled here, since they need a refund. */
export const giftSteps: Record<GiftOrderStatusName, readonly GiftOrderStatusName[]> = {
  awaiting_payment: [],
  placed: ["in_production", "dispatched", "delivered"],
  in_production: ["dispatched", "delivered"],
  dispatched: ["delivered"],
  delivered: [],
  cancelled: [],
};
