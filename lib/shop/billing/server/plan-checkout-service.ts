import { isUuid } from "@/lib/shared/uuid";
import type { CheckoutHandler } from "@/lib/shop/billing/server/checkout-handlers";
import { applySubscription } from "@/lib/shop/billing/server/subscription-service";

/** A plan was paid for, or the checkout expired. */
export const planCheckout: CheckoutHandler = {
  paid: async ({ subscriptionId }, client) =>
    subscriptionId ? applySubscription(client, subscriptionId) : undefined,
  expired: async ({ metadata }, client) => {
    const { checkout: id } = metadata;
    if (id && isUuid(id)) {
      await client.billingCheckout.updateMany({
        where: { id, state: "open" },
        data: { state: "expired", url: null },
      });
    }
    return undefined;
  },
};
