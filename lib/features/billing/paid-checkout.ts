import type { CheckoutHandler } from "@/lib/features/billing/checkout-handlers";
import { planCheckout } from "@/lib/features/billing/plan-checkout-service";
import { giftCheckout, giftCheckoutKind } from "@/lib/features/gifts/gift-checkout-service";

/** Whose handler a checkout is for, by the `kind` in its metadata. The one table. */
export const checkoutHandlers: Readonly<Record<string, CheckoutHandler>> = {
  plan: planCheckout,
  [giftCheckoutKind]: giftCheckout,
};
