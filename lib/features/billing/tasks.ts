import { z } from "zod";

/** Ends a subscription at the provider, with nobody left who could. */
export const cancelSubscriptionTask = "billing.cancelSubscription";
export const cancelSubscriptionPayload = z.object({
  subscriptionId: z.string(),
  /** What is paid for is still used; else it ends at once. */
  atPeriodEnd: z.boolean(),
});

/** Makes a checkout that nobody wants any more unpayable. */
export const expireCheckoutTask = "billing.expireCheckout";
export const expireCheckoutPayload = z.object({ sessionId: z.string() });

/** Looks for plans whose time of grace is over. */
export const endGracesTask = "billing.endGraces";
