import type { GiftOrderStatusName } from "@/lib/shop/gifts/schema";

/** What may follow upon what, by an admin's hand. What is paid is not cancelled here: it would have to be paid back. */
export const giftSteps: Record<GiftOrderStatusName, readonly GiftOrderStatusName[]> = {
  awaiting_payment: [],
  placed: ["in_production", "dispatched", "delivered"],
  in_production: ["dispatched", "delivered"],
  dispatched: ["delivered"],
  delivered: [],
  cancelled: [],
};
