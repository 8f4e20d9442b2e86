import type { CheckoutHandler } from "@/lib/shop/billing/server/checkout-handlers";
import { planCheckout } from "@/lib/shop/billing/server/plan-checkout-service";
import { giftCheckout, giftCheckoutKind } from "@/lib/shop/gifts/server/gift-checkout-service";

/** The handler of a checkout, by the `kind` in its metadata. This is the only such table. */
export const checkoutHandlers: Readonly<Record<string, CheckoutHandler>> = {
  plan: planCheckout,
  [giftCheckoutKind]: giftCheckout,
};
